/** Moves of bitcoin to cold storage and between hot and house wallet: whatever the request, money goes nowhere else, and fees have a cap. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatBitcoinAddress, toScriptAddress } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import { deriveColdOutput, parseColdDescriptor } from '@salar/adapters/chain-bitcoin/cold-descriptor';
import { accountId, millis, minor, productId, ticketId, userId } from '@salar/protocol';
import type {
  BitcoinInput,
  BitcoinPlan,
  PlannedMoveKind,
  PlannedMoveRequest,
  SignRequest,
} from '@salar/services';
import { computeApproval, computeTicketMac } from '@salar/services/crypto/ticket-macs';
import { coldDescriptor } from '@salar/adapters/chain-bitcoin/testing/cold-owners';
import { HDKey } from '@scure/bip32';
import { Transaction } from '@scure/btc-signer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ClaimStore } from '../claims/claim-store.ts';
import { openFamilies } from '../families/open-families.ts';
import type { KeyName, KeyStore } from '../keys/key-store.ts';
import { SeedKeys } from '../keys/seed-keys.ts';
import { SignerKeys } from '../keys/signer-keys.ts';
import { SigningLog } from '../payments/signing-log.ts';
import { TicketSigner } from '../payments/ticket-signer.ts';
import { Moves } from './moves.ts';

const btc = productId(1);
const chainId = 3_669_344_250;
const bitcoin = 10n ** 8n;
const cold = deriveColdOutput(parseColdDescriptor(coldDescriptor, 'regtest'), 0);
const stranger = 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk';
const openSeed = (fill: number) =>
  new SeedKeys({ root: HDKey.fromMasterSeed(new Uint8Array(32).fill(fill)), layout: 2 }, 'regtest');
const seed = openSeed(5);
const seedOnly = new SignerKeys(seed);
const macKey = new Uint8Array(32).fill(7);
const regtest = {
  family: 'bitcoin',
  kind: 'regtest',
  chainId,
  assets: [{ productId: btc, contract: null, decimals: 8 }],
  paymentFees: { perHour: 1_000_000n, perDay: 2_000_000n },
  coldDescriptor,
} as const;

let folder: string;
let claims: ClaimStore;
let now: number;
let tickets: TicketSigner;
let moves: Moves;
let keys: SignerKeys;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'salar-planned-'));
  now = Date.UTC(2026, 0, 5);
  await open();
});
afterEach(async () => {
  await claims.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(
  network: Parameters<typeof openFamilies>[1][number] = regtest,
  opened: SignerKeys = seedOnly,
): Promise<void> {
  keys = opened;
  claims = new ClaimStore(folder);
  const families = await openFamilies(keys, [network]);
  const shared = { families, networks: [network], clock: () => now };
  const cap = minor(100n * bitcoin);
  tickets = new TicketSigner({
    ...shared,
    caps: [{ chainId, productId: btc, perTransaction: cap, perHour: cap, perDay: cap }],
    approvals: null,
    ticketMacKey: macKey,
    log: new SigningLog(claims),
  });
  moves = new Moves({ ...shared, keys, claims, tickets });
}

function input(number: number, amount = 10n * bitcoin): BitcoinInput {
  return { txId: number.toString(16).padStart(64, '0'), vout: 0, amount, branch: 0, index: number };
}

function plan(inputs: readonly BitcoinInput[], change: Partial<BitcoinPlan> = {}): BitcoinPlan {
  return {
    family: 'bitcoin',
    inputs,
    fee: 10_000n,
    change: bitcoin,
    changeBranch: 3,
    changeIndex: 3,
    ...change,
  };
}

function request(made: BitcoinPlan, change: object = {}): PlannedMoveRequest {
  const sum = made.inputs.reduce((total, { amount }) => total + amount, 0n);
  return {
    kind: 'cold',
    chainId,
    productId: btc,
    amount: sum - made.fee - made.change,
    plan: made,
    ...change,
  };
}

function payment(made: BitcoinPlan, number: number): SignRequest {
  const sum = made.inputs.reduce((total, { amount }) => total + amount, 0n);
  const ticket = {
    ticketId: ticketId(number),
    requestCode: 'code',
    userId: userId(1),
    accountId: accountId(1_000),
    productId: btc,
    providerId: 6,
    chainId,
    destination: stranger,
    amount: minor(sum - made.fee - made.change),
    fee: minor(0n),
    createdAt: millis(0),
  };
  const mac = computeTicketMac(macKey, ticket);
  const approval = computeApproval(macKey, mac).toString('hex');
  return { ticket, mac: mac.toString('hex'), approval, approvals: [], plan: made };
}

describe('whatever the request', () => {
  test('money goes to the first address of the policy’s descriptor and to our own change', async () => {
    const named = { receiver: stranger, destination: stranger, to: stranger };
    const signed = await moves.move(request(plan([input(1), input(2)]), named));
    if (!signed.ok) throw new Error(signed.refusal);
    const transaction = Transaction.fromRaw(Buffer.from(signed.value.raw, 'hex'));
    const [first, second] = [transaction.getOutput(0), transaction.getOutput(1)];
    expect(transaction.outputsLength).toBe(2);
    expect(first.script).toEqual(cold.script);
    expect(first.amount).toBe(19n * bitcoin - 10_000n);
    expect(second.amount).toBe(bitcoin);
    expect(transaction.id).toBe(signed.value.hash);
  });

  test('inputs, what is sent, change and fee add up', async () => {
    const made = plan([input(1)]);
    const right = request(made).amount;
    for (const amount of [right - 1n, right + 1n, right - bitcoin])
      expect(await moves.move(request(made, { amount }))).toEqual({ ok: false, refusal: 'inputs_invalid' });
  });
});

test.each([
  ['network_unknown', request(plan([input(1)]), { chainId: 9 })],
  ['asset_unknown', request(plan([input(1)]), { productId: productId(99) })],
  ['amount_invalid', request(plan([input(1)]), { amount: 545n })],
  ['inputs_invalid', request(plan([]), { amount: bitcoin })],
  ['inputs_invalid', request(plan([input(1), input(1)]))],
  ['fees_too_high', request(plan([input(1, bitcoin)], { fee: 300_000n, change: 0n }))],
  ['fees_too_high', request(plan([input(1, 100_000n)], { fee: 5_000n, change: 0n }))],
  [
    'fee_cap_exceeded',
    request(
      plan(
        Array.from({ length: 100 }, (_, number) => input(number + 1)),
        { fee: 1_000_001n },
      ),
    ),
  ],
] as const)('is refused with %s', async (refusal, move) => {
  expect(await moves.move(move)).toEqual({ ok: false, refusal });
});

test('a network without cold storage sends nothing there', async () => {
  await claims.close();
  await open({ ...regtest, coldDescriptor: undefined });
  expect(await moves.move(request(plan([input(1)])))).toEqual({ ok: false, refusal: 'destination_refused' });
});

test('moves without end burn no more than the fees of an hour and of a day, together with payments', async () => {
  const fee = 100_000n;
  expect((await tickets.sign(payment(plan([input(1)], { fee }), 1))).ok).toBe(true);
  const burn = async (from: number) => {
    let signed = 0;
    for (let number = from; number < from + 15; number += 1)
      if ((await moves.move(request(plan([input(number)], { fee })))).ok) signed += 1;
    return signed;
  };
  expect(await burn(100)).toBe(9);
  now += 3_600_001;
  expect(await burn(200)).toBe(10);
  now += 3_600_001;
  expect(await burn(300)).toBe(0);
  expect(await tickets.sign(payment(plan([input(400)], { fee }), 2))).toEqual({
    ok: false,
    refusal: 'fee_cap_exceeded',
  });
});

test('a replacement counts what it burns beyond the form before; another output counts its own', async () => {
  const first = plan([input(1), input(2)], { fee: 200_000n });
  expect((await moves.move(request(first))).ok).toBe(true);
  expect((await moves.move(request({ ...first, fee: 440_000n }))).ok).toBe(true);
  expect((await moves.move(request(plan([input(4)], { fee: 300_000n })))).ok).toBe(true);
  const mixed = plan([input(2), input(3)], { fee: 260_001n });
  expect(await moves.move(request(mixed))).toEqual({ ok: false, refusal: 'fee_cap_exceeded' });
  expect((await moves.move(request({ ...mixed, fee: 260_000n }))).ok).toBe(true);
});

describe('an output', () => {
  test('that was signed for a payment is in no move, and the other way round, also after a restart', async () => {
    expect((await tickets.sign(payment(plan([input(1)]), 1))).ok).toBe(true);
    expect((await moves.move(request(plan([input(2)])))).ok).toBe(true);
    await claims.close();
    await open();
    const taken = { ok: false, refusal: 'inputs_taken' };
    expect(await moves.move(request(plan([input(3), input(1)])))).toEqual(taken);
    expect(await tickets.sign(payment(plan([input(3), input(2)]), 2))).toEqual(taken);
  });

  test('whose amount or key is stated differently is refused: halves of two signings would burn the rest', async () => {
    expect((await moves.move(request(plan([input(1)])))).ok).toBe(true);
    const taken = { ok: false, refusal: 'inputs_taken' };
    expect(await moves.move(request(plan([input(1, 11n * bitcoin)])))).toEqual(taken);
    expect(await moves.move(request(plan([{ ...input(1), index: 9 }])))).toEqual(taken);
  });

  test('is signed once when a payment and a move want it at the same time', async () => {
    const made = plan([input(1)]);
    const answers = await Promise.all([tickets.sign(payment(made, 1)), moves.move(request(made))]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

const addressOf = async (name: KeyName) => formatBitcoinAddress(await keys.publicKey(name), 'regtest');

/** Returns who is paid, and the keys that signed. */
async function readSigned(move: PlannedMoveRequest) {
  const signed = await moves.move(move);
  if (!signed.ok) throw new Error(signed.refusal);
  const transaction = Transaction.fromRaw(Buffer.from(signed.value.raw, 'hex'));
  const paid = Array.from({ length: transaction.outputsLength }, (_, place) => {
    const { script, amount } = transaction.getOutput(place);
    if (script === undefined) throw new Error('an output has a script');
    return [toScriptAddress(script, 'regtest'), amount];
  });
  const signers = Array.from(
    { length: transaction.inputsLength },
    (_, place) => transaction.getInput(place).finalScriptWitness?.[1],
  );
  return { paid, signers };
}

