/**
 * Removes credited deposits from their chains, kills the server while it books losses, and checks the result.
 *
 *   npm run deep-reorgs
 *
 * On each network: the product is halted, the house has the loss, the customer has the money, wallets, banks and books
 * agree to the last unit, and two operators resume withdrawals. Then a wallet holds more than the tickets account for,
 * which two operators explain.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WritePoint } from '@salar/store/write-points';
import { createSeededRandom } from '@salar/testing/seeded-random';
import { freePort, launchServer, serverDir } from '../support/server.ts';
import type { LaunchedServer } from '../support/server.ts';
import { BackOffice } from './back-office.ts';
import { findReconciliationFaults } from './check-books.ts';
import { Customers, pause } from './customers.ts';
import { Ledger } from './ledger.ts';
import { callChain, readConfirmations, dropNewest, localChains } from './local-chains.ts';
import type { LocalChain } from './local-chains.ts';
import { MoneyIn } from './money-in.ts';
import { rails, formatRailAmount } from './rails.ts';
import type { Rail } from './rails.ts';

type World = { readonly customers: Customers; readonly office: BackOffice; readonly moneyIn: MoneyIn };

/** The number of blocks below the deposit that are also replaced. */
const depthMore = 3;
/** Enough blocks for the confirmations, and for the grace period of a deposit that has left its chain. */
const blocksLater = 20;
const patienceMs = 90_000;

