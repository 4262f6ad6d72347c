/** Caps by customer and by the age of the receiver. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignerNetwork } from '@salar/adapters/signer/signer-policy';
import { minor, productId, userId } from '@salar/protocol';
import type { PaymentCaps, SignRefusal } from '@salar/services';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ClaimStore } from '../claims/claim-store.ts';
import { CapCheck } from './payment-caps.ts';
import { dayMs, SigningLog } from './signing-log.ts';
import type { PaymentLane } from './signing-log.ts';

const eth = productId(2);
const usdt = productId(3);
const most = 10n ** 30n;
const network: SignerNetwork = {
  family: 'evm',
  chainId: 1,
  sweeps: null,
  paymentFees: { perHour: most, perDay: most },
  assets: [],
};
const wide = { perTransaction: minor(1_000n), perHour: minor(1_000n), perDay: minor(1_000n) };
const capsOfEther: PaymentCaps = {
  chainId: 1,
  productId: eth,
  ...wide,
  perCustomerDay: minor(100n),
  newReceivers: { hours: 24, perDay: minor(150n) },
  approved: { symbol: 'ETH', ...wide },
};

let dir: string;
let claims: ClaimStore;
let log: SigningLog;
let caps: CapCheck;
let now: number;
let lastTicket: number;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'salar-caps-'));
  now = 1_767_000_000_000;
  lastTicket = 0;
  open([capsOfEther, { chainId: 1, productId: usdt, ...wide }]);
});
afterEach(async () => {
  await claims.close();
  rmSync(dir, { recursive: true, force: true });
});

function open(list: readonly PaymentCaps[]) {
  claims = new ClaimStore(dir);
  log = new SigningLog(claims);
  caps = new CapCheck({ caps: list, log, clock: () => now });
}

type Payment = { customer?: number; to?: string; product?: typeof eth; lane?: PaymentLane; nonce?: number };

/** Checks a payment and records it when it is within the caps. @returns `signed` or the refusal */
async function pay(
  net: bigint,
  payment: Payment = {},
  ticketId = ++lastTicket,
): Promise<'signed' | SignRefusal> {
  const { customer = 1, to = 'known', product = eth, lane = 'automatic', nonce = ticketId } = payment;
  await log.ready();
  const shared = { productId: product, userId: userId(customer), destination: to, lane };
  const entry = {
    ...shared,
    ticketId,
    chainId: 1,
    net: String(net),
    burnt: '0',
    claims: { [`nonce:${nonce}`]: '' },
    isReceiverNew: caps.isNew({ chainId: 1, ...shared }),
  };
  const checked = caps.check(network, { ...shared, net }, log.computeAdded(entry));
  if (!checked.ok) return checked.refusal;
  await log.append({ ...entry, hash: `hash ${ticketId}`, at: now });
  return 'signed';
}

/** Pays the receiver `known` once, more than a day ago. */
async function makeKnown(): Promise<void> {
  expect(await pay(1n, { customer: 99 })).toBe('signed');
  now += dayMs;
}

test('one customer receives at most their cap within 24 hours, at any receiver', async () => {
  await makeKnown();
  expect(await pay(60n, { customer: 1 })).toBe('signed');
  expect(await pay(41n, { customer: 1, to: 'another' })).toBe('customer_cap_exceeded');
  expect(await pay(40n, { customer: 1, to: 'another' })).toBe('signed');
  expect(await pay(100n, { customer: 2 })).toBe('signed');
  now += dayMs;
  expect(await pay(100n, { customer: 1 })).toBe('signed');
});

test('new receivers share a cap, for all customers, until their first payment is a day old', async () => {
  expect(await pay(80n, { customer: 1, to: 'first' })).toBe('signed');
  expect(await pay(80n, { customer: 2, to: 'second' })).toBe('new_receivers_cap_exceeded');
  expect(await pay(70n, { customer: 2, to: 'second' })).toBe('signed');
  expect(await pay(1n, { customer: 3, to: 'first' })).toBe('new_receivers_cap_exceeded');
  now += dayMs - 1;
  expect(caps.isNew({ chainId: 1, productId: eth, destination: 'first' })).toBe(true);
  now += 1;
  expect(caps.isNew({ chainId: 1, productId: eth, destination: 'first' })).toBe(false);
  for (const customer of [4, 5, 6]) expect(await pay(100n, { customer, to: 'first' })).toBe('signed');
  expect(await pay(100n, { customer: 7, to: 'third' })).toBe('signed');
  expect(await pay(51n, { customer: 8, to: 'third' })).toBe('new_receivers_cap_exceeded');
});

test('are counted after a restart, too', async () => {
  expect(await pay(100n, { to: 'first' })).toBe('signed');
  await claims.close();
  open([capsOfEther]);
  expect(await pay(1n, { to: 'first' })).toBe('customer_cap_exceeded');
  expect(await pay(51n, { customer: 2, to: 'second' })).toBe('new_receivers_cap_exceeded');
});

test('a payment that alone is above such a cap needs approvals, and approved payments are not counted', async () => {
  await makeKnown();
  expect(await pay(101n, { customer: 1 })).toBe('transaction_cap_exceeded');
  expect(await pay(900n, { customer: 1, to: 'new', lane: 'approved' })).toBe('signed');
  expect(await pay(100n, { customer: 1, to: 'another' })).toBe('signed');
  await claims.close();
  open([{ ...capsOfEther, perCustomerDay: minor(1_000n) }]);
  expect(await pay(151n, { customer: 2, to: 'third' })).toBe('transaction_cap_exceeded');
});

test('another form of a payment adds nothing, also when the caps are full', async () => {
  await makeKnown();
  expect(await pay(100n, {}, 50)).toBe('signed');
  expect(await pay(1n)).toBe('customer_cap_exceeded');
  expect(await pay(100n, { nonce: 50 }, 50)).toBe('signed');
});

test('a product of a policy without these caps has none', async () => {
  for (const customer of [1, 1, 1])
    expect(await pay(300n, { customer, product: usdt, to: 'new' })).toBe('signed');
  expect(await pay(300n, { product: usdt })).toBe('hourly_cap_exceeded');
});
