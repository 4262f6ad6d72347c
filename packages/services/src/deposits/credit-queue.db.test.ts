/** Deposits that cannot be credited, and their effect on those behind them. */
import { minor } from '@salar/protocol';
import { ana, btc, cop, EngineFixture, usdt } from '@salar/testing/engine-fixture';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AddressScheme, ChainBlock, ChainReader, ChainTransfer } from '../ports/chain-client.ts';
import { silentLog } from '../ports/log.ts';
import type { ChainProvider } from '../tickets/networks.ts';
import { localProviders } from '../tickets/providers.ts';
import { ChainWatcher } from './chain-watcher.ts';
import { creditDeposits } from './credit-deposits.ts';
import { DepositAddresses } from './deposit-addresses.ts';
import { SecondSource } from './second-source.ts';
import { createInstantPort } from '@salar/testing/instant-port';

const scheme: AddressScheme = {
  family: 'evm',
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

beforeEach(async () => {
  store = await openTestDatabase();
  const { database } = store;
  fixture = new EngineFixture();
  blocks = [];
  lost = new Set();
  mine([], 'a');
  const [ethereum] = localProviders({ eth: btc, usdt, usdc: cop }).networks;
  if (ethereum === undefined) throw new Error('the local network is missing');
  const addresses = new DepositAddresses({ database, macKey: Buffer.alloc(32, 1), clock: () => 1 });
  to = await addresses.current(ana, scheme);
  const provider = { kind: 'chain', chainId: ethereum.chainId, productId: btc, providerId: 1 };
  const shared = {
    database,
    network: ethereum,
    client: node(ethereum.chainId),
    clock: () => 1,
    log: silentLog,
  };
  const watcher = new ChainWatcher({
    ...shared,
    providers: [{ ...provider, depositMin: minor(1n), confirmations: 2 } as unknown as ChainProvider],
    scheme,
    addresses,
    houseAddresses: [],
  });
  const witness = new SecondSource({
    database: store.database,
    network: ethereum,
    client: null,
    log: silentLog,
  });
  const ledger = createInstantPort(fixture.engine, async (command) => fixture.apply(command));
  turn = async () => {
    const { height } = await watcher.follow();
    await creditDeposits({ ...shared, ledger, secondSource: witness }, height);
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
