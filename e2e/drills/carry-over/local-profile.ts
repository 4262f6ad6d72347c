/** The fixture in the local profile: `npm start` carries it over automatically. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseUnits } from 'viem';
import { SoftwarePasskey } from '@salar/exchange/tests/support/software-passkey';
import { startEmbeddedPostgres } from '@salar/adapters/postgres-embedded';
import { Database } from '@salar/store';
import { ApiKeyClient } from '../../support/api-key-client.ts';
import { Authenticator } from '../../support/authenticator.ts';
import { signInCustomer } from '../../support/customers.ts';
import type { TestCustomer } from '../../support/customers.ts';
import { runOperatorOrThrow, runOperatorsOrThrow } from '../../support/operators.ts';
import { startServer } from '../../support/server.ts';
import {
  findRail,
  list,
  readBalances,
  readOpenOrders,
  readTickets,
  signInWithCode,
  signInWithPasskey,
  until,
  waitForStatus,
  withdraw,
} from './customer-actions.ts';
import { publicUrl, readExpected, restoreDatabase, unpackDataDir } from './fixture.ts';
import type { Expected, SavedCustomer, WithdrawalName } from './fixture.ts';
import { registerKey, runProgram } from './programs.ts';
import { show, showEqual } from './show.ts';

type Customers = { readonly ana: TestCustomer; readonly bruno: TestCustomer };

const env = { SALAR_RATE_LIMITS: 'off', SALAR_PUBLIC_URL: publicUrl };
const finney = 10n ** 15n;
/** How long the mailed link of a withdrawal works. */
const linkLifeMs = 30 * 60_000;
/** Units that a product's amounts are compared in. */
const decimalsMax = 18;

