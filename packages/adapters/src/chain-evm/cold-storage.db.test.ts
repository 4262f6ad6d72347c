/** The hot wallets' share, and what is above it: on a real local chain with the real signer. */
import { houseAccounts, minor, userId } from '@salar/protocol';
import { localContracts } from '@salar/services';
import type { EvmNetwork } from '@salar/services';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openTicketWorld, world } from '@salar/testing/ticket-world';
import type { TicketWorld } from '@salar/testing/ticket-world';
import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JsonRpc } from './json-rpc.ts';

const { eth, usdt } = world.ids;
const { maria } = world;
const ether = 10n ** 18n;
const dollar = 10n ** 6n;
const cold = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let data: TestDatabase;
let exchange: TicketWorld;
let rpc: JsonRpc;
let address: string;

function withCold(network: EvmNetwork): EvmNetwork {
  return {
    ...network,
    coldAddress: cold,
    assets: network.assets.map((asset) => ({ ...asset, sweepMin: asset.productId === eth ? ether : dollar })),
    sweeps: { gasWalletMin: ether / 10n, gasWalletMax: ether, perMove: ether / 20n, perHour: 10n * ether },
  };
}

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTicketWorld(data.database, withCold);
  await exchange.reopen({ hotCapPpm: 50_000n, reconcileEveryMs: 0 });
  rpc = new JsonRpc(exchange.anvil.url);
  await exchange.anvil.faucet.send({ address: exchange.hotAddress, contract: null, amount: 3n * ether });
  const made = await exchange.services.deposits.getAddress({
    accountId: maria,
    productId: usdt,
    generateNew: true,
  });
  if (!made.ok) throw new Error(made.refusal);
  ({ address } = made.value);
  await settled();
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});

async function settled(): Promise<void> {
  for (let turn = 0; turn < 16; turn += 1) await exchange.pass(1);
}

const balanceOf = (product: typeof eth, of: string) => exchange.client.getBalance(product, of);

/** Checks that the books are what hot wallets, deposit addresses and cold storage hold together, to the last unit. */
async function expectBooksHeld(): Promise<void> {
  for (const product of [eth, usdt]) {
    let held = 0n;
    for (const one of [exchange.hotAddress, exchange.gasAddress, address, cold])
      held += await balanceOf(product, one);
    expect(0n - exchange.engine.position(houseAccounts.custody, product).total).toBe(held);
  }
  expect(exchange.log.alerts.filter((alert) => alert.includes('differ'))).toEqual([]);
}

/** Sends from cold storage back to the hot wallet: somebody else pays for the transaction, as with a Safe. */
async function refill(contract: string, value: bigint): Promise<void> {
  await rpc.call('anvil_setNextBlockBaseFeePerGas', '0x0');
  await rpc.call('anvil_impersonateAccount', cold);
  const abi = parseAbi(['function transfer(address to, uint256 value)']);
  const hot = exchange.hotAddress as `0x${string}`;
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [hot, value] });
  await rpc.call('eth_sendTransaction', { from: cold, to: contract, data, gasPrice: '0x0' });
  await rpc.call('anvil_stopImpersonatingAccount', cold);
}

test('a burst of deposits goes to cold storage, until the hot wallets are below their share', async () => {
  await exchange.anvil.faucet.send({ address, contract: null, amount: 200n * ether });
  await exchange.anvil.faucet.send({ address, contract: localContracts.usdt, amount: 1_000_000n * dollar });
  await settled();
  await settled();
  await expectBooksHeld();
  const owed = { eth: exchange.available(maria, eth), usdt: exchange.available(maria, usdt) };
  expect(owed).toEqual({ eth: 200n * ether, usdt: 1_000_000n * dollar });
  const hot = {
    eth: (await balanceOf(eth, exchange.hotAddress)) + (await balanceOf(eth, exchange.gasAddress)),
    usdt: await balanceOf(usdt, exchange.hotAddress),
  };
  expect(hot.eth).toBeLessThanOrEqual(owed.eth / 20n);
  expect(hot.usdt).toBeLessThanOrEqual(owed.usdt / 20n);
  expect(hot.usdt).toBeGreaterThanOrEqual(owed.usdt / 26n); // four fifths of the share stay
  expect(await balanceOf(usdt, cold)).toBe(owed.usdt - hot.usdt);
  const moves = await data.database.query<{ status: string }>(
    `SELECT status FROM house_move WHERE kind = 'cold'`,
  );
  expect(moves.map(({ status }) => status)).toEqual(moves.map(() => 'Final'));
  expect(moves.length).toBeLessThanOrEqual(4);
});

test('a refill from cold storage is credited to no customer, and the books agree', async () => {
  const before = [exchange.available(maria, usdt), exchange.available(maria, eth)];
  const hot = await balanceOf(usdt, exchange.hotAddress);
  await refill(localContracts.usdt, 5_000n * dollar);
  await settled();
  expect(await balanceOf(usdt, exchange.hotAddress)).toBe(hot + 5_000n * dollar);
  expect([exchange.available(maria, usdt), exchange.available(maria, eth)]).toEqual(before);
  const deposits = await data.database.query(`SELECT 1 FROM deposit WHERE from_address = $1`, [cold]);
  expect(deposits).toEqual([]);
  await expectBooksHeld();
});

test('a withdrawal to our own cold storage is refused', async () => {
  const answer = await exchange.services.withdrawals.create({
    userId: userId(1),
    accountId: maria,
    productId: usdt,
    amount: minor(100n * dollar),
    templateType: 'ToExternalEthereumAddress',
    templateForm: JSON.stringify({ ExternalAddress: cold }),
    requestIp: '203.0.113.9',
  });
  expect(answer).toEqual({ ok: false, refusal: 'destination_refused' });
});
