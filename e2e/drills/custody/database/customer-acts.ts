/** Acts of customers of the attacked exchange, as their browsers would. */
import { SoftwarePasskey } from '@salar/exchange/tests/support/software-passkey';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { Api } from '../../../support/api.ts';
import { signInCustomer } from '../../../support/customers.ts';
import type { TestCustomer } from '../../../support/customers.ts';
import { newReceiver, rails } from '../../../torture/rails.ts';
import type { Rail } from '../../../torture/rails.ts';
import type { AttackedDatabase } from './attacked-database.ts';

const creditMsMax = 90_000;

type Position = { readonly ProductSymbol: string; readonly Amount: string };
type Product = { readonly Product: string; readonly ProductId: string };

type WithdrawalTerms = Pick<Rail, 'product' | 'providerId' | 'template'> & { readonly amount: string };

export const ether = findRail('ETH_LOCAL_ETHEREUM');
export const dollars = findRail('USDT_LOCAL_ETHEREUM');
export const bitcoin = findRail('BTC_LOCAL_BITCOIN');
const pesos = findRail('COP_FIAT_BANK');

function findRail(provider: string): Rail {
  return present(rails.find((rail) => rail.provider === provider));
}

/** Requests a withdrawal of ether, or of what `terms` say, to the receiver that the form names. */
export async function requestWithdrawal(
  attacked: AttackedDatabase,
  customer: TestCustomer,
  form: Readonly<Record<string, string>>,
  terms: WithdrawalTerms = { ...ether, amount: '0.1' },
): Promise<{ readonly result: boolean; readonly refusal: string; readonly ticketId: number }> {
  const { result, detail } = (await customer.api.call('CreateWithdrawTicket', {
    OMSId: 1,
    AccountId: customer.accountId,
    ProductId: await findProductId(customer, terms.product),
    AccountProviderId: terms.providerId,
    Amount: terms.amount,
    TemplateType: terms.template,
    TemplateForm: JSON.stringify({ TemplateType: terms.template, Comment: '', ...form }),
  })) as { result: boolean; detail: string | null };
  const [row] = await attacked.read<{ id: number }>(
    `SELECT max(ticket_id) AS id FROM withdrawal WHERE user_id = ${customer.userId}`,
  );
  return { result, refusal: detail ?? '', ticketId: row?.id ?? 0 };
}

/** Has a customer withdraw ether to a new address and confirm it by mail. @returns the ticket, which waits for an operator */
export async function withdraw(
  attacked: AttackedDatabase,
  customer: TestCustomer,
): Promise<{ readonly ticketId: number; readonly to: string }> {
  const to = privateKeyToAddress(generatePrivateKey());
  const { result, refusal, ticketId } = await requestWithdrawal(attacked, customer, { ExternalAddress: to });
  if (!result) throw new Error(`the withdrawal was refused: ${refusal}`);
  await confirm(attacked, customer, ticketId, to);
  return { ticketId, to };
}

/** Has a customer withdraw pesos to a new bank account and confirm it by mail. @returns the ticket, which waits for an operator */
export async function withdrawPesos(attacked: AttackedDatabase, customer: TestCustomer): Promise<number> {
  const { form, mark } = newReceiver(pesos);
  const terms = { ...pesos, amount: '50000' };
  const { result, refusal, ticketId } = await requestWithdrawal(attacked, customer, form, terms);
  if (!result) throw new Error(`the withdrawal was refused: ${refusal}`);
  await confirm(attacked, customer, ticketId, mark);
  return ticketId;
}

async function confirm(
  attacked: AttackedDatabase,
  customer: TestCustomer,
  ticketId: number,
  mark: string,
): Promise<void> {
  const VerifyCode = await findMailedCode(attacked, customer, mark, '/confirm-withdraw');
  await customer.api.call('ConfirmWithdraw', { UserId: customer.userId, VerifyCode });
  await attacked.until(async () => (await attacked.status(ticketId)) === 'AdminProcessing');
}

/** Saves a wallet of a customer and confirms it by mail. @returns its id */
export async function saveDestination(
  attacked: AttackedDatabase,
  { api, accountId, email, userId }: TestCustomer,
): Promise<string> {
  const AccountIdentifier = privateKeyToAddress(generatePrivateKey());
  const { detail } = (await api.call('CreateAccountWithdrawInfo', {
    OMSId: 1,
    AccountId: accountId,
    ProductId: await findProductId({ api }, ether.product),
    Name: `wallet:mine:${ether.network}`,
    AccountIdentifier,
  })) as { detail: string };
  const VerifyEmailCode = await findMailedCode(attacked, { api, email }, AccountIdentifier, 'verifycode');
  await api.call('ConfirmWithdrawInfo', { UserId: userId, VerifyEmailCode });
  return detail;
}

