/** A hot wallet of Bitcoin with a key of another store: payments spend what the former one holds. */
import { houseAccounts, minor } from '@salar/protocol';
import { submitCorrection } from '@salar/services/reconciliation/book-correction';
import { addCorrection } from '@salar/services/reconciliation/wallet-corrections';
import { SeedKeys } from '@salar/signer/keys/seed-keys';
import { bitcoinProduct, openBitcoinExchange } from '@salar/testing/bitcoin-exchange';
import type { BitcoinExchange } from '@salar/testing/bitcoin-exchange';
import { listReconciliations } from '@salar/store/tables/operators/reconciliation';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { world } from '@salar/testing/ticket-world';
import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { maria } = world;
const bitcoin = 10n ** 8n;
const outsider = 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk';

let data: TestDatabase;
let exchange: BitcoinExchange;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openBitcoinExchange(data.database);
  await exchange.reopen({ reconcileEveryMs: 0 });
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});

async function settled(blocks = 5): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await exchange.pass(1);
    expect(await exchange.isBalanced()).toBe(true);
    expect(exchange.alerts).toEqual([]);
  }
}

/** Gives maria money of the house. */
async function give(amount: bigint): Promise<void> {
  const outcome = await exchange.ledger.submit({
    type: 'TransferFunds',
    sourceAccountId: houseAccounts.operatorFunding,
    targetAccountId: maria,
    productId: bitcoinProduct,
    amount: minor(amount),
    key: `bonus ${amount}`,
  });
  expect(outcome.ok).toBe(true);
}

/** Gives maria money of the house, has it paid out, and returns the places of the outputs that paid. */
async function payOut(amount: bigint): Promise<readonly { branch: number; index: number }[]> {
  await give(amount);
  const ticketId = await exchange.withdraw(amount, outsider);
  await settled();
  const [ticket] = await exchange.services.withdrawals.list({ accountId: maria, startIndex: 0, limit: 1 });
  expect(ticket).toMatchObject({ ticketId, status: 'FullyProcessed' });
  const [payment] = await data.database.query<{ plan: string }>(
    'SELECT plan FROM payment_attempt WHERE ticket_id = $1',
    [ticketId],
  );
  return (JSON.parse(payment?.plan ?? '') as { inputs: { branch: number; index: number }[] }).inputs;
}

test('what the former hot wallet held, and what arrives there later, is paid out', async () => {
  await settled(2);
  const former = exchange.hotAddress;
  await exchange.pay({ address: former, amount: 5n * bitcoin });
  await settled();
  const seed = new SeedKeys(exchange.seed, 'regtest');
  const other = new SeedKeys(
    { root: HDKey.fromMasterSeed(new Uint8Array(32).fill(9)), layout: 2 },
    'regtest',
  );
  await exchange.startSigner(
    new Map([
      ['bitcoin/hot', other],
      ['bitcoin/former-hot', seed.asFormer()],
    ]),
  );
  await exchange.reopen({ reconcileEveryMs: 0 });
  const { hotAddress } = exchange.wallet;
  expect(hotAddress).not.toBe(former);
  expect(await payOut(4n * bitcoin)).toMatchObject([{ branch: 0, index: 0 }]);
  await exchange.pay(
    { address: former, amount: 3n * bitcoin },
    { address: hotAddress, amount: 6n * bitcoin },
  );
  await settled();
  expect(await payOut(2n * bitcoin)).toMatchObject([{ branch: 0, index: 0 }]);
  expect(await payOut(5n * bitcoin)).toMatchObject([{ branch: 2, index: 0 }]);
});

test('what a hot wallet holds whose key is lost counts as missing, and no payment spends it', async () => {
  const { hotAddress: lost } = exchange.wallet;
  await exchange.pay({ address: lost, amount: 8n * bitcoin });
  await settled();
  const next = new SeedKeys({ root: HDKey.fromMasterSeed(new Uint8Array(32).fill(8)), layout: 2 }, 'regtest');
  await exchange.startSigner(new Map([['bitcoin/hot', next]]));
  await exchange.reopen({ reconcileEveryMs: 0 });
  await exchange.pass(1);
  await exchange.pass(1); // a difference counts when it remains
  const [row] = await listReconciliations(data.database);
  const amount = (row?.found ?? 0n) - (row?.expected ?? 0n);
  expect(amount).toBe(-8n * bitcoin);
  expect(exchange.engine.product(bitcoinProduct)?.halted).toBe(true);

  // As two operators book the loss.
  const { chainId } = exchange.network;
  const { database } = data;
  const context = { database, clock: () => exchange.clock.now, ticketMacKey: exchange.ticketMacKey };
  const lossOf = {
    key: 'explained:1',
    chainId,
    productId: bitcoinProduct,
    amount,
    reason: 'the key is lost',
  };
  await submitCorrection(exchange.ledger, await addCorrection(context, lossOf));
  await exchange.ledger.submit({ type: 'SetProductHalt', productId: bitcoinProduct, halted: false });
  await exchange.pay({ address: exchange.wallet.hotAddress, amount: 2n * bitcoin });
  const alerts = exchange.alerts.length;
  for (let block = 0; block < 5; block += 1) await exchange.pass(1);
  expect(await exchange.isBalanced()).toBe(true);
  await give(bitcoin);
  const ticketId = await exchange.withdraw(bitcoin, outsider);
  for (let block = 0; block < 5; block += 1) await exchange.pass(1);
  const [ticket] = await exchange.services.withdrawals.list({ accountId: maria, startIndex: 0, limit: 1 });
  expect(ticket).toMatchObject({ ticketId, status: 'FullyProcessed' });
  expect(await exchange.isBalanced()).toBe(true);
  expect(exchange.alerts.slice(alerts)).toEqual([]);
});