export async function showLocalProfile(): Promise<void> {
  console.log('\nthe local profile, by npm start');
  const expected = readExpected();
  const dataDir = unpackDataDir();
  const readLog = () => readFileSync(join(dataDir, 'logs', 'salar.log'), 'utf8');
  try {
    await fillPostgres(dataDir);
    showReport(dataDir);
    let server = await startServer({ dataDir, env });
    const customers = await showCustomers(server.url, expected);
    await showBalances(customers, expected);
    await showWithdrawals(dataDir, customers, expected);
    await showBooks(dataDir);
    await server.stop();

    console.log('\na second start');
    const before = readLog().length;
    showEqual(
      'nothing is left to decide about',
      runProgram('carry-over', { SALAR_DATA_DIR: dataDir }).output.split('\n')[0],
      'Nothing of version 0.1 is left to decide about.',
    );
    server = await startServer({ dataDir, env });
    const ana = await signInCustomer(server.url, expected.ana);
    show('customers sign in as before', ana.userId === expected.ana.userId);
    const log = readLog().slice(before);
    show(
      'no row is proved again',
      !/rows of the version before|trusted as it is|ALERT/.test(log),
      log.match(/.*(?:ALERT|version before).*/g),
    );
    await server.stop();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Restores the dump into a new cluster of the data directory. */
async function fillPostgres(dataDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const database = new Database({ ...postgres.databaseOptions, poolSize: 1 });
  await restoreDatabase(database);
  await database.close();
  await postgres.stop();
}

function showReport(dataDir: string): void {
  const { status, output } = runProgram('carry-over', { SALAR_DATA_DIR: dataDir });
  show('carry-over shows what is trusted', status === 0 && /commands in the journal/.test(output), output);
  show('with its withdrawals', output.includes("compare with the bank's statement"), output);
  show('and its operators', output.includes('olga (admin)') && output.includes('pablo (admin)'), output);
}

async function showCustomers(url: string, { ana, bruno }: Expected): Promise<Customers> {
  const signedIn = await signInCustomer(url, ana);
  show('a customer signs in with the former password', signedIn.accountId === ana.accountId);
  show(
    'and with the former passkey',
    await signInWithPasskey(url, new SoftwarePasskey(publicUrl, ana.passkey)),
  );
  const key = await ApiKeyClient.start(url, ana.apiKey);
  showEqual('the former API key signs', await key.read(), ['answered', 'answered']);
  key.stop();
  const withCode = await signInWithCode(url, bruno, new Authenticator(bruno.totpSecret));
  show('another customer signs in with password and code', withCode.accountId === bruno.accountId);
  const destinations = await list(withCode, 'GetAccountWithdrawInfos');
  show('with the saved destination', JSON.stringify(destinations).includes(bruno.destination), destinations);
  return { ana: signedIn, bruno: withCode };
}

/** Nothing has ended in the first moments, so that totals are those of version 0.1. */
async function showBalances({ ana, bruno }: Customers, expected: Expected): Promise<void> {
  showEqual('open orders are the same', await readOpenOrders(ana), expected.ana.openOrders);
  showEqual(
    'balances that nothing leaves are the same',
    (await readBalances(ana))['BRL'],
    expected.ana.balances['BRL'],
  );
  showEqual('for both', await readOpenOrders(bruno), expected.bruno.openOrders);
}

async function showWithdrawals(dataDir: string, customers: Customers, expected: Expected): Promise<void> {
  const { ana } = customers;
  const codeOf = (name: WithdrawalName) => expected.withdrawals[name].requestCode;
  const wait = (name: WithdrawalName, status: string) =>
    waitForStatus(customers[expected.withdrawals[name].owner], codeOf(name), status);
  await wait('systemProcessing', 'FullyProcessed');
  show('a payment that was signed and not stored is completed', true);
  const isOver = Date.parse(expected.madeAt) + linkLifeMs < Date.now();
  await wait('unconfirmed', isOver ? 'Expired' : 'Pending2Fa');
  show('one that was not confirmed waits for its link, and returns when that is over', true);

  const [first, second] = expected.operators;
  const olga = await registerKey(dataDir, first);
  const pablo = await registerKey(dataDir, second);
  const admins = [olga, pablo] as const;
  show('operators register keys with their secrets', true);
  await runOperatorsOrThrow(dataDir, admins, ['product', 'resume', 'USDT', '--reason', 'carried over']);
  for (const name of ['autoAccepted', 'accepted'] as const) await wait(name, 'FullyProcessed');
  show('accepted withdrawals are paid', true);
  const tickets = await readTickets(ana);
  const numberOf = (name: WithdrawalName) => tickets.get(codeOf(name))?.TicketNumber ?? '';
  await runOperatorOrThrow(dataDir, olga, ['withdrawals', 'accept', numberOf('adminProcessing')]);
  await wait('adminProcessing', 'FullyProcessed');
  show('one that waits for an operator is accepted by one operator', true);
  await runOperatorOrThrow(dataDir, olga, ['payout', 'start', numberOf('payoutWaiting')]);
  for (const name of ['payoutWaiting', 'payoutStarted'] as const)
    await runOperatorOrThrow(dataDir, olga, [
      'payout',
      'sent',
      numberOf(name),
      '--reference',
      `after-${name}`,
    ]);
  for (const name of ['payoutWaiting', 'payoutStarted', 'payoutSent'] as const) {
    await runOperatorOrThrow(dataDir, olga, ['payout', 'settled', numberOf(name)]);
    await wait(name, 'FullyProcessed');
  }
  show('bank payouts are finished by operators', true);
  await showSums(customers, expected);

  for (const [provider, amount] of [
    ['ETH_LOCAL_ETHEREUM', 10n * finney],
    ['BTC_LOCAL_BITCOIN', 200_000n],
    ['USDT_LOCAL_ETHEREUM', 20_000_000n],
  ] as const) {
    const code = await withdraw(ana, findRail(provider), amount);
    await waitForStatus(ana, code, 'FullyProcessed');
    show(`a new withdrawal is paid by ${provider}`, true);
  }
}

/** Every unit that a balance lacks left by a finished withdrawal. */
async function showSums(customers: Customers, expected: Expected): Promise<void> {
  for (const name of ['ana', 'bruno'] as const) {
    const balances = await readBalances(customers[name]);
    const tickets = [...(await readTickets(customers[name])).values()];
    const carried = new Set(
      Object.values(expected.withdrawals)
        .filter(({ owner }) => owner === name)
        .map(({ requestCode }) => requestCode),
    );
    const products = await list(customers[name], 'GetProducts');
    const paidBefore = new Set(
      [expected.withdrawals.paid, expected.withdrawals.paidBitcoin].map((one) => one.requestCode),
    );
    const former: SavedCustomer = expected[name];
    const wanted = Object.entries(former.balances).map(([symbol, amount]) => {
      const productId = products.find((one) => one['Product'] === symbol)?.['ProductId'];
      const left = tickets
        .filter((one) => carried.has(one.RequestCode) && !paidBefore.has(one.RequestCode))
        .filter((one) => one.AssetId === productId && one.Status === 'FullyProcessed')
        .reduce((sum, one) => sum + toUnits(one.Amount), 0n);
      return [symbol, String(toUnits(amount) - left)] as const;
    });
    const found = Object.entries(balances).map(
      ([symbol, amount]) => [symbol, String(toUnits(amount))] as const,
    );
    showEqual(`the balances of ${name} are equal to the unit`, sort(found), sort(wanted));
  }
}

function toUnits(text: string): bigint {
  return parseUnits(text, decimalsMax);
}

function sort(entries: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  return entries.toSorted(([left], [right]) => (left < right ? -1 : 1));
}

async function showBooks(dataDir: string): Promise<void> {
  const database = await openRunning(dataDir);
  try {
    const different = await until('wallets and books that agree', async () => {
      const rows = await database.query<{ product_id: number; part: string; is: boolean }>(
        'SELECT product_id, part, expected = found AS is FROM reconciliation',
      );
      return rows.length > 0 && rows.every((row) => row.is) ? rows.length : null;
    });
    show(`wallets, banks and books agree in ${different} comparisons`, different > 0);
  } finally {
    await database.close();
  }
  const { status, output } = runProgram('verify', { SALAR_DATA_DIR: dataDir });
  show('verify agrees to the last unit', status === 0, output);
}

async function openRunning(dataDir: string): Promise<Database> {
  const { findRunningPostgres } = await import('@salar/adapters/postgres-embedded');
  const running = await findRunningPostgres(dataDir);
  if (running === null) throw new Error('no PostgreSQL runs in the data directory');
  return new Database({ ...running, poolSize: 1 });
}
