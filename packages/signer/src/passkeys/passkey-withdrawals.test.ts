/** Withdrawals that customers sign with passkeys: what raises the cap, and everything that does not. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatWithdrawalText } from '@salar/protocol/signed-texts/withdrawal-text';
import { createPasskey } from '@salar/approvals/test-signers';
import type { TestSigner } from '@salar/approvals/test-signers';
import type { WebauthnKey } from '@salar/approvals/signing-key';
import type { SignerNetwork } from '@salar/adapters/signer/signer-policy';
import { accountId, millis, minor, productId, ticketId, userId } from '@salar/protocol';
import { computeApproval, computeTicketMac } from '@salar/services';
import type { EvmPlan, SignRequest, TicketTerms } from '@salar/services';
import { HDKey } from '@scure/bip32';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ClaimStore } from '../claims/claim-store.ts';
import type { Claims } from '../claims/claim-store.ts';
import { openFamilies } from '../families/open-families.ts';
import { SeedKeys } from '../keys/seed-keys.ts';
import { SignerKeys } from '../keys/signer-keys.ts';
import { Follower } from '../pair/follower.ts';
import { leadAlone } from '../pair/lead-alone.ts';
import { PairedClaims } from '../pair/paired-claims.ts';
import { openTestCheckpoints } from '../testing/checkpoints.ts';
import { dayMs, hourMs, SigningLog } from '../payments/signing-log.ts';
import { TicketSigner } from '../payments/ticket-signer.ts';
import { PasskeyRecord } from './passkey-record.ts';
import { WithdrawalSignatures } from './withdrawal-signatures.ts';

const site = 'https://exchange.example';
const policy = { site, ageHours: 24, registrationsPerDay: 30 };
const ether = 10n ** 18n;
const eth = productId(2);
const usdt = productId(3);
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const product = { symbol: 'ETH', decimals: 18 };
const most = 10n ** 30n;
const networks: readonly SignerNetwork[] = [
  {
    family: 'evm',
    sweeps: null,
    chainId: 31337,
    paymentFees: { perHour: most, perDay: most },
    assets: [
      { productId: eth, contract: null, decimals: 18 },
      { productId: usdt, contract: token, decimals: 6 },
    ],
  },
];
const small = { perTransaction: minor(ether), perHour: minor(2n * ether), perDay: minor(2n * ether) };
const passkeyCaps = {
  symbol: 'ETH',
  perTransaction: minor(10n * ether),
  perHour: minor(25n * ether),
  perDay: minor(45n * ether),
  perCustomerDay: minor(20n * ether),
};
const caps = [
  { chainId: 31337, productId: eth, ...small, passkey: passkeyCaps },
  { chainId: 31337, productId: usdt, ...small },
];
const macKey = new Uint8Array(32).fill(7);
const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(9));
const families = await openFamilies(new SignerKeys(new SeedKeys({ root, layout: 2 }, 'regtest')), networks);
const receiver = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const maria = userId(12);
const pedro = userId(13);

let dir: string;
let store: ClaimStore;
let now: number;
let record: PasskeyRecord;
let signer: TicketSigner;
let sentences: string[];
let lastTicket: number;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'salar-passkeys-'));
  now = 1_767_000_000_000;
  sentences = [];
  lastTicket = 0;
  store = new ClaimStore(dir);
  open(store);
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

function open(claims: Claims, signing = policy) {
  const clock = () => now;
  record = new PasskeyRecord({
    claims,
    policy: signing,
    clock,
    onRegistered: (sentence) => sentences.push(sentence),
  });
  signer = new TicketSigner({
    families,
    networks,
    caps,
    approvals: null,
    signatures: new WithdrawalSignatures({ record, policy: signing, clock }),
    ticketMacKey: macKey,
    log: new SigningLog(claims),
    clock,
  });
}

type Passkey = TestSigner<WebauthnKey>;
const create = (name: string, options = {}) => createPasskey({ site, name, ...options });
const toRegistered = ({ key }: Passkey, owner = maria) => ({
  userId: owner,
  credentialId: key.credentialId,
  publicKey: Buffer.from(key.publicKey).toString('base64url'),
});
/** Registers a key and waits until it counts. */
async function registerOld(passkey: Passkey, owner = maria): Promise<void> {
  expect(await record.registerPasskey(toRegistered(passkey, owner))).toMatchObject({ ok: true });
  now += dayMs;
}

