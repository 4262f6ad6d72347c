/** Fifty reorganisations of a real chain, by seed, with deposits in flight all the time. */
import { houseAccounts } from '@salar/protocol';
import type { AccountId, ProductId } from '@salar/protocol';
import { localContracts } from '@salar/services';
import { listCreditedDeposits } from '@salar/store/tables/tickets/deposits';
import { Dice, createSeededRandom } from '@salar/testing/seeded-random';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openTicketWorld, world } from '@salar/testing/ticket-world';
import type { TicketWorld } from '@salar/testing/ticket-world';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { JsonRpc } from './json-rpc.ts';

const { eth, usdt, usdc } = world.ids;
const reorgs = 50;
/** The network requires 2 confirmations, so many of these reach below what was credited. */
const depthMax = 8;
const seed = 20_261_121;

let data: TestDatabase;
let exchange: TicketWorld;
let rpc: JsonRpc;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTicketWorld(data.database);
  rpc = new JsonRpc(exchange.anvil.url);
  await exchange.pass(depthMax); // no reorganisation reaches the tokens
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});

/** Signed bytes of every payment made so far, in order. */
const payments: { readonly txId: string; readonly raw: string }[] = [];

async function pay(dice: Dice, receiver: string): Promise<void> {
  const contract = dice.pick([null, localContracts.usdt, localContracts.usdc]);
  const unit = contract === null ? 10n ** 18n : 10n ** 6n;
  const amount = unit * BigInt(dice.int(2, 9)) + BigInt(dice.int(0, 999));
  const txId = await exchange.anvil.faucet.send({ address: receiver, contract, amount });
  const raw = await rpc.call('eth_getRawTransactionByHash', txId);
  if (typeof raw !== 'string') throw new Error('the chain forgot a transaction');
  payments.push({ txId, raw });
}

/** Replaces the newest blocks; their transactions come back, or never do. */
async function reorganise(dice: Dice): Promise<void> {
  await rpc.call('anvil_reorg', dice.int(1, depthMax), []);
  await rpc.call('anvil_dropAllTransactions');
  if (dice.chance(0.4)) return;
  for (const { txId, raw } of payments) {
    const isLost = (await rpc.call('eth_getTransactionReceipt', txId)) === null;
    // A payer's later payment may have taken its nonce meanwhile: then it is gone for good.
    if (isLost) await rpc.call('eth_sendRawTransaction', raw).catch(() => undefined);
  }
  await waitUntilMined();
}

/**
 * Waits until no transaction waits for its block. Anvil mines them in the background, and a reorganisation meanwhile leaves
 * it without one of its own blocks, which no real node does.
 */
async function waitUntilMined(): Promise<void> {
  await vi.waitFor(async () => expect(await rpc.call('txpool_status')).toMatchObject({ pending: '0x0' }), {
    timeout: 10_000,
    interval: 2,
  });
}

/** Returns what our addresses of an account hold according to the chain. */
async function onChain(product: ProductId, addresses: ReadonlySet<string>): Promise<bigint> {
  let sum = 0n;
  for (const address of addresses) sum += await exchange.client.getBalance(product, address);
  return sum;
}

/** Describes every deposit, its receipt, and the chain since: a difference that is rare has to explain itself. */
async function describeDeposits(): Promise<string> {
  const rows = await data.database.query<{ tx_id: string }>(
    `SELECT tx_id, ticket_id, status, product_id, amount::text, block_height, block_hash, missing_since, reversed_at
     FROM deposit ORDER BY ticket_id`,
  );
  const cursors = await data.database.query('SELECT * FROM chain_cursor');
  const head = Number(await rpc.call('eth_blockNumber'));
  const lines = [`head ${head}, read up to ${JSON.stringify(cursors)}`];
  for (const row of rows) {
    const receipt = await rpc.call('eth_getTransactionReceipt', row.tx_id);
    const { blockNumber, blockHash, status } = (receipt ?? {}) as Record<string, unknown>;
    lines.push(`${JSON.stringify(row)} on the chain: ${JSON.stringify({ blockNumber, blockHash, status })}`);
  }
  const unseen = payments.filter(({ txId }) => rows.every((row) => row.tx_id !== txId));
  for (const { txId } of unseen) lines.push(`no ticket for ${txId}`);
  return [...lines, ...exchange.log.alerts.map((alert) => JSON.stringify(alert))].join('\n');
}

test(
  'fifty reorganisations leave no credit without its coins, and no coins without their credit',
  { timeout: 240_000 },
  async () => {
    const dice = new Dice(createSeededRandom(seed));
    const addresses = new Map<AccountId, Set<string>>();
    const addressOf = async (account: AccountId) => {
      const address = await exchange.getDepositAddress(account);
      addresses.set(account, (addresses.get(account) ?? new Set()).add(address));
      return address;
    };
    for (let count = 0; count < reorgs; count += 1) {
      for (let paid = dice.int(0, 3); paid > 0; paid -= 1)
        await pay(dice, await addressOf(dice.pick([world.maria, world.joao])));
      if (dice.chance(0.7)) await exchange.pass(dice.int(0, 3));
      await reorganise(dice);
      if (dice.chance(0.6)) await exchange.services.turn();
      if (dice.chance(0.1)) await exchange.reopen();
    }
    for (let calm = 0; calm < 4; calm += 1) await exchange.pass(8);

    const all = new Set([...addresses.values()].flatMap((some) => [...some]));
    const losses: bigint[] = [];
    for (const product of [eth, usdt, usdc]) {
      const held = await onChain(product, all);
      const totalOf = (account: AccountId) => exchange.engine.position(account, product).total;
      const credited = totalOf(world.maria) + totalOf(world.joao);
      const loss = 0n - totalOf(houseAccounts.loss);
      const custody = 0n - totalOf(houseAccounts.custody);
      const details = custody === held ? '' : `\n${await describeDeposits()}`;
      expect(custody, `custody of product ${product}${details}`).toBe(held);
      expect(credited - loss, `credits of product ${product}`).toBe(held);
      expect(exchange.engine.product(product)?.halted ?? false).toBe(loss > 0n);
      losses.push(loss);
    }
    // The scenario is realistic: coins arrived, and some disappeared after they had been credited.
    expect(payments.length).toBeGreaterThan(40);
    expect(losses.some((loss) => loss > 0n)).toBe(true);
    expect(exchange.log.alerts.length).toBeGreaterThan(0);
    const rows = await listCreditedDeposits(data.database);
    expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
  },
);
