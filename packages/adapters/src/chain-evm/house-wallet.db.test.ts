/** The house's money apart from its customers': on a real local chain with the real signer. */
import { houseAccounts, minor, userId } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import { localContracts } from '@salar/services';
import type { EvmNetwork } from '@salar/services';
import { readHouseBooks } from '@salar/testing/house-books';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openTicketWorld, world } from '@salar/testing/ticket-world';
import type { TicketWorld } from '@salar/testing/ticket-world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const { eth, usdt } = world.ids;
const { maria } = world;
const ether = 10n ** 18n;
const dollar = 10n ** 6n;
const houseMin = { eth: ether / 2n, usdt: 100n * dollar };
const timeout = 120_000;

let data: TestDatabase;
let exchange: TicketWorld;
let address: string;
let house: string;

function withHouseWallet(network: EvmNetwork): EvmNetwork {
  const assets = network.assets.map((asset) => {
    const one = { ...asset, houseFloat: 0n };
    if (asset.productId === eth) return { ...one, sweepMin: ether, houseMin: houseMin.eth };
    return asset.productId === usdt ? { ...one, sweepMin: dollar, houseMin: houseMin.usdt } : asset;
  });
  const sweeps = {
    gasWalletMin: ether / 10n,
    gasWalletMax: ether,
    perMove: ether / 20n,
    perHour: 10n * ether,
  };
  return { ...network, assets, sweeps };
}

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTicketWorld(data.database, withHouseWallet);
  await exchange.reopen({ reconcileEveryMs: 0 });
  house = exchange.network.wallet.houseAddress ?? '';
  address = await exchange.getDepositAddress(maria);
  await settled(2);
}, timeout);
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});

async function settled(blocks = 16): Promise<void> {
  for (let block = 0; block < blocks; block += 1) await exchange.pass(1);
}

const balanceOf = (product: ProductId, of: string) => exchange.client.getBalance(product, of);

/** Returns what both sides hold and own, and checks that they make up custody to the last unit. */
async function readSides(product: ProductId) {
  const { custody, owned, suspense } = readHouseBooks(exchange.engine, product);
  const ofHouse = (await balanceOf(product, house)) + (await balanceOf(product, exchange.gasAddress));
  const ofCustomers = (await balanceOf(product, exchange.hotAddress)) + (await balanceOf(product, address));
  expect(ofHouse + ofCustomers).toBe(custody);
  expect(exchange.log.alerts.filter((alert) => alert.includes('differ'))).toEqual([]);
  expect(suspense).toBe(0n);
  return { owned, ofHouse, ofCustomers, owed: exchange.available(maria, product) };
}

const kinds = async () =>
  (
    await data.database.query<{ kind: string }>(
      `SELECT DISTINCT kind FROM house_move WHERE kind LIKE '%house' ORDER BY 1`,
    )
  ).map(({ kind }) => kind);

test(
  'the house’s money in the hot wallet goes to its own wallet, customers’ money stays',
  { timeout },
  async () => {
    const { faucet } = exchange.anvil;
    await faucet.send({ address, contract: null, amount: 20n * ether });
    await faucet.send({ address, contract: localContracts.usdt, amount: 5_000n * dollar });
    await faucet.send({ address: exchange.hotAddress, contract: null, amount: 10n * ether });
    await faucet.send({ address: exchange.hotAddress, contract: localContracts.usdt, amount: 700n * dollar });
    await settled(30);
    const coins = await readSides(eth);
    expect(coins.owed).toBe(20n * ether);
    expect(await balanceOf(eth, house)).toBeGreaterThan(8n * ether);
    expect(coins.owned - coins.ofHouse).toBeLessThan(houseMin.eth);
    expect(coins.owed - coins.ofCustomers).toBeLessThan(houseMin.eth);
    const dollars = await readSides(usdt);
    expect(dollars).toEqual({
      owned: 700n * dollar,
      ofHouse: 700n * dollar,
      ofCustomers: 5_000n * dollar,
      owed: 5_000n * dollar,
    });
    expect(await kinds()).toEqual(['to_house']);
  },
);

test('what the customers’ wallets lack comes back from the house wallet', { timeout }, async () => {
  for (const [productId, amount] of [
    [eth, 3n * ether],
    [usdt, 450n * dollar],
  ] as const) {
    const outcome = await exchange.ledger.submit({
      type: 'TransferFunds',
      sourceAccountId: houseAccounts.operatorFunding,
      targetAccountId: maria,
      productId,
      amount: minor(amount),
      key: `bonus ${productId}`,
    });
    expect(outcome.ok).toBe(true);
  }
  await settled();
  const coins = await readSides(eth);
  expect(coins.owed).toBe(23n * ether);
  expect(coins.owed - coins.ofCustomers).toBeLessThan(houseMin.eth);
  const dollars = await readSides(usdt);
  expect(dollars).toEqual({
    owned: 250n * dollar,
    ofHouse: 250n * dollar,
    ofCustomers: 5_450n * dollar,
    owed: 5_450n * dollar,
  });
  expect(await kinds()).toEqual(['from_house', 'to_house']);
});

test(
  'what an outsider pays to the house wallet is the operator’s own money, and credited to no customer',
  { timeout },
  async () => {
    const before = await readSides(usdt);
    await exchange.anvil.faucet.send({ address: house, contract: localContracts.usdt, amount: 50n * dollar });
    await settled();
    const after = await readSides(usdt);
    expect(after.owned - before.owned).toBe(50n * dollar);
    expect(after.ofHouse - before.ofHouse).toBe(50n * dollar);
    expect(after.owed).toBe(before.owed);
  },
);

test('a withdrawal to the house wallet is refused', async () => {
  const answer = await exchange.services.withdrawals.create({
    userId: userId(1),
    accountId: maria,
    productId: usdt,
    amount: minor(100n * dollar),
    templateType: 'ToExternalEthereumAddress',
    templateForm: JSON.stringify({ ExternalAddress: house }),
    requestIp: '203.0.113.9',
  });
  expect(answer).toEqual({ ok: false, refusal: 'destination_refused' });
});