function build(net: bigint, terms: Partial<TicketTerms> = {}): SignRequest {
  lastTicket += 1;
  const ticket: TicketTerms = {
    ticketId: ticketId(lastTicket),
    requestCode: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f',
    userId: maria,
    accountId: accountId(1001),
    productId: eth,
    providerId: 1,
    chainId: 31337,
    destination: receiver,
    amount: minor(net + 1n),
    fee: minor(1n),
    createdAt: millis(now),
    ...terms,
  };
  const mac = computeTicketMac(macKey, ticket);
  const plan: EvmPlan = { family: 'evm', nonce: lastTicket, feeMax: 10n ** 10n, feePriority: 10n ** 9n };
  return {
    ticket,
    mac: mac.toString('hex'),
    approval: computeApproval(macKey, mac).toString('hex'),
    approvals: [],
    plan,
  };
}

/** Has a passkey sign the text of a request, or of one that differs from it. */
function signedBy(passkey: Passkey, request: SignRequest, differing: Partial<TicketTerms> = {}): SignRequest {
  const text = formatWithdrawalText({ ...request.ticket, ...differing }, product, site);
  if (!text.ok) throw new Error(text.refusal);
  return { ...request, passkeySignature: passkey.sign(text.value) };
}

async function outcome(request: SignRequest): Promise<string> {
  const answer = await signer.sign(request);
  return answer.ok ? 'signed' : answer.refusal;
}

