/** Moves on TRON: whatever the request, money stays with us, and fees have caps. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTronAddressHex, tronAddresses } from '@salar/adapters/chain-tron/tron-addresses';
import { readTransaction } from '@salar/adapters/chain-tron/tron-transaction';
import type { Seed } from '@salar/adapters/files/seed-file';
import { productId } from '@salar/protocol';
import type { SweepSettings, TronMoveRequest, TronPlan } from '@salar/services';
import { HDKey } from '@scure/bip32';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ClaimStore } from '../claims/claim-store.ts';
import { openFamilies } from '../families/open-families.ts';
import { SeedKeys } from '../keys/seed-keys.ts';
import { SignerKeys } from '../keys/signer-keys.ts';
import { MoveLog } from './move-log.ts';
import { TronMoves } from './tron-moves.ts';

const [trx, usdt] = [productId(8), productId(3)];
const chainId = 3_448_148_188;
const contract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const coin = 1_000_000n;
const cold = parseTronAddressHex('c0'.repeat(20));
const stranger = parseTronAddressHex('5e'.repeat(20));
const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(5));
const sweeps: SweepSettings = {
  gasWalletMin: 50n * coin,
  gasWalletMax: 200n * coin,
  perMove: 40n * coin,
  perHour: 100n * coin,
};
const network = {
  family: 'tron',
  chainId,
  assets: [
    { productId: trx, contract: null, decimals: 6 },
    { productId: usdt, contract, decimals: 6 },
  ],
  paymentFees: { perHour: 0n, perDay: 0n },
  feeLimit: 30n * coin,
  sweeps,
  coldAddress: cold,
} as const;

let folder: string;
let claims: ClaimStore;
const start = Date.UTC(2026, 0, 5);
let now = start;
let moves: TronMoves;
let wallet: {
  hot: string;
  gas: string;
  formerHot: string;
  formerGas: string;
  deposit: string;
  house: string;
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'salar-tron-moves-'));
  claims = new ClaimStore(folder);
  now = start;
  await open();
});
afterEach(async () => {
  await claims.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(change: object = {}, seed: Seed = { root, layout: 2, formerLayout: 1 }): Promise<void> {
  const keys = new SignerKeys(new SeedKeys(seed, 'regtest'));
  const networks = [{ ...network, ...change }];
  moves = new TronMoves({ keys, networks, log: new MoveLog(claims), clock: () => now });
  const found = (await openFamilies(keys, networks)).get('tron')?.wallet;
  wallet = {
    hot: found?.hotAddress ?? '',
    gas: found?.gasAddress ?? '',
    house: found?.houseAddress ?? '',
    formerHot: found?.former?.hotAddress ?? '',
    formerGas: found?.former?.gasAddress ?? '',
    deposit: tronAddresses({ xpub: found?.xpub ?? '' }).derive(7),
  };
}

function plan(change: Partial<TronPlan> = {}): TronPlan {
  return {
    family: 'tron',
    refBlockBytes: '00ff',
    refBlockHash: '0011223344556677',
    timestamp: now,
    expiration: now + 60_000,
    feeLimit: 30n * coin,
    ...change,
  };
}

const fields = (amount = 10n * coin, change: Partial<TronPlan> = {}) => ({
  chainId,
  amount,
  plan: plan(change),
});

describe('whatever the request, money goes', () => {
  test.each([
    [
      'from a deposit address to the hot wallet',
      { kind: 'sweep', productId: usdt, index: 7 },
      'deposit',
      'hot',
    ],
    ['from the gas wallet to a deposit address', { kind: 'gas', index: 7 }, 'gas', 'deposit'],
    ['from the hot wallet to the gas wallet', { kind: 'refill' }, 'hot', 'gas'],
    ['from the hot wallet to cold storage', { kind: 'cold', productId: usdt }, 'hot', 'cold'],
    [
      'from a former hot wallet to the present one',
      { kind: 'carry_hot', productId: trx },
      'formerHot',
      'hot',
    ],
    ['from the hot wallet to the house wallet', { kind: 'to_house', productId: usdt }, 'hot', 'house'],
    ['from the house wallet to the hot wallet', { kind: 'from_house', productId: trx }, 'house', 'hot'],
    ['from a former gas wallet to the present one', { kind: 'carry_gas' }, 'formerGas', 'gas'],
  ] as const)('%s', async (_, move, from, to) => {
    const named = { to: stranger, receiver: stranger, destination: stranger, coldAddress: stranger };
    const signed = await moves.move({ ...fields(), ...move, ...named });
    if (!signed.ok) throw new Error(signed.refusal);
    const { transfer, txId } = readTransaction(signed.value.raw);
    const addresses = { ...wallet, cold };
    const moved = 'productId' in move && move.productId === usdt ? contract : null;
    expect(transfer).toEqual({
      from: addresses[from],
      to: addresses[to],
      contract: moved,
      amount: 10n * coin,
    });
    expect(txId).toBe(signed.value.hash);
  });
});

test.each([
  ['network_unknown', { ...fields(), chainId: 9, kind: 'refill' }],
  ['asset_unknown', { ...fields(), kind: 'cold', productId: productId(99) }],
  ['amount_invalid', { ...fields(0n), kind: 'refill' }],
  ['amount_invalid', { ...fields(2n ** 53n), kind: 'cold', productId: trx }],
  ['request_malformed', { ...fields(), kind: 'gas', index: 0 }],
  ['request_malformed', { ...fields(1n, { refBlockBytes: 'zz' }), kind: 'refill' }],
  ['request_malformed', { ...fields(1n, { expiration: 0 }), kind: 'refill' }],
  ['fees_too_high', { ...fields(1n, { feeLimit: 30n * coin + 1n }), kind: 'cold', productId: usdt }],
  ['transaction_cap_exceeded', { ...fields(40n * coin + 1n), kind: 'gas', index: 7 }],
  ['transaction_cap_exceeded', { ...fields(200n * coin + 1n), kind: 'refill' }],
] as const)('is refused with %s', async (refusal, request) => {
  expect(await moves.move(request as TronMoveRequest)).toEqual({ ok: false, refusal });
});

test('a network without cold storage sends nothing there, and one without sweeps nothing at all', async () => {
  await open({ coldAddress: undefined });
  const request = { ...fields(), kind: 'cold', productId: usdt } as const;
  expect(await moves.move(request)).toEqual({ ok: false, refusal: 'destination_refused' });
  await open({ sweeps: null });
  expect(await moves.move(request)).toEqual({ ok: false, refusal: 'network_unknown' });
});

test('cold storage at our own hot wallet is refused', async () => {
  await open({ coldAddress: wallet.hot });
  const request = { ...fields(), kind: 'cold', productId: usdt } as const;
  expect(await moves.move(request)).toEqual({ ok: false, refusal: 'destination_refused' });
});

test('a seed without a former layout has no former wallets', async () => {
  await open({}, { root, layout: 2 });
  for (const move of [{ kind: 'carry_hot', productId: trx }, { kind: 'carry_gas' }] as const)
    expect(await moves.move({ ...fields(), ...move })).toEqual({ ok: false, refusal: 'destination_refused' });
});

test('a transaction that lives longer than an hour is not signed', async () => {
  const late = { timestamp: now, expiration: now + 3_600_001 };
  const request = { ...fields(1n, late), kind: 'refill' } as const;
  expect(await moves.move(request)).toEqual({ ok: false, refusal: 'request_malformed' });
  const shifted = { timestamp: now + 86_400_000, expiration: now + 86_400_001 };
  expect(await moves.move({ ...fields(1n, shifted), kind: 'refill' })).toEqual({
    ok: false,
    refusal: 'inputs_invalid',
  });
});

test('moves burn no more than their cap of an hour, whatever they move; the same bytes count once', async () => {
  const sweep = (at: number) =>
    moves.move({ ...fields(1n, { timestamp: now + at }), kind: 'sweep', productId: usdt, index: 7 });
  for (const at of [1, 2, 3, 1, 2, 3]) expect((await sweep(at)).ok).toBe(true);
  expect(await sweep(4)).toEqual({ ok: false, refusal: 'hourly_cap_exceeded' });
  now += 3_600_001;
  expect((await sweep(4)).ok).toBe(true);
});

test('gas that is given away counts in the cap of an hour', async () => {
  const give = (index: number) => moves.move({ ...fields(38n * coin), kind: 'gas', index });
  expect((await give(1)).ok).toBe(true);
  expect((await give(2)).ok).toBe(true);
  expect(await give(3)).toEqual({ ok: false, refusal: 'hourly_cap_exceeded' });
});
