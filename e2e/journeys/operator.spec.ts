/** Operators at their command line, beside the exchange that customers use at the same time. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { addOperator, createKey, runOperator, runOperatorOrThrow } from '../support/operators.ts';
import { expect, test } from '../support/test.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const dataDir = () => process.env['SALAR_E2E_DATA_DIR'] ?? '';
const olga = () => process.env['SALAR_E2E_OPERATOR'] ?? '';
const asOlga = (...args: string[]) => runOperatorOrThrow(dataDir(), olga(), args);
const cop = 5;

type Row = { [name: string]: string | null };

test.describe.configure({ mode: 'serial' });

test('an operator books a deposit of pesos and pays them out to a bank', async () => {
  const maria = await registerCustomer(url(), `pesos${Date.now()}`, 1);
  const reference = `IN-${maria.accountId}`;
  const credit = ['bank', 'credit', '--provider', 'COP_FIAT_BANK', '--customer', maria.userName];
  await asOlga(...credit, '--amount', '350000.5', '--reference', reference);
  const again = await runOperator(dataDir(), olga(), [
    ...credit,
    '--amount',
    '350000.5',
    '--reference',
    reference,
    '--yes',
  ]);
  expect(again.status).toBe(1);
  expect(again.stderr).toContain('reference_used');
  expect(await readPosition(maria)).toMatchObject({ Amount: '350000.5', Hold: '0' });
  const deposits = await maria.api.call('GetDepositTickets', { OMSId: 1, AccountId: maria.accountId });
  expect(deposits).toMatchObject([{ AssetName: 'COP', Amount: '350000.5', Status: 'FullyProcessed' }]);

  const ticket = await withdrawPesos(maria, '250000');
  await expect.poll(async () => (await findTicket(maria, ticket))['Status']).toBe('AutoAccepted');
  expect(await readPosition(maria)).toMatchObject({ Hold: '250000' });

  const { facts } = await asOlga('withdrawals', 'show', ticket);
  expect(facts).toMatchObject({ 'to Number': '12345678901', 'receiver gets': '247000 COP' });
  await asOlga('payout', 'start', ticket);
  expect(await findTicket(maria, ticket)).toMatchObject({ Status: 'SystemProcessing' });
  await asOlga('payout', 'sent', ticket, '--reference', `OUT-${ticket}`);
  await asOlga('payout', 'settled', ticket);
  expect(await findTicket(maria, ticket)).toMatchObject({ Status: 'FullyProcessed' });
  expect(await readPosition(maria)).toMatchObject({ Amount: '100000.5', Hold: '0' });

  const returned = await withdrawPesos(maria, '50000');
  await expect.poll(async () => (await findTicket(maria, returned))['Status']).toBe('AutoAccepted');
  await asOlga('payout', 'start', returned);
  await asOlga('payout', 'returned', returned, '--reason', 'the bank knows no such account');
  expect(await findTicket(maria, returned)).toMatchObject({
    Status: 'Failed',
    RejectReason: 'the bank knows no such account',
  });
  expect(await readPosition(maria)).toMatchObject({ Amount: '100000.5', Hold: '0' });
});

/** No other journey deposits or withdraws it: they run at the same time. */
const usdc = 'USDC';

test('one operator halts a product and two resume it, and the audit log records it', async () => {
  const rita = await addOperator(dataDir(), olga(), 'rita', 'risk');
  await runOperatorOrThrow(dataDir(), rita, ['product', 'halt', usdc, '--reason', 'the bank is closed']);
  const { facts } = await runOperatorOrThrow(dataDir(), rita, [
    'product',
    'resume',
    usdc,
    '--reason',
    'it is open',
  ]);
  const number = facts['proposal'] ?? '';
  const alone = await runOperator(dataDir(), rita, ['approve', number, '--yes']);
  expect(alone).toMatchObject({ status: 1, stdout: '' });
  expect(alone.stderr).toContain('needs_another');
  await asOlga('approve', number);
  const { rows } = await asOlga('audit', 'list', '--object', `product ${usdc}`);
  expect(rows.map((row) => [row['operator'], row['act'], row['phase']])).toEqual([
    ['rita', 'product halt', 'intent'],
    ['rita', 'product halt', 'done'],
    ['rita', 'propose: product resume', 'intent'],
    ['rita', 'propose: product resume', 'done'],
    ['olga', 'approve: product resume', 'intent'],
    ['olga', 'approve: product resume', 'done'],
  ]);
  expect((await asOlga('audit', 'check')).text).toContain('Both audit logs are intact');
});

