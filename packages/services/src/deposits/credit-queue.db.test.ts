/** Deposits that cannot be credited, and their effect on those behind them. */
import { minor } from '@salar/protocol';
import type { AccountId, TicketId } from '@salar/protocol';
import { ana, beto, btc, cop, EngineFixture, usdt } from '@salar/testing/engine-fixture';
import { createDecisions } from '@salar/testing/decision-memory';
import { openTestDatabase } from '@salar/testing/postgres';
import { createCollectingLog } from '@salar/testing/ticket-world';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChainUnavailable } from '../ports/chain-client.ts';
import type { AddressScheme, ChainBlock, ChainReader, ChainTransfer } from '../ports/chain-client.ts';
import { silentLog } from '../ports/log.ts';
import type { ChainProvider } from '../tickets/networks.ts';
import { localProviders } from '../tickets/providers.ts';
import { ChainWatcher } from './chain-watcher.ts';
import { creditDeposits, settleMissingDeposits } from './credit-deposits.ts';
import { DepositAddresses } from './deposit-addresses.ts';
import { SecondSource } from './second-source.ts';
import { createInstantPort } from '@salar/testing/instant-port';

const scheme: AddressScheme = {
  family: 'evm',
  firstIndex: 1,
  derive: (index) => `address ${index}`,
  parse: (text) => text,
  isBurn: () => false,
};

let store: TestDatabase;
let fixture: EngineFixture;
/** The chain, block by block from height 0. */
let blocks: ChainBlock[];
let turn: () => Promise<void>;
let to: string;
/** Transactions whose receipt the node does not find. */
let lost: Set<string>;
/** Transactions that the node cannot return. */
let broken: Set<string>;
let alerts: string[];

beforeEach(async () => {
  store = await openTestDatabase();
  const { database } = store;
  fixture = new EngineFixture();
  blocks = [];
  lost = new Set();
  broken = new Set();
  alerts = [];
  mine([], 'a');
  const [ethereum] = localProviders({ eth: btc, usdt, usdc: cop }).networks;
  if (ethereum === undefined) throw new Error('the local network is missing');
  const addresses = new DepositAddresses({
    database,
    macKey: Buffer.alloc(32, 1),
    decisions: createDecisions(() => 1),
    clock: () => 1,
    log: createCollectingLog().log,
  });
  to = await addresses.current(ana, scheme);
  const provider = { kind: 'chain', chainId: ethereum.chainId, productId: btc, providerId: 1 };
  const shared = {
    database,
    network: ethereum,
    client: node(ethereum.chainId),
    clock: () => 1,
    ticketMacKey: Buffer.alloc(32, 2),
    by: 'worker, deposits of test',
    log: { ...silentLog, error: (_: unknown, message: string) => void alerts.push(message) },
    providers: [{ ...provider, depositMin: minor(1n), confirmations: 2 } as unknown as ChainProvider],
    scheme,
    addresses,
    houseAddresses: ['hot'],
  };
  const watcher = new ChainWatcher(shared);
  const witness = new SecondSource({
    database: store.database,
    network: ethereum,
    client: null,
    clock: () => 1,
    log: silentLog,
  });
  const ledger = createInstantPort(fixture.engine, async (command) => fixture.apply(command));
  const waiting = new Set<TicketId>();
  turn = async () => {
    const { height } = await watcher.follow();
    const exposed = { listWaiting: async () => new Set<TicketId>(), mayCredit: async () => true };
    const crediting = { ...shared, ledger, secondSource: witness, exposed, waiting };
    await creditDeposits(crediting, height);
    await settleMissingDeposits(crediting, height);
  };
});
afterEach(() => store.close());

function node(chainId: number): ChainReader {
  return {
    chainId,
    check: async () => undefined,
    height: async () => blocks.length - 1,
    block: async (height) => blocks[height] ?? null,
    async receipt(txId) {
      const block = blocks.find(({ transfers }) => transfers.some((transfer) => transfer.txId === txId));
      if (broken.has(txId)) throw new ChainUnavailable('the node did not answer');
      if (block === undefined || lost.has(txId)) return null;
      const transfers = block.transfers.filter((transfer) => transfer.txId === txId);
      return { succeeded: true, height: block.height, blockHash: block.hash, transfers, networkFee: 0n };
    },
    broadcast: async () => ({ kind: 'sent' }),
  };
}