describe('a withdrawal signed with a passkey', () => {
  const phone = create('phone');

  test('has the higher cap, and without the signature the lower', async () => {
    await registerOld(phone);
    expect(await outcome(build(10n * ether))).toBe('transaction_cap_exceeded');
    expect(await outcome(signedBy(phone, build(10n * ether)))).toBe('signed');
    expect(await outcome(signedBy(phone, build(10n * ether + 1n)))).toBe('transaction_cap_exceeded');
  });

  test('is refused with a key that is younger than a day, to the millisecond', async () => {
    const registered = await record.registerPasskey(toRegistered(phone));
    expect(registered).toEqual({ ok: true, value: { countsFrom: now + dayMs } });
    now += dayMs - 1;
    const request = signedBy(phone, build(2n * ether));
    expect(await outcome(request)).toBe('passkey_too_new');
    now += 1;
    expect(await outcome(request)).toBe('signed');
  });

  test.each<[string, string, (request: SignRequest) => SignRequest]>([
    ['a key that was never registered', 'passkey_unknown', (one) => signedBy(create('other'), one)],
    [
      'the name of a registered key and another key',
      'passkey_signature_invalid',
      (one) => signedBy(create('phone'), one),
    ],
    [
      'a signature without the person verified',
      'passkey_signature_invalid',
      (one) => signedBy({ ...phone, sign: withFlags(0x01) }, one),
    ],
    [
      'a signature without the person present',
      'passkey_signature_invalid',
      (one) => signedBy({ ...phone, sign: withFlags(0x04) }, one),
    ],
    ['no signature', 'passkey_signature_invalid', (one) => ({ ...one, passkeySignature: 'webauthn a b c' })],
  ])('is refused with %s', async (_, refusal, change) => {
    await registerOld(phone);
    expect(await outcome(change(build(2n * ether)))).toBe(refusal);
    // Also where no signature would have been needed.
    expect(await outcome(change(build(1n)))).toBe(refusal);
  });

  test.each<[string, Partial<TicketTerms>]>([
    ['another amount', { amount: minor(1n) }],
    ['another fee', { fee: minor(2n) }],
    ['another receiver', { destination: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' }],
    ['another network', { chainId: 31338 }],
    ['another product', { productId: usdt }],
    ['another customer', { userId: pedro }],
    ['another account', { accountId: accountId(1002) }],
    ['another request code', { requestCode: 'another' }],
    ['another ticket', { ticketId: ticketId(999) }],
  ])('is refused with a signature over %s', async (_, terms) => {
    await registerOld(phone);
    expect(await outcome(signedBy(phone, build(2n * ether), terms))).toBe('passkey_signature_invalid');
  });

  /** The same key, whose device reports other flags; the registered one is `phone`. */
  function withFlags(flags: number): Passkey['sign'] {
    return (text) => {
      const [kind, id, client, data = '', signature] = phone.sign(text).split(' ');
      const changed = Buffer.from(data, 'base64url');
      changed[32] = flags;
      return [kind, id, client, changed.toString('base64url'), signature].join(' ');
    };
  }

  test('is refused for another page than the exchange’s', async () => {
    const phished = create('phished', { origin: 'https://exchange.example.evil' });
    await registerOld(phished);
    expect(await outcome(signedBy(phished, build(2n * ether)))).toBe('passkey_signature_invalid');
    const elsewhere = create('elsewhere', { site: 'https://other.example' });
    await registerOld(elsewhere);
    expect(await outcome(signedBy(elsewhere, build(2n * ether)))).toBe('passkey_signature_invalid');
  });

  test('is refused with the key of another customer', async () => {
    await registerOld(phone, pedro);
    expect(await outcome(signedBy(phone, build(2n * ether)))).toBe('passkey_unknown');
    expect(await outcome(signedBy(phone, build(2n * ether, { userId: pedro })))).toBe('signed');
  });

  test('cannot lend its signature to another ticket', async () => {
    await registerOld(phone);
    const first = signedBy(phone, build(2n * ether));
    expect(await outcome(first)).toBe('signed');
    const second = { ...build(2n * ether), passkeySignature: first.passkeySignature };
    expect(await outcome(second)).toBe('passkey_signature_invalid');
    const again = { ...first, plan: { ...first.plan, nonce: 900 } as EvmPlan };
    expect(await outcome(again)).toBe('ticket_already_signed');
  });

  test('counts against caps of its own: hour, day and customer', async () => {
    const tablet = create('tablet');
    await registerOld(phone);
    await registerOld(tablet, pedro);
    const pay = (net: bigint, by: Passkey) =>
      outcome(signedBy(by, build(net, { userId: by === phone ? maria : pedro })));
    expect(await pay(10n * ether, phone)).toBe('signed');
    expect(await pay(10n * ether, phone)).toBe('signed');
    expect(await pay(1n, phone)).toBe('customer_cap_exceeded');
    expect(await pay(5n * ether, tablet)).toBe('signed');
    expect(await pay(1n, tablet)).toBe('hourly_cap_exceeded');
    // The automatic caps are as before, and neither uses up the other's.
    expect(await outcome(build(ether))).toBe('signed');
    expect(await outcome(build(ether))).toBe('signed');
    expect(await outcome(build(1n))).toBe('hourly_cap_exceeded');
    now += hourMs;
    expect(await pay(10n * ether, tablet)).toBe('signed');
    expect(await pay(5n * ether, tablet)).toBe('signed');
    expect(await pay(1n, tablet)).toBe('customer_cap_exceeded');
    const laptop = create('laptop');
    expect(await record.registerPasskey(toRegistered(laptop, userId(14)))).toMatchObject({ ok: true });
    now += dayMs;
    expect(await pay(10n * ether, tablet)).toBe('signed');
  });

  test('no day exceeds its cap, of all customers together', async () => {
    const keys = [create('one'), create('two'), create('three')];
    for (const [place, key] of keys.entries())
      await record.registerPasskey(toRegistered(key, userId(20 + place)));
    now += dayMs;
    let paid = 0n;
    for (let round = 0; round < 30; round += 1) {
      now += hourMs / 2;
      const place = round % 3;
      const key = keys[place];
      if (key === undefined) throw new Error('there are three keys');
      const request = build(5n * ether, { userId: userId(20 + place) });
      if ((await outcome(signedBy(key, request))) === 'signed') paid += 5n * ether;
    }
    expect(paid).toBe(45n * ether);
  });

  test('is replaced by a form with higher fees, also once its key was removed', async () => {
    await registerOld(phone);
    const request = signedBy(phone, build(10n * ether));
    expect(await outcome(request)).toBe('signed');
    await record.removePasskey(toRegistered(phone));
    const dearer = { ...request.plan, feeMax: 2n * 10n ** 10n } as EvmPlan;
    expect(await outcome({ ...request, plan: dearer })).toBe('signed');
    expect(await outcome(signedBy(phone, build(2n * ether)))).toBe('passkey_unknown');
  });

  test('is paid as any other where its product has no caps for it', async () => {
    await registerOld(phone);
    const request = signedBy(phone, build(ether, { productId: usdt }));
    expect(await outcome(request)).toBe('signed');
    expect(await outcome(signedBy(phone, build(ether + 1n, { productId: usdt })))).toBe(
      'transaction_cap_exceeded',
    );
  });
});

describe('the record of passkeys', () => {
  const phone = create('phone');

  test('survives a restart, with the age of each key', async () => {
    await registerOld(phone);
    const first = signedBy(phone, build(10n * ether));
    expect(await outcome(first)).toBe('signed');
    await store.close();
    store = new ClaimStore(dir);
    open(store);
    expect(await outcome(signedBy(phone, build(10n * ether)))).toBe('signed');
    expect(await outcome(signedBy(phone, build(1n)))).toBe('customer_cap_exceeded');
  });

  test('keeps the time of a key that is registered again, and no other key under its id', async () => {
    const registeredAt = now;
    await registerOld(phone);
    expect(await record.registerPasskey(toRegistered(phone))).toEqual({
      ok: true,
      value: { countsFrom: registeredAt + dayMs },
    });
    expect(sentences).toEqual([
      `a passkey of customer 12 was registered and counts from ${new Date(now).toISOString()}: 1 of 30 within 24 hours`,
    ]);
    const another = { ...toRegistered(create('other')), credentialId: phone.key.credentialId };
    expect(await record.registerPasskey(another)).toEqual({ ok: false, refusal: 'passkey_of_another' });
    expect(await record.registerPasskey(toRegistered(phone, pedro))).toEqual({
      ok: false,
      refusal: 'passkey_of_another',
    });
  });

  test('forgets a removed key at once, and its age for ever', async () => {
    await registerOld(phone);
    expect(await record.removePasskey(toRegistered(phone, pedro))).toEqual({
      ok: false,
      refusal: 'passkey_of_another',
    });
    expect(await record.removePasskey(toRegistered(phone))).toMatchObject({ ok: true });
    const request = signedBy(phone, build(2n * ether));
    expect(await outcome(request)).toBe('passkey_unknown');
    expect(await record.removePasskey(toRegistered(phone))).toMatchObject({ ok: true });

    expect(await record.registerPasskey(toRegistered(phone))).toEqual({
      ok: true,
      value: { countsFrom: now + dayMs },
    });
    expect(await outcome(request)).toBe('passkey_too_new');
    now += dayMs;
    expect(await outcome(request)).toBe('signed');
  });

  test('a second key of a customer counts after its own age only', async () => {
    await registerOld(phone);
    const tablet = create('tablet');
    expect(await record.registerPasskey(toRegistered(tablet))).toMatchObject({ ok: true });
    expect(await outcome(signedBy(tablet, build(2n * ether)))).toBe('passkey_too_new');
    expect(await outcome(signedBy(phone, build(2n * ether)))).toBe('signed');
  });

  test('takes no more keys in a day than the policy allows, nor many of one customer', async () => {
    const keys = Array.from({ length: 32 }, (_, place) => create(`key ${place}`));
    const register = (place: number, owner: number) =>
      record.registerPasskey(toRegistered(keys[place] ?? phone, userId(owner)));
    for (let place = 0; place < 20; place += 1) expect((await register(place, 12)).ok).toBe(true);
    expect(await register(20, 12)).toEqual({ ok: false, refusal: 'customer_registrations_exceeded' });
    for (let place = 21; place < 31; place += 1) expect((await register(place, place)).ok).toBe(true);
    expect(await register(31, 31)).toEqual({ ok: false, refusal: 'registrations_exceeded' });
    expect(await register(0, 12)).toMatchObject({ ok: true }); // adds nothing
    await record.removePasskey(toRegistered(keys[1] ?? phone, userId(12)));
    expect(await register(31, 31)).toEqual({ ok: false, refusal: 'registrations_exceeded' });
    now += dayMs;
    expect(await register(31, 31)).toMatchObject({ ok: true });
  });

  test('takes no key of another form, and none without a rule for them', async () => {
    const named = toRegistered(phone);
    for (const changes of [{ publicKey: 'AAAA' }, { publicKey: '' }, { credentialId: 'not base64url' }])
      expect(await record.registerPasskey({ ...named, ...changes })).toEqual({
        ok: false,
        refusal: 'key_malformed',
      });
    const without = new PasskeyRecord({
      claims: store,
      policy: null,
      clock: () => now,
      onRegistered: () => {},
    });
    expect(await without.registerPasskey(named)).toEqual({
      ok: false,
      refusal: 'policy_without_passkeys',
    });
  });
});

test('two signers have the same keys with the same age, and a removal of one holds for both', async () => {
  const secondDir = join(dir, 'second');
  const second = new ClaimStore(secondDir);
  const checkpoints = openTestCheckpoints(join(secondDir, 'checkpoints.jsonl'));
  const follow = (other: ClaimStore) => new Follower({ store: other, checkpoints, clock: () => now });
  const pairOf = (own: ClaimStore, other: ClaimStore, leads: boolean) =>
    new PairedClaims({
      store: own,
      peer: {
        replicate: (request) => Promise.resolve(follow(other).replicate(request)),
        readClaims: (after) => Promise.resolve(follow(other).readClaims(after)),
      },
      leads,
      clock: () => now,
      onAlert: () => undefined,
    });
  const [leader, follower] = [pairOf(store, second, true), pairOf(second, store, false)];
  const [phone, tablet] = [create('phone'), create('tablet')];
  open(leader);
  await record.registerPasskey(toRegistered(phone));
  await record.registerPasskey(toRegistered(tablet));
  await record.removePasskey(toRegistered(tablet));
  expect(second.head).toEqual(store.head);
  expect(second.head.number).toBe(3);

  open(follower);
  await expect(record.registerPasskey(toRegistered(create('late')))).rejects.toThrow('follows the other one');
  await leadAlone(secondDir);
  while (second.pair?.leads !== true) await sleep(1);
  now += dayMs;
  expect(await outcome(signedBy(phone, build(2n * ether)))).toBe('signed');
  expect(await outcome(signedBy(tablet, build(2n * ether)))).toBe('passkey_unknown');
  await second.close();
});