test('the command line reports an error in one sentence and with its exit status', async () => {
  const elsewhere = await runOperator(mkdtempSync(join(tmpdir(), 'salar-elsewhere-')), olga(), [
    'operator',
    'list',
  ]);
  expect(elsewhere.status).toBe(3);
  expect(elsewhere.stderr).toContain('no Salar is running at');

  const stranger = await runOperator(dataDir(), `olga:${await createKey('stranger')}`, ['operator', 'list']);
  expect(stranger).toMatchObject({
    status: 1,
    stderr: 'The signature is not by the key of olga (not_signed_in)\n',
  });
  const unauthenticated = await runOperator(dataDir(), null, ['operator', 'list']);
  expect(unauthenticated.status).toBe(1);

  const typo = await runOperator(dataDir(), olga(), ['withdrawals', 'reject', '1']);
  expect(typo).toMatchObject({ status: 2, stderr: 'Withdrawals reject: it needs --reason (params_wrong)\n' });
  const unasked = await runOperator(dataDir(), olga(), ['product', 'halt', 'BRL', '--reason', 'x']);
  expect(unasked.status).toBe(2);
  expect(unasked.stderr).toContain('Nothing was done');
  const help = await runOperator(dataDir(), null, ['help']);
  expect(help).toMatchObject({ status: 0, stderr: '' });
});

/** Requests a bank transfer and confirms it by mail; returns the ticket's number. */
async function withdrawPesos(customer: TestCustomer, amount: string): Promise<string> {
  const { api, accountId, userId } = customer;
  const before = (await linksTo(customer)).length;
  const form = {
    BankName: '1007',
    AccountType: 'savings',
    Number: '123-456789-01',
    DocumentType: 'CC',
    DocumentNumber: '1.020.304.050',
  };
  const created = (await api.call('CreateWithdrawTicket', {
    OMSId: 1,
    AccountId: accountId,
    ProductId: cop,
    AccountProviderId: 10,
    TemplateType: 'CopBankTransfer',
    TemplateForm: JSON.stringify(form),
    Amount: amount,
  })) as Row;
  await expect.poll(async () => (await linksTo(customer)).length).toBe(before + 1);
  const [link = ''] = await linksTo(customer);
  await api.call('ConfirmWithdraw', {
    UserId: userId,
    VerifyCode: new URL(link).searchParams.get('verifycode'),
  });
  const rows = (await api.call('GetWithdrawTickets', { OMSId: 1, AccountId: accountId })) as Row[];
  const row = rows.find((one) => one['RequestCode'] === created['detail']);
  return row?.['TicketNumber'] ?? '';
}

/** Links that confirm a withdrawal, newest first. */
async function linksTo({ api, email }: TestCustomer): Promise<readonly string[]> {
  const mails = await api.mailsTo(email);
  return mails.flatMap((mail) => mail.links).filter((link) => link.includes('/confirm-withdraw'));
}

async function findTicket({ api, accountId }: TestCustomer, ticket: string): Promise<Row> {
  const rows = (await api.call('GetWithdrawTickets', { OMSId: 1, AccountId: accountId })) as Row[];
  return rows.find((row) => row['TicketNumber'] === ticket) ?? {};
}

async function readPosition({ api, accountId }: TestCustomer): Promise<Row> {
  const rows = (await api.call('GetAccountPositions', { OMSId: 1, AccountId: accountId })) as Row[];
  return rows.find((row) => row['ProductSymbol'] === 'COP') ?? {};
}