const dataDir = mkdtempSync(join(tmpdir(), 'salar-deep-reorgs-'));
const settings = { dataDir, port: await freePort(), env: { SALAR_LOCAL_AUTO_REVIEW: 'off' } };
const failures: string[] = [];
let server: LaunchedServer = await started({});
try {
  const ledger = new Ledger();
  const random = createSeededRandom(1);
  const customers = new Customers(server.url, ledger, random);
  const office = new BackOffice(dataDir, ledger, random);
  await office.hire();
  await customers.register(1);
  const moneyIn = new MoneyIn(customers, office);
  await moneyIn.first(0);
  const world = { customers, office, moneyIn };
  // A local EVM network that is killed with the server replays its logged transactions, so there the server is not
  // killed.
  for (const providerId of [1, 3]) await loseDeposit(world, findRail(providerId), null);
  for (const point of ['deposit.loss_expected', 'deposit.loss_booked'] as const)
    await loseDeposit(world, findRail(6), point);
  await explainGift(world);
  const record = await office.run('audit check');
  if (!record.ok) failures.push(`the record of operators is not whole: ${record.text}`);
  failures.push(...ledger.faults);
} catch (error) {
  failures.push(`it broke off: ${error instanceof Error ? error.message : String(error)}`);
} finally {
  const code = await server.stop();
  if (code !== 0) failures.push(`the server stopped with ${code}`);
}
const verified = spawnSync(process.execPath, [join(serverDir, 'verify.js')], {
  env: { ...process.env, SALAR_DATA_DIR: dataDir },
  encoding: 'utf8',
});
process.stdout.write(verified.stdout);
if (verified.status !== 0) failures.push('verify found a difference');
for (const failure of failures) console.error(`FAILED: ${failure}`);
if (failures.length === 0) rmSync(dataDir, { recursive: true, force: true });
else console.error(`the data directory is kept: ${dataDir}`);
console.log(failures.length === 0 ? '1 passed, 0 failed' : `0 passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

/** Credits a deposit and removes it from its chain; kills the server while it books the loss, at `point` if given. */
async function loseDeposit(world: World, rail: Rail, point: WritePoint | null): Promise<void> {
  const { customers, office, moneyIn } = world;
  const { product } = rail;
  await relaunch(point === null ? {} : { SALAR_KILL_AT: `${point}:1` });
  const chain = await findChain(rail);
  await mineMore(customers, chain); // a freshly started node cannot replace earlier blocks
  const before = await held(customers, product);
  const { amount, reference } = await moneyIn.send(0, rail, rail.deposit);
  const isCredited = async () => (await held(customers, product)) !== before;
  await until(`${formatRailAmount(rail, amount)} ${product} are credited`, isCredited);
  const after = await held(customers, product);
  await dropNewest(chain, (await readConfirmations(chain, reference ?? '')) + depthMore);
  await mineMore(customers, chain);
  const since = Date.now();
  if (point !== null) {
    await until(`the server dies at ${point}`, () => Promise.resolve(server.hasEnded()));
    server = await started({});
  }
  await until(`${product} is halted`, () => isHalted(customers, product));
  if ((await held(customers, product)) !== after) failures.push(`the customer has lost ${product}`);
  failures.push(...(await findReconciliationFaults(dataDir, since)));
  await bothAsk(office, 'product resume', { product, reason: 'looked at' });
  if (await isHalted(customers, product)) failures.push(`${product} stays halted`);
  console.log(
    `${product} on ${rail.network}: lost${point === null ? '' : `, killed at ${point}`}, booked, resumed`,
  );
}

/** Coins that no block shows: explained by two operators, and booked although the server is killed meanwhile. */
async function explainGift({ office, moneyIn }: World): Promise<void> {
  const rail = findRail(1);
  const chain = await findChain(rail);
  const address = await moneyIn.addressOf(0, rail);
  const has = BigInt(String(await callChain(chain, 'eth_getBalance', [address, 'latest'])));
  await callChain(chain, 'anvil_setBalance', [address, `0x${(has + 7n).toString(16)}`]);
  await relaunch({ SALAR_KILL_AT: 'reconciliation.correction_written:1' });
  const explain = { product: rail.product, network: 'ethereum', reason: 'a gift' };
  const explained = until(
    'the gift is explained',
    async () => (await office.runWithApproval('reconcile explain', explain)).ok,
  );
  explained.catch(() => undefined); // the response is lost with the server
  await until('the server dies over the correction', () => Promise.resolve(server.hasEnded()));
  const since = Date.now();
  server = await started({});
  await explained.catch(() => undefined);
  failures.push(...(await findReconciliationFaults(dataDir, since)));
  console.log('a gift: explained and booked although the server died');
}

async function bothAsk(
  office: BackOffice,
  command: string,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  const answer = await office.runWithApproval(command, params);
  if (!answer.ok) throw new Error(`${command}: ${answer.text}`);
}

async function held(customers: Customers, product: string): Promise<string> {
  type Row = { readonly ProductSymbol: string; readonly Amount: string };
  const rows = await customers.list<Row>(0, 'GetAccountPositions', {});
  return rows.find((row) => row.ProductSymbol === product)?.Amount ?? '0';
}

async function isHalted(customers: Customers, product: string): Promise<boolean> {
  const products = await customers.list<{ Product: string; WithdrawEnabled: boolean }>(0, 'GetProducts', {});
  return products.find((one) => one.Product === product)?.WithdrawEnabled === false;
}

async function mineMore(customers: Customers, { name: network }: LocalChain): Promise<void> {
  await customers.at(0).api.local('mine', { network, blocks: blocksLater });
}

async function findChain({ network }: Rail): Promise<LocalChain> {
  const found = (await localChains(server.url)).find(({ name }) => name === network);
  if (found === undefined) throw new Error(`/local/status does not name ${network}`);
  return found;
}

function findRail(providerId: number): Rail {
  const rail = rails.find((one) => one.providerId === providerId);
  if (rail === undefined) throw new Error(`there is no rail ${providerId}`);
  return rail;
}

async function relaunch(env: Readonly<Record<string, string>>): Promise<void> {
  await server.stop();
  server = await started(env);
}

async function started(env: Readonly<Record<string, string>>): Promise<LaunchedServer> {
  const launched = await launchServer({ ...settings, env: { ...settings.env, ...env } });
  await launched.ready();
  return launched;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`timed out waiting until ${what}`);
    await pause(100);
  }
}