describe('a sweep', () => {
  const second = 2 ** 31 + 4;
  const sweep = (inputs: readonly BitcoinInput[], change: Partial<BitcoinPlan> = {}) =>
    request(plan(inputs, { change: 0n, ...change }), { kind: 'sweep' });

  test('brings outputs of deposit addresses of all branches to the hot wallet, whatever receiver is named', async () => {
    await claims.close();
    const branches = [{ xpub: seed.depositXpub('bitcoin') }, { xpub: seed.depositXpub('bitcoin', 1) }];
    await open(regtest, new SignerKeys(seed, new Map(), { depositBranches: { bitcoin: branches } }));
    const named = { receiver: stranger, destination: stranger, index: 9 };
    const { paid, signers } = await readSigned({
      ...sweep([input(1), { ...input(2), index: second }]),
      ...named,
    });
    expect(paid).toEqual([[await addressOf('bitcoin/hot'), 20n * bitcoin - 10_000n]]);
    expect(signers).toEqual([
      await keys.publicKey('bitcoin/deposit/1'),
      await keys.publicKey(`bitcoin/deposit/${second}`),
    ]);
  });

  test.each([
    ['with change', () => sweep([input(1)], { change: bitcoin })],
    ['of an output of the hot wallet', () => sweep([{ ...input(1), branch: 2, index: 0 }])],
    ['of our own change', () => sweep([input(2), { ...input(1), branch: 3 }])],
    ['of the house’s outputs', () => sweep([{ ...input(1), branch: 5, index: 0 }])],
    ['of place 0', () => sweep([{ ...input(1), index: 0 }])],
    ['of a branch that the policy does not have', () => sweep([{ ...input(1), index: second }])],
  ])('%s is refused', async (_, build) => {
    expect(await moves.move(build())).toEqual({ ok: false, refusal: 'inputs_invalid' });
  });

  test('and a payment do not share an output', async () => {
    expect((await tickets.sign(payment(plan([input(1)]), 1))).ok).toBe(true);
    expect(await moves.move(sweep([input(1)]))).toEqual({ ok: false, refusal: 'inputs_taken' });
    expect((await moves.move(sweep([input(2)]))).ok).toBe(true);
    expect(await moves.move(request(plan([input(2)])))).toEqual({ ok: false, refusal: 'inputs_taken' });
  });
});