/** Returns the saved destinations of a customer as JSON text. */
export async function listDestinations({ api, accountId }: TestCustomer): Promise<string> {
  return JSON.stringify(await api.call('GetAccountWithdrawInfos', { OMSId: 1, AccountId: accountId }));
}

/** Waits for the mail about a receiver. @returns the code of its link */
async function findMailedCode(
  attacked: AttackedDatabase,
  { api, email }: Pick<TestCustomer, 'api' | 'email'>,
  mark: string,
  path: string,
): Promise<string> {
  let link: string | undefined;
  await attacked.until(async () => {
    const mail = (await api.mailsTo(email)).find(({ text }) => text.includes(mark));
    link = mail?.links.find((one) => one.includes(path));
    return link !== undefined;
  });
  return present(new URL(present(link)).searchParams.get('verifycode'));
}

/** @returns whether a customer can sign in with their password */
export async function trySignIn(
  attacked: AttackedDatabase,
  { userName, password, email }: TestCustomer,
): Promise<'signed in' | 'not signed in'> {
  return signInCustomer(attacked.url, { userName, email, password }).then(
    () => 'signed in',
    () => 'not signed in',
  );
}

/** Adds a passkey to a customer. */
export async function addPasskey(
  attacked: AttackedDatabase,
  { api }: TestCustomer,
): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey(attacked.site);
  const { Options } = (await api.call('BeginPasskey')) as { Options: string };
  await api.call('AddPasskey', { Name: 'Phone', Response: passkey.create(Options) });
  return passkey;
}

export async function trySignInWithPasskey(
  attacked: AttackedDatabase,
  passkey: SoftwarePasskey,
): Promise<'signed in' | 'not signed in'> {
  const caller = new Api(attacked.url);
  const { Options, ChallengeId } = (await caller.call('BeginPasskeySignIn', {})) as {
    Options: string;
    ChallengeId: string;
  };
  const Response = passkey.get(Options);
  const answer = await caller.call('AuthenticatePasskey', { ChallengeId, Response });
  return (answer as { Authenticated: boolean }).Authenticated ? 'signed in' : 'not signed in';
}

export async function level({ api }: TestCustomer): Promise<string> {
  const info = (await api.call('GetAccountInfo', {})) as { VerificationLevel: string };
  return `level ${info.VerificationLevel}`;
}

/** Returns what a customer can spend of ether, or of the product of another rail, in whole units. */
export async function balance({ api, accountId }: TestCustomer, { product }: Rail = ether): Promise<string> {
  const rows = (await api.call('GetAccountPositions', { OMSId: 1, AccountId: accountId })) as Position[];
  return rows.find((row) => row.ProductSymbol === product)?.Amount ?? '0';
}

/** Deposits one ether, or units of the product of another rail, and waits for the credit. @returns the deposit address */
export async function fund(
  attacked: AttackedDatabase,
  customer: TestCustomer,
  rail: Rail = ether,
  amount = '1',
): Promise<string> {
  const info = (await customer.api.call('GetDepositInfo', {
    OMSId: 1,
    AccountId: customer.accountId,
    ProductId: await findProductId(customer, rail.product),
    AccountProviderId: rail.providerId,
    GenerateNewKey: false,
  })) as { DepositInfo: string };
  const [address = ''] = JSON.parse(info.DepositInfo) as string[];
  await sendDeposit(customer, address, rail, amount);
  await attacked.until(async () => Number(await balance(customer, rail)) > 0, creditMsMax);
  return address;
}

export async function findProductId({ api }: Pick<TestCustomer, 'api'>, symbol: string): Promise<string> {
  const products = (await api.call('GetProducts', { OMSId: 1 })) as Product[];
  return present(products.find((one) => one.Product === symbol)).ProductId;
}

export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('a part of the drill is missing');
  return value;
}

/** Sends one ether, or units of the product of another rail, to an address of the exchange. */
export async function sendDeposit(
  { api }: Pick<TestCustomer, 'api'>,
  address: string,
  { network, product }: Rail = ether,
  amount = '1',
): Promise<void> {
  await api.local('faucet', { network, address, product, amount });
}
