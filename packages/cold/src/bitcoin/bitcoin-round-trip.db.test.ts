/** A burst of deposits to cold storage and a refill back, with 2 of 3 signatures: books equal to the unit at every step. */
import { coldRoots } from '@salar/adapters/chain-bitcoin/testing/cold-owners';
import { parseColdDescriptor, readColdStorage } from '@salar/adapters/chain-bitcoin/cold-descriptor';
import { assert, houseAccounts } from '@salar/protocol';
import { insertColdRefill, moveColdRefill } from '@salar/store/tables/chains/cold-refills';
import { listFinalColdOutputs } from '@salar/store/tables/chains/cold-outputs';
import { sumUnspent } from '@salar/store/tables/chains/bitcoin-outputs';
import { bitcoinProduct, openBitcoinExchange } from '@salar/testing/bitcoin-exchange';
import type { BitcoinExchange } from '@salar/testing/bitcoin-exchange';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { world } from '@salar/testing/ticket-world';
import type { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { formatRefill, openRefill } from '../open-refill.ts';
import { testBitcoin } from '../testing/bitcoin-refills.ts';
import { BitcoinRefills } from './bitcoin-refills.ts';
import { ColdOutputs } from './cold-outputs.ts';
import { formatRefillPsbt, readRefillPsbt } from './refill-psbt.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const { maria } = world;
const bitcoin = 10n ** 8n;
const cold = readColdStorage(testBitcoin.descriptor, 'regtest');
const [ana, bruno, carla] = coldRoots as [HDKey, HDKey, HDKey];
const stranger = 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk';

let data: TestDatabase;
let exchange: BitcoinExchange;
let refills: BitcoinRefills;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openBitcoinExchange(data.database, (network) => ({ ...network, cold }));
  const { client, network, hotAddress } = exchange;
  refills = new BitcoinRefills({
    client,
    settings: network,
    descriptor: cold.descriptor,
    hotAddress,
    listOutputs: () => listFinalColdOutputs(data.database, network),
  });
  await exchange.reopen({ hotCapPpm: 50_000n, reconcileEveryMs: 0, openColdStorage: () => refills });
  await settled(2);
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});

/** Mines blocks one by one, and compares wallets, tickets and ledger after each. */
async function settled(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await exchange.pass(1);
    expect(exchange.alerts.filter((alert) => /differ|gone|spent/.test(alert))).toEqual([]);
    const [row] = await data.database.query<{ expected: bigint; found: bigint }>(
      `SELECT expected, found FROM reconciliation WHERE part = 'bitcoin'`,
    );
    expect(row?.found).toEqual(row?.expected);
  }
}

const custody = () => 0n - exchange.engine.position(houseAccounts.custody, bitcoinProduct).total;
const settings = () => ({ networks: [{ ...testBitcoin, hotAddresses: [exchange.hotAddress] }] });

/** Signs a file as the offline program does. */
async function sign(file: string, root: HDKey): Promise<string> {
  const { network, family, payload } = await openRefill(file, settings());
  return formatRefill(network, await family.sign(payload, root));
}

async function prepare(amount: bigint): Promise<string> {
  const file = await refills.prepare({ asset: { contract: null, decimals: 8 }, product: 'BTC', amount });
  assert(file.ok, 'cold storage has enough');
  return file.value;
}

test('a burst goes to cold storage, and a refill comes back: no deposit, and the books agree at every block', async () => {
  const address = await exchange.getDepositAddress(maria);
  await exchange.pay(...[60n, 40n, 20n].map((amount) => ({ address, amount: amount * bitcoin })));
  await settled(7);
  const outputs = await listFinalColdOutputs(data.database, exchange.network);
  const held = outputs.reduce((sum, { amount }) => sum + amount, 0n);
  expect(held).toBeGreaterThan(114n * bitcoin);
  const before = { custody: custody(), maria: exchange.engine.position(maria, bitcoinProduct).total };

  expect(
    await refills.prepare({ asset: { contract: null, decimals: 8 }, product: 'BTC', amount: held }),
  ).toMatchObject({ ok: false, refusal: expect.stringContaining('cold storage holds') });
  const amount = bitcoin;
  const prepared = await prepare(amount);
  const refillId = await insertColdRefill(
    data.database,
    { chainId: exchange.network.chainId, productId: bitcoinProduct, amount, prepared },
    1,
  );
  assert(refillId !== null, 'no other refill is open');
  const once = await sign(prepared, ana);
  expect(await refills.authorise(prepared, once)).toEqual({
    ok: false,
    refusal: 'the file has 1 of 2 signatures',
  });
  const signed = await sign(once, carla);
  const authorised = await refills.authorise(prepared, signed);
  assert(authorised.ok, 'two owners have signed');
  const { value: authorisation } = authorised;
  await moveColdRefill(data.database, { refillId, from: 'Prepared', to: 'Signed', authorisation }, 2);
  await settled(5);

  const [row] = await data.database.query<{ status: string }>('SELECT status FROM cold_refill');
  expect(row?.status).toBe('Final');
  const { networkFee } = JSON.parse(authorisation) as { networkFee: string };
  expect(custody()).toBe(before.custody - BigInt(networkFee));
  expect(custody()).toBe(await sumUnspent(data.database, exchange.network.chainId));
  expect(exchange.engine.position(maria, bitcoinProduct).total).toBe(before.maria);
  const deposits = await data.database.query('SELECT 1 FROM deposit WHERE to_address = $1', [
    exchange.hotAddress,
  ]);
  expect(deposits).toEqual([]);
  const after = await listFinalColdOutputs(data.database, exchange.network);
  expect(after.reduce((sum, one) => sum + one.amount, 0n)).toBe(held - amount - BigInt(networkFee));
});

test('a file whose receiver was changed is shown as a stranger’s offline, and refused when it is sent', async () => {
  const prepared = await prepare(bitcoin);
  const outputs = new ColdOutputs(parseColdDescriptor(cold.descriptor, 'regtest'));
  const { network, payload } = await openRefill(prepared, settings());
  const { payment } = readRefillPsbt(outputs, payload);
  const changed = { payment: { ...payment, receiver: stranger }, signatures: [] };
  const forged = await formatRefill(network, formatRefillPsbt(outputs, changed));
  expect((await openRefill(forged, settings())).details.receiver).toBe(stranger);
  const signed = await sign(await sign(forged, ana), bruno);
  expect(await refills.authorise(prepared, signed)).toEqual({
    ok: false,
    refusal: 'the file pays something else than what was prepared',
  });
});
