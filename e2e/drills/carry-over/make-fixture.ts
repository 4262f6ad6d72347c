/**
 * Makes the fixture of version 0.1 with a build of that version: `version-0.1/README.md` has the commands.
 *
 * It starts the former server three times: customers deposit, trade, protect their accounts and withdraw; then operators decide
 * by hand; then the server is killed between the signature of a payment and its storage.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createApiKey } from '../../support/api-key-client.ts';
import { registerCustomer, signInCustomer } from '../../support/customers.ts';
import type { TestCustomer } from '../../support/customers.ts';
import type { OperatorAnswer } from '../../support/operators.ts';
import { enableSecondFactor } from '../../support/second-factor.ts';
import { freePort, launchServer, serverDir, startServer } from '../../support/server.ts';
import {
  addPasskey,
  confirmWithdrawal,
  deposit,
  findRail,
  readBalances,
  readOpenOrders,
  readTickets,
  requestWithdrawal,
  saveDestination,
  signInWithCode,
  until,
  waitForStatus,
  withdraw,
} from './customer-actions.ts';
import { files, fixtureDir, publicUrl } from './fixture.ts';
import type { Expected, SavedCustomer } from './fixture.ts';

const [, , commit = ''] = process.argv;
if (commit === '') throw new Error('usage: SALAR_E2E_SERVER_DIR=… tsx make-fixture.ts COMMIT');
const dataDir = mkdtempSync(join(tmpdir(), 'salar-version-0.1-'));
const port = await freePort();
const env = { SALAR_RATE_LIMITS: 'off', SALAR_PUBLIC_URL: publicUrl, SALAR_LOCAL_AUTO_REVIEW: 'on' };
const ether = findRail('ETH_LOCAL_ETHEREUM');
const dollars = findRail('USDT_LOCAL_ETHEREUM');
const bitcoin = findRail('BTC_LOCAL_BITCOIN');
const pesos = findRail('COP_FIAT_BANK');
const thousandPesos = 100_000n;
const finney = 10n ** 15n;

const server = await startServer({ dataDir, port, env });
const { url } = server;
const ana = await registerCustomer(url, 'ana', 4);
const bruno = await registerCustomer(url, 'bruno', 4);
const olga = addOperator(null, 'olga');
const pablo = addOperator(olga, 'pablo');
await deposit(ana, ether, '2');
await deposit(ana, dollars, '5000');
await deposit(ana, bitcoin, '0.02');
await deposit(bruno, ether, '1.5');
operate(
  olga,
  'bank',
  'credit',
  '--provider',
  pesos.provider,
  '--customer',
  'ana',
  '--amount',
  '900000',
  '--reference',
  'in-1',
);
await trade(ana);
const passkey = await addPasskey(ana, publicUrl);
const apiKey = await createApiKey(ana);
const destination = await saveDestination(bruno, ether);

const paid = await withdraw(ana, ether, 100n * finney);
const paidBitcoin = await withdraw(ana, bitcoin, 500_000n);
const payoutStarted = await withdraw(ana, pesos, 100n * thousandPesos);
const payoutSent = await withdraw(ana, pesos, 110n * thousandPesos);
const payoutWaiting = await withdraw(ana, pesos, 120n * thousandPesos);
await waitForStatus(ana, paid, 'FullyProcessed');
await waitForStatus(ana, paidBitcoin, 'FullyProcessed');
for (const code of [payoutStarted, payoutSent, payoutWaiting]) await waitForStatus(ana, code, 'AutoAccepted');
operate(olga, 'payout', 'start', await findNumber(ana, payoutStarted));
operate(olga, 'payout', 'start', await findNumber(ana, payoutSent));
operate(olga, 'payout', 'sent', await findNumber(ana, payoutSent), '--reference', 'out-1');
// No withdrawal of a halted product is requested, and none begins its payment.
const first = await requestWithdrawal(ana, dollars, 50_000_000n);
const second = await requestWithdrawal(ana, dollars, 60_000_000n);
operate(olga, 'product', 'halt', 'USDT', '--reason', 'maintenance');
await confirmWithdrawal(ana, first.receiver);
const [autoAccepted, accepted] = [first.requestCode, second.requestCode];
await waitForStatus(ana, autoAccepted, 'AutoAccepted');
const { app } = await enableSecondFactor(bruno);
await server.stop();

const byHand = await startServer({
  dataDir,
  port,
  env: { ...env, SALAR_AUTO_ACCEPT_TICKET: '1', SALAR_ACCEPT_ALONE: '100000000' },
});
const anaAgain = await signInCustomer(url, ana);
const adminProcessing = await withdraw(anaAgain, ether, 200n * finney);
await confirmWithdrawal(anaAgain, second.receiver);
for (const code of [adminProcessing, accepted]) await waitForStatus(anaAgain, code, 'AdminProcessing');
operate(olga, 'withdrawals', 'accept', await findNumber(anaAgain, accepted));
operate(
  olga,
  'bank',
  'credit',
  '--provider',
  pesos.provider,
  '--customer',
  'bruno',
  '--amount',
  '90000000',
  '--reference',
  'in-2',
);
await byHand.stop();

const killed = await launchServer({
  dataDir,
  port,
  env: { ...env, SALAR_KILL_AT: 'withdrawal.payment_signed:1' },
});
await killed.ready();
const anaNow = await signInCustomer(url, ana);
const brunoNow = await signInWithCode(url, bruno, app);
const { requestCode: unconfirmed } = await requestWithdrawal(brunoNow, ether, 300n * finney);
const saved = { ana: await save(anaNow), bruno: await save(brunoNow) };
const systemProcessing = await withdraw(brunoNow, ether, 400n * finney);
await until('the kill', () => Promise.resolve(killed.hasEnded() ? true : null));

const expected: Expected = {
  commit,
  madeAt: new Date().toISOString(),
  ana: { ...saved.ana, apiKey, passkey: passkey.save() },
  bruno: { ...saved.bruno, totpSecret: app.secret, destination },
  operators: [olga, pablo],
  withdrawals: {
    paid: { owner: 'ana', requestCode: paid },
    paidBitcoin: { owner: 'ana', requestCode: paidBitcoin },
    unconfirmed: { owner: 'bruno', requestCode: unconfirmed },
    autoAccepted: { owner: 'ana', requestCode: autoAccepted },
    adminProcessing: { owner: 'ana', requestCode: adminProcessing },
    accepted: { owner: 'ana', requestCode: accepted },
    payoutWaiting: { owner: 'ana', requestCode: payoutWaiting },
    payoutStarted: { owner: 'ana', requestCode: payoutStarted },
    payoutSent: { owner: 'ana', requestCode: payoutSent },
    systemProcessing: { owner: 'bruno', requestCode: systemProcessing },
  },
};
writeFileSync(join(fixtureDir, files.expected), `${JSON.stringify(expected, null, 2)}\n`);
dumpDatabase();
run('tar', ['-czf', join(fixtureDir, files.dataDir), '--exclude=anvil.pid', '-C', dataDir, 'keys', 'chains']);
console.log(`made from ${dataDir}, which can be removed once its PostgreSQL has ended`);

/** Trades at the market, and leaves an order that nothing fills. */
async function trade({ api, accountId }: TestCustomer): Promise<void> {
  const instruments = (await api.call('GetInstruments', { OMSId: 1 })) as {
    Symbol: string;
    InstrumentId: string;
  }[];
  const InstrumentId = instruments.find((one) => one.Symbol === 'ETHUSDT')?.InstrumentId;
  const order = { OMSId: 1, AccountId: accountId, InstrumentId, TimeInForce: 1 };
  await api.call('SendOrder', { ...order, Side: 1, OrderType: 1, Quantity: '0.25' });
  await api.call('SendOrder', { ...order, Side: 0, OrderType: 1, Value: '150' });
  await api.call('SendOrder', { ...order, Side: 0, OrderType: 2, Quantity: '0.5', LimitPrice: '500' });
}