/** Mines a block on top, on a branch. */
function mine(transfers: readonly ChainTransfer[], branch: string): void {
  const height = blocks.length;
  const parentHash = blocks.at(-1)?.hash ?? '';
  blocks.push({ height, hash: `${branch}${height}`, parentHash, transfers });
}

const sent = (txId: string, amount: bigint, position = 'native'): ChainTransfer => ({
  txId,
  position,
  productId: btc,
  from: 'a stranger',
  to,
  amount,
});
const balance = () => fixture.engine.position(ana, btc).total;

test('deposits that the node no longer reports do not delay later ones', async () => {
  const many = Array.from({ length: 120 }, (_, place) => sent(`lost ${place}`, 7n));
  many.forEach(({ txId }) => lost.add(txId));
  mine([...many, sent('good', 5n)], 'a');
  mine([], 'a');
  await turn();
  expect(balance()).toBe(5n);
  lost.clear();
  await turn();
  await turn();
  expect(balance()).toBe(5n + 120n * 7n);
});

test('deposits whose transaction the node cannot return do not delay later ones', async () => {
  const many = Array.from({ length: 20 }, (_, place) => sent(`broken ${place}`, 7n));
  many.forEach(({ txId }) => broken.add(txId));
  mine([...many, sent('good', 5n)], 'a');
  mine([], 'a');
  await turn();
  expect(balance()).toBe(5n);
  broken.clear();
  await turn();
  expect(balance()).toBe(5n + 20n * 7n);
});

test('a contract that sends another amount in another block is credited the amount of the final block', async () => {
  mine([sent('moody', 9n, 'internal-0')], 'a');
  await turn();
  blocks.pop();
  mine([sent('moody', 4n, 'internal-0')], 'b');
  mine([], 'b');
  await turn();
  expect(balance()).toBe(4n);
  mine([], 'b');
  await turn();
  expect(balance()).toBe(4n);
});