describe('the house wallet', () => {
  const houseInput = (number: number, amount = 10n * bitcoin): BitcoinInput => ({
    ...input(number, amount),
    branch: 5,
    index: 0,
  });
  const toHouse = (inputs: readonly BitcoinInput[], change: Partial<BitcoinPlan> = {}) =>
    request(plan(inputs, change), { kind: 'to_house' });
  const fromHouse = (
    inputs: readonly BitcoinInput[],
    change: Partial<BitcoinPlan> = {},
    kind: PlannedMoveKind = 'from_house',
  ) => request(plan(inputs, { changeBranch: 5, changeIndex: 0, ...change }), { kind });

  test('gets money of the hot wallet, whatever receiver is named, and the change stays hot', async () => {
    const named = { receiver: stranger, destination: stranger, houseAddress: stranger };
    const { paid } = await readSigned({ ...toHouse([input(1), input(2)]), ...named });
    expect(paid).toEqual([
      [await addressOf('bitcoin/house'), 19n * bitcoin - 10_000n],
      [await addressOf('bitcoin/change/3'), bitcoin],
    ]);
  });

  test('pays the hot wallet, whatever receiver is named, and keeps its change', async () => {
    const named = { receiver: stranger, destination: stranger, hotAddress: stranger };
    const { paid, signers } = await readSigned({ ...fromHouse([houseInput(1)]), ...named });
    expect(paid).toEqual([
      [await addressOf('bitcoin/hot'), 9n * bitcoin - 10_000n],
      [await addressOf('bitcoin/house'), bitcoin],
    ]);
    expect(signers).toEqual([await keys.publicKey('bitcoin/house')]);
  });

  test.each([
    ['a payment of the house’s outputs', () => tickets.sign(payment(plan([houseInput(1)]), 1))],
    ['cold storage out of the house wallet', () => moves.move(request(plan([houseInput(1)])))],
    ['the house’s outputs to itself', () => moves.move(toHouse([houseInput(1)]))],
    ['an output of the house among hot ones', () => moves.move(toHouse([input(2), houseInput(1)]))],
    ['a hot output', () => moves.move(fromHouse([input(1)]))],
    ['a hot output among the house’s', () => moves.move(fromHouse([houseInput(2), input(1)]))],
    ['an output at another index', () => moves.move(fromHouse([{ ...houseInput(1), index: 1 }]))],
    [
      'the house’s change into the hot wallet',
      () => moves.move(fromHouse([houseInput(1)], { changeBranch: 3 })),
    ],
    [
      'hot change into the house wallet',
      () => moves.move(toHouse([input(1)], { changeBranch: 5, changeIndex: 0 })),
    ],
  ])('%s is refused', async (_, send) => {
    expect(await send()).toEqual({ ok: false, refusal: 'inputs_invalid' });
  });

  test('is no receiver of a payment', async () => {
    const { paid } = await readSigned(toHouse([input(1)]));
    const made = payment(plan([input(2)]), 1);
    const ticket = { ...made.ticket, destination: String(paid[0]?.[0]) };
    const mac = computeTicketMac(macKey, ticket);
    const approval = computeApproval(macKey, mac).toString('hex');
    expect(await tickets.sign({ ...made, ticket, mac: mac.toString('hex'), approval })).toEqual({
      ok: false,
      refusal: 'destination_refused',
    });
  });

  test('and cold storage do not share an output: it was signed for one of them', async () => {
    expect((await moves.move(toHouse([input(1)]))).ok).toBe(true);
    const taken = { ok: false, refusal: 'inputs_taken' };
    expect(await moves.move(request(plan([input(1)])))).toEqual(taken);
    expect(await tickets.sign(payment(plan([input(1)]), 1))).toEqual(taken);
  });

  test('has fees that count with those of other moves and of payments', async () => {
    const fee = 260_000n;
    expect((await tickets.sign(payment(plan([input(1)], { fee }), 1))).ok).toBe(true);
    expect((await moves.move(toHouse([input(2)], { fee }))).ok).toBe(true);
    expect((await moves.move(fromHouse([houseInput(3)], { fee }))).ok).toBe(true);
    const over = { ok: false, refusal: 'fee_cap_exceeded' };
    expect(await moves.move(toHouse([input(4)], { fee }))).toEqual(over);
    expect(await moves.move(fromHouse([houseInput(5)], { fee }))).toEqual(over);
  });

  test('that was in use before is emptied into the present one, and only where there is one', async () => {
    const carry = fromHouse([houseInput(1)], { change: 0n }, 'carry_house');
    expect(await moves.move(carry)).toEqual({ ok: false, refusal: 'destination_refused' });
    await claims.close();
    const apart = new Map<KeyName, KeyStore>([
      ['bitcoin/house', openSeed(6)],
      ['bitcoin/former-house', seed.asFormer()],
    ]);
    await open(regtest, new SignerKeys(seed, apart));
    const { paid, signers } = await readSigned(carry);
    expect(paid).toEqual([[await addressOf('bitcoin/house'), 10n * bitcoin - 10_000n]]);
    expect(signers).toEqual([await keys.publicKey('bitcoin/former-house')]);
    const withChange = fromHouse([houseInput(2)], {}, 'carry_house');
    expect(await moves.move(withChange)).toEqual({ ok: false, refusal: 'inputs_invalid' });
    // No key of the hot wallet was replaced, so there is no former one to spend from.
    const hot = request(plan([{ ...input(3), index: 0 }]));
    expect(await moves.move(hot)).toEqual({ ok: false, refusal: 'inputs_invalid' });
  });
});
