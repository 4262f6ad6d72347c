/** Moves of bitcoin to cold storage: whatever the request, money goes nowhere else, and fees have a cap. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveColdOutput, parseColdDescriptor } from '@salar/adapters/chain-bitcoin/cold-descriptor';
import { accountId, millis, minor, productId, ticketId, userId } from '@salar/protocol';
import type { BitcoinInput, BitcoinPlan, PlannedMoveRequest, SignRequest } from '@salar/services';
import { computeApproval, computeTicketMac } from '@salar/services/crypto/ticket-macs';
import { coldDescriptor } from '@salar/adapters/chain-bitcoin/testing/cold-owners';
import { HDKey } from '@scure/bip32';
import { Transaction } from '@scure/btc-signer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ClaimStore } from '../claims/claim-store.ts';
import { openFamilies } from '../families/open-families.ts';
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
const keys = new SignerKeys(
  new SeedKeys({ root: HDKey.fromMasterSeed(new Uint8Array(32).fill(5)), layout: 2 }, 'regtest'),
);
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

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'salar-planned-'));
  now = Date.UTC(2026, 0, 5);
  await open();
});
afterEach(async () => {
  await claims.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(network: Parameters<typeof openFamilies>[1][number] = regtest): Promise<void> {
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