/** Changes by somebody with write access to the database, between a deposit and its confirmations. */
describe('a row that was changed in the database is not credited:', () => {
  const balanceOf = (account: AccountId) => fixture.engine.position(account, btc).total;
  const changed = 'ALERT: a deposit was changed in the database, and is not credited';

  async function attack(statement: string): Promise<void> {
    mine([sent('good', 5n)], 'a');
    await turn();
    await store.database.query(statement);
    mine([], 'a');
    await turn();
  }

  test('the account of another customer', async () => {
    await attack(`UPDATE deposit SET account_id = ${beto}`);
    expect([balance(), balanceOf(beto)]).toEqual([0n, 0n]);
    expect(alerts).toContain(changed);
    await store.database.query(`UPDATE deposit SET account_id = ${ana}`);
    await turn();
    expect(balance()).toBe(5n);
  });

  test.each([
    ['who saw it', `UPDATE deposit SET status_by = 'operator ana'`],
    ['when it was seen', 'UPDATE deposit SET status_at = status_at - 1'],
    ['who saw it, in the history', `UPDATE ticket_step SET status_by = 'operator ana'`],
    ['its whole history to none', 'DELETE FROM ticket_step'],
    ['what proves it to nothing', 'UPDATE deposit SET step = 0, status_mac = NULL'],
  ])('%s', async (_, statement) => {
    await attack(statement);
    expect(balance()).toBe(0n);
    expect(alerts).toContain(changed);
  });

  test('the proof of another deposit, with its history', async () => {
    mine([sent('good', 5n), sent('bad', 6n)], 'a');
    await turn();
    const columns = 'step, status_before, status_by, status_at, trail, status_mac';
    await store.database.query(
      `UPDATE deposit SET (${columns}) = (SELECT ${columns} FROM deposit WHERE tx_id = 'good') WHERE tx_id = 'bad'`,
    );
    mine([], 'a');
    await turn();
    expect(balance()).toBe(5n);
    expect(alerts).toEqual([changed]);
  });

  test('one of a version that proved no deposits is credited as the chain has it', async () => {
    mine([sent('good', 5n)], 'a');
    await turn();
    await store.database.query('UPDATE ticket_step SET step = 0');
    await store.database.query(
      'UPDATE deposit SET step = 0, status_at = NULL, status_by = NULL, status_mac = NULL',
    );
    await store.database.query('DELETE FROM ticket_step');
    mine([], 'a');
    await turn();
    expect(balance()).toBe(5n);
    expect(alerts).toEqual([]);
    const steps = await store.database.query(
      'SELECT status_before AS before, status, status_by AS by FROM ticket_step ORDER BY step_id',
    );
    const by = 'worker, deposits of test';
    expect(steps).toEqual([
      { before: 'Pending', status: 'Confirmed', by },
      { before: 'Confirmed', status: 'FullyProcessed', by },
    ]);
  });

  test('a second row of the same transfer under another key', async () => {
    const columns = `request_code, chain_id, account_id, product_id, provider_id, amount, status, tx_id, position, from_address,
      to_address, block_height, block_hash, confirmations_needed, created_at, updated_at`;
    await attack(
      `INSERT INTO deposit (ticket_id, key, ${columns})
         SELECT nextval('ticket_number'), 'another', ${columns.replace('request_code', 'gen_random_uuid()')} FROM deposit`,
    );
    expect(balance()).toBe(5n);
    expect(alerts).toEqual([changed]);
  });

  test('fewer confirmations than the network needs', async () => {
    mine([sent('good', 5n)], 'a');
    await turn();
    await store.database.query('UPDATE deposit SET confirmations_needed = 0');
    await turn();
    expect(balance()).toBe(0n);
    mine([], 'a');
    await turn();
    expect(balance()).toBe(5n);
  });

  test('a move between our own addresses', async () => {
    mine([{ ...sent('sweep', 5n), from: to, to: 'hot' }, sent('other', 1n)], 'a');
    await turn();
    await store.database.query(
      `UPDATE deposit SET tx_id = 'sweep', to_address = 'hot', amount = 5, key = replace(key, 'other', 'sweep')`,
    );
    mine([], 'a');
    await turn();
    expect(balance()).toBe(0n);
    expect(alerts).toContain(changed);
  });

  test('a credited deposit that is marked as missing is not taken back', async () => {
    mine([sent('good', 5n)], 'a');
    mine([], 'a');
    await turn();
    expect(balance()).toBe(5n);
    await store.database.query(
      'UPDATE deposit SET missing_since = 0, block_height = NULL, block_hash = NULL',
    );
    for (let height = 0; height < 200; height += 1) mine([], 'a');
    for (let round = 0; round < 10; round += 1) await turn();
    expect(balance()).toBe(5n);
    expect(fixture.engine.product(btc)?.halted).toBe(false);
    expect(alerts).toContain('ALERT: a deposit is marked as missing, and the chain has it');
  });

  test.each([
    ['with another amount', 'amount = 6'],
    ['with another transaction', `tx_id = 'never'`],
    ['by somebody else', `status_by = 'operator ana'`],
  ])('a credited deposit that is marked as missing %s is not taken back', async (_, change) => {
    mine([sent('good', 5n)], 'a');
    mine([], 'a');
    await turn();
    await store.database.query(
      `UPDATE deposit SET missing_since = 0, block_height = NULL, block_hash = NULL, ${change}`,
    );
    for (let height = 0; height < 200; height += 1) mine([], 'a');
    for (let round = 0; round < 10; round += 1) await turn();
    expect(balance()).toBe(5n);
    expect(fixture.engine.product(btc)?.halted).toBe(false);
    expect(alerts).toContain('ALERT: a deposit was changed in the database, and is no loss');
  });
});