async function save(customer: TestCustomer): Promise<SavedCustomer> {
  const { api: _api, ...who } = customer;
  return { ...who, balances: await readBalances(customer), openOrders: await readOpenOrders(customer) };
}

async function findNumber(customer: TestCustomer, requestCode: string): Promise<string> {
  return (await readTickets(customer)).get(requestCode)?.TicketNumber ?? '';
}

/** @returns `name:secret` */
function addOperator(by: string | null, name: string): string {
  const answer = operate(by, 'operator', 'add', name, '--role', 'admin');
  return (JSON.parse(answer) as OperatorAnswer).facts['SALAR_OPERATOR'] ?? '';
}

function operate(by: string | null, ...args: readonly string[]): string {
  return run(process.execPath, [join(serverDir, 'operator.js'), ...args, '--yes', '--json'], {
    SALAR_DATA_DIR: dataDir,
    SALAR_OPERATOR: by ?? '',
  });
}

/** The PostgreSQL of a server that was killed goes on. Its roles are not part of the dump. */
function dumpDatabase(): void {
  const options = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=500'];
  const socket = ['-h', join(dataDir, 'postgres'), '-U', 'salar', 'salar'];
  const text = run('pg_dump', [...options, ...socket]);
  // Commands of psql and settings of the session, which a connection of the drill does not need.
  const statements = text
    .split('\n')
    .filter((line) => !/^(?:\\|SET |SELECT pg_catalog\.set_config|--)/.test(line));
  writeFileSync(join(fixtureDir, files.database), brotliCompressSync(statements.join('\n')));
}

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const made = spawnSync(command, args, { env: { ...process.env, ...env }, maxBuffer: 1_000_000_000 });
  if (made.status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${made.stdout.toString()}${made.stderr.toString()}`);
  return made.stdout.toString();
}
