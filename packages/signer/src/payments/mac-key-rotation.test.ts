/** The key of the tickets' MACs is replaced at the exchange and at the signer, one after the other. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountId, millis, minor, productId, ticketId, userId } from '@salar/protocol';
import { computeApproval, computeTicketMac } from '@salar/services';
import type { SignRequest } from '@salar/services';
import type { KeyRing } from '@salar/services/crypto/key-ring';
import type { SignerNetwork } from '@salar/adapters/signer/signer-policy';
import { HDKey } from '@scure/bip32';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ClaimStore } from '../claims/claim-store.ts';
import { openFamilies } from '../families/open-families.ts';
import { SeedKeys } from '../keys/seed-keys.ts';
import { SignerKeys } from '../keys/signer-keys.ts';
import { SigningLog } from './signing-log.ts';
import { TicketSigner } from './ticket-signer.ts';

const former = { id: 1, key: Buffer.alloc(32, 7) };
const current = { id: 2, key: Buffer.alloc(32, 8) };
const eth = productId(2);
const chainId = 31337;
const most = minor(10n ** 30n);
const fees = { perHour: 10n ** 30n, perDay: 10n ** 30n };
const networks: readonly SignerNetwork[] = [
  {
    family: 'evm',
    sweeps: null,
    chainId,
    paymentFees: fees,
    assets: [{ productId: eth, contract: null, decimals: 18 }],
  },
];
const caps = [{ chainId, productId: eth, perTransaction: most, perHour: most, perDay: most }];
const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(9));
const families = await openFamilies(new SignerKeys(new SeedKeys({ root, layout: 2 }, 'regtest')), networks);

let dir: string;
let claims: ClaimStore;
let nonce = 0;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'salar-mac-keys-'));
  claims = new ClaimStore(dir);
});
afterEach(async () => {
  await claims.close();
  rmSync(dir, { recursive: true, force: true });
});

/** @param rings  of the signer, of the exchange when it made the ticket, and of the exchange when it requests the payment */
async function pay(rings: { signer: KeyRing; ticket: KeyRing; request: KeyRing }): Promise<string> {
  nonce += 1;
  const ticket = {
    ticketId: ticketId(nonce),
    requestCode: `request ${nonce}`,
    userId: userId(7),
    accountId: accountId(1001),
    productId: eth,
    providerId: 1,
    chainId,
    destination: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    amount: minor(2n),
    fee: minor(1n),
    createdAt: millis(1),
  };
  const mac = computeTicketMac(rings.ticket, ticket);
  const request: SignRequest = {
    ticket,
    mac: mac.toString('hex'),
    approval: computeApproval(rings.request, mac).toString('hex'),
    approvals: [],
    plan: { family: 'evm', nonce, feeMax: 10n ** 10n, feePriority: 10n ** 9n },
  };
  const options = { families, networks, caps, approvals: null, log: new SigningLog(claims), clock: Date.now };
  const signed = await new TicketSigner({ ...options, ticketMacKey: rings.signer }).sign(request);
  return signed.ok ? 'signed' : signed.refusal;
}

const both: KeyRing = [current, former];

test('the signer first: tickets of both keys are paid at every step', async () => {
  expect(await pay({ signer: [former], ticket: [former], request: [former] })).toBe('signed');
  expect(await pay({ signer: both, ticket: [former], request: [former] })).toBe('signed');
  expect(await pay({ signer: both, ticket: [former], request: both })).toBe('signed');
  expect(await pay({ signer: both, ticket: both, request: both })).toBe('signed');
  expect(await pay({ signer: [current], ticket: both, request: [current] })).toBe('signed');
});

test('the exchange first: payments wait until the signer has the new key, and none is ended', async () => {
  expect(await pay({ signer: [former], ticket: [former], request: both })).toBe('mac_key_unknown');
  expect(await pay({ signer: [former], ticket: both, request: both })).toBe('mac_key_unknown');
  expect(await pay({ signer: both, ticket: both, request: both })).toBe('signed');
});

test('a key that was removed proves nothing any more, and an id alone proves nothing', async () => {
  expect(await pay({ signer: [current], ticket: [former], request: both })).toBe('mac_key_unknown');
  const thief = { id: 2, key: Buffer.alloc(32, 66) };
  expect(await pay({ signer: both, ticket: [thief], request: both })).toBe('mac_invalid');
  expect(await pay({ signer: both, ticket: both, request: [thief] })).toBe('approval_invalid');
  expect(await pay({ signer: both, ticket: [{ ...thief, id: 9 }], request: both })).toBe('mac_key_unknown');
});
