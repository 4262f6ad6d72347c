/** The watcher on nodes that contradict themselves. */
import { assert } from '@salar/protocol';
import { btc, cop, usdt } from '@salar/testing/engine-fixture';
import { createDecisions } from '@salar/testing/decision-memory';
import { openTestDatabase } from '@salar/testing/postgres';
import { createCollectingLog } from '@salar/testing/ticket-world';
import type { TestDatabase } from '@salar/testing/postgres';
import { SimulatedChain } from '@salar/testing/simulator/simulated-chain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AddressScheme, ChainReader } from '../ports/chain-client.ts';
import { localProviders } from '../tickets/providers.ts';
import { ChainWatcher } from './chain-watcher.ts';
import { DepositAddresses } from './deposit-addresses.ts';

const scheme: AddressScheme = {
  family: 'evm',
  firstIndex: 1,
  derive: (index) => `address ${index}`,
  parse: (text) => text,
  isBurn: () => false,
};

let store: TestDatabase;
beforeAll(async () => {
  store = await openTestDatabase();
});
afterAll(() => store.close());

test('a node without a block below its own head is reported, and followed when it has the block again', async () => {
  const chain = new SimulatedChain();
  for (let block = 0; block < 9; block += 1) chain.mine();
  let missing: number | null = 5;
  const warnings: string[] = [];
  const client: ChainReader = {
    chainId: 77,
    check: async () => undefined,
    height: async () => chain.height,
    block: async (height) => {
      const block = height === missing ? null : chain.block(height);
      return block && { ...block, transfers: [] };
    },
    receipt: async () => null,
    broadcast: async () => ({ kind: 'sent' }),
  };
  const [ethereum] = localProviders({ eth: btc, usdt, usdc: cop }).networks;
  assert(ethereum !== undefined, 'there is a local network');
  const { database } = store;
  const watcher = new ChainWatcher({
    database,
    network: { ...ethereum, chainId: 77 },
    providers: [],
    client,
    scheme,
    addresses: new DepositAddresses({
      database,
      macKey: Buffer.alloc(32, 1),
      decisions: createDecisions(() => 1),
      clock: () => 1,
      log: createCollectingLog().log,
    }),
    houseAddresses: [],
    clock: () => 1,
    ticketMacKey: Buffer.alloc(32, 2),
    by: 'worker, deposits of test',
    log: { info: () => undefined, warn: (_, message) => warnings.push(message), error: () => undefined },
  });
  // What was read before the gap is credited first.
  expect(await watcher.follow()).toEqual({ height: 4, caughtUp: false });
  const failure = 'the node has no block 5, although its newest is 8';
  await expect(watcher.follow()).rejects.toThrow(failure);
  await expect(watcher.follow()).rejects.toThrow(failure);
  // Without the last block that was read, the chain was not reorganised either.
  missing = 4;
  await expect(watcher.follow()).rejects.toThrow('the node has no block 4, although its newest is 8');
  expect(warnings).toEqual([]);
  missing = null;
  expect(await watcher.follow()).toEqual({ height: 8, caughtUp: true });
});
