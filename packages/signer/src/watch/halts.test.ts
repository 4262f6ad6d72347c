/** Halts of the watcher at a signer: who may halt, what is refused then, and who lifts it. */
import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignerLine } from '@salar/adapters/signer/signer-line';
import { openTlsIdentity } from '@salar/adapters/tls/tls-identity';
import type { TlsIdentity } from '@salar/adapters/tls/tls-identity';
import { Quorum } from '@salar/approvals/quorum';
import { formatHaltLift, signHalt } from '@salar/approvals/watcher-halt';
import type { SignedHalt } from '@salar/approvals/watcher-halt';
import { accept, refuse } from '@salar/protocol';
import { createApprovers, signAs, toApprovalPolicy } from '@salar/testing/keys/approvers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SignerAlert } from '../service/signer-alerts.ts';
import { serveSigner } from '../service/signer-server.ts';
import { Halts } from './halts.ts';
import { WatcherRequests } from './watcher-requests.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const stranger = generateKeyPairSync('ed25519').privateKey;
const approvers = createApprovers(['ana', 'carla', 'diego']);
const policy = toApprovalPolicy(approvers);
const quorum = new Quorum(policy.required, policy.approvers);
const checkpoint = { sequence: 7, hash: '0'.repeat(64), at: 1, key: 'a key', signature: 'a signature' };

let dir: string;
let halts: Halts;
let server: Server;
let now: number;
let alerts: SignerAlert[];
let exchange: SignerLine;
let watcher: SignerLine;
/** Runs while a request is being signed. */
let onSigning: () => Promise<unknown>;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'salar-halts-'));
  halts = new Halts(dir);
  now = 1_000;
  alerts = [];
  onSigning = async () => undefined;
  const identity = await openTlsIdentity(dir, 'signer');
  const [client, watching] = [await openTlsIdentity(dir, 'exchange'), await openTlsIdentity(dir, 'watcher')];
  const listen = { socket: join(dir, 'signer.sock') };
  server = await serveSigner(
    {
      identity: async () => [],
      listSigned: async () => [],
      sign: async () => {
        await onSigning();
        return accept({ raw: 'signed', hash: 'signed' });
      },
      move: async () => {
        await onSigning();
        return accept({ raw: 'moved', hash: 'moved' });
      },
    },
    {
      listen,
      identity,
      clients: [client.certificate],
      watcher: { certificate: watching.certificate, requests: createRequests() },
      onAlert: (alert) => alerts.push(alert),
    },
  );
  const connect = (caller: TlsIdentity) =>
    new SignerLine({ endpoint: listen, signerCertificate: identity.certificate, identity: caller });
  exchange = connect(client);
  watcher = connect(watching);
});
afterEach(() => {
  exchange.close();
  watcher.close();
  server.close();
  halts.close();
  rmSync(dir, { recursive: true, force: true });
});

function createRequests(): WatcherRequests {
  return new WatcherRequests({
    halts,
    key,
    silentMinutes: 10,
    findCheckpoint: () => checkpoint,
    clock: () => now,
    onAlert: (alert) => alerts.push(alert),
  });
}

const theft = (at = 5) => signHalt({ at, reason: 'product 2: the wallets lack 7' }, privateKey);
const sign = {
  ticket: {
    ticketId: 1,
    requestCode: 'code',
    userId: 1,
    accountId: 1001,
    productId: 1,
    providerId: 6,
    chainId: 1,
    destination: 'somewhere',
    amount: '100000',
    fee: '10000',
    createdAt: 1,
  },
  mac: '00',
  approval: '00',
  approvals: [],
  plan: { family: 'evm', nonce: 1, feeMax: '1', feePriority: '1' },
};
const move = { kind: 'refill', chainId: 1, amount: '1', plan: sign.plan };
const lift = (names: readonly string[], text = halts.formatLift() ?? '') =>
  halts.lift(
    names.map((name) => ({ name, signature: signAs(approvers, name, text) })),
    quorum,
  );

test('while a halt is in force nothing is signed, and everything else is served', async () => {
  expect(await exchange.request('sign', sign)).toMatchObject({ ok: true });
  expect(await watcher.request('halt', theft())).toEqual(accept(null));
  const message = 'the watcher has halted payments: product 2: the wallets lack 7';
  await expect(exchange.request('sign', sign)).rejects.toThrow(message);
  await expect(exchange.request('move', move)).rejects.toThrow(message);
  await expect(exchange.request('something new', sign)).rejects.toThrow(message);
  expect(await exchange.request('identity', null)).toEqual(accept([]));
  expect(await exchange.request('listSigned', { ticketId: 1 })).toEqual(accept([]));
  expect(alerts[0]?.event).toBe('the watcher has halted payments');
  expect(alerts[0]?.subject).toContain('the wallets lack 7');
});

test.each<[string, unknown]>([
  ['sign', sign],
  ['move', move],
])(
  'what a request %s signs does not leave after a halt that arrived while it waited',
  async (method, params) => {
    onSigning = () => watcher.request('halt', theft());
    await expect(exchange.request(method, params)).rejects.toThrow('the watcher has halted payments');
  },
);

test('the watcher can halt and show that it runs, and nothing else', async () => {
  for (const [method, params] of [
    ['sign', sign],
    ['move', move],
    ['identity', null],
    ['listSigned', { ticketId: 1 }],
    ['checkpoint', { sequence: 8, hash: '1'.repeat(64) }],
    ['replicate', []],
    ['lift', null],
  ] as const)
    expect(await watcher.request(method, params), method).toEqual(refuse('request_malformed'));
  expect(await watcher.request('heartbeat', null)).toEqual(accept({ checkpoint, isHalted: false }));
});

test('the exchange can neither halt, nor lift, nor replace the watcher', async () => {
  expect(await exchange.request('halt', theft())).toEqual(refuse('request_malformed'));
  expect(await exchange.request('heartbeat', null)).toEqual(refuse('request_malformed'));
  await watcher.request('halt', theft());
  for (const method of ['halt', 'heartbeat', 'lift'])
    await expect(exchange.request(method, theft())).rejects.toThrow('the watcher has halted payments');
});

test.each<[string, () => unknown, string]>([
  ['signed by somebody else', () => signHalt({ at: 1, reason: 'a false alarm' }, stranger), 'halt_invalid'],
  ['with another text', () => ({ ...theft(), text: theft(6).text }), 'halt_invalid'],
  ['that is the text of a lift', () => liftSignedAsHalt(), 'halt_invalid'],
  ['without a signature', () => ({ text: theft().text }), 'request_malformed'],
  ['that is too long', () => ({ ...theft(), text: 'x'.repeat(5_000) }), 'request_malformed'],
])('a halt %s is refused', async (_, build, refusal) => {
  expect(await watcher.request('halt', build())).toEqual(refuse(refusal));
  expect(halts.list()).toEqual([]);
});

function liftSignedAsHalt(): SignedHalt {
  const text = formatHaltLift([{ ...theft(), at: 5, reason: 'a reason' }]);
  return { text, signature: theft().signature };
}

describe('a halt', () => {
  beforeEach(async () => {
    await watcher.request('halt', theft());
  });

  test('is in force after a restart', async () => {
    const restarted = new Halts(dir);
    expect(restarted.list()).toMatchObject([{ at: 5, reason: 'product 2: the wallets lack 7' }]);
    restarted.close();
  });

  test('is lifted by two approvers, also by a command of its own while the signer runs', async () => {
    const command = new Halts(dir);
    const text = command.formatLift() ?? '';
    const signatures = ['ana', 'carla'].map((name) => ({ name, signature: signAs(approvers, name, text) }));
    expect(await command.lift(signatures, quorum)).toEqual(accept(null));
    command.close();
    expect(await exchange.request('sign', sign)).toMatchObject({ ok: true });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['one approver', () => lift(['ana'])],
    ['one approver twice', () => lift(['ana', 'ana'])],
    ['nobody', () => lift([])],
    [
      'approvers of another text',
      () => lift(['ana', 'carla'], formatHaltLift([{ ...theft(), at: 5, reason: 'x' }])),
    ],
  ])('is not lifted by %s', async (_, attempt) => {
    expect(await attempt()).toEqual(refuse('signatures_insufficient'));
    await expect(exchange.request('sign', sign)).rejects.toThrow('halted');
  });

  test('that was lifted does not take effect again when it is repeated, and its lift lifts no later one', async () => {
    const former = halts.formatLift() ?? '';
    expect(await lift(['ana', 'diego'])).toEqual(accept(null));
    expect(await watcher.request('halt', theft())).toEqual(accept(null));
    expect(halts.list()).toEqual([]);
    expect(await lift(['ana', 'diego'])).toEqual(refuse('nothing_to_lift'));
    await watcher.request('halt', theft(9));
    expect(await lift(['ana', 'diego'], former)).toEqual(refuse('signatures_insufficient'));
  });

  test('in a damaged file stops signing', async () => {
    appendFileSync(join(dir, 'halts.jsonl'), '{"lift":"forged"}\n');
    await expect(exchange.request('sign', sign)).rejects.toThrow('the connection to the signer was lost');
  });
});

test('only a limited number of halts are in force, so that the text that lifts them can be read', async () => {
  for (let at = 0; at < 20; at += 1) expect(await watcher.request('halt', theft(at))).toEqual(accept(null));
  expect(await watcher.request('halt', theft(20))).toEqual(refuse('too_many_halts'));
});

test('a watcher that is silent for longer than its settings allow is an alert, until it returns', async () => {
  const requests = createRequests();
  now += 10 * 60_000;
  requests.report();
  expect(alerts).toEqual([]);
  now += 1;
  requests.report();
  expect(alerts).toEqual([{ event: 'the watcher is silent', subject: 'for more than 10 minutes' }]);
  expect(requests.answer({ method: 'heartbeat' })).toMatchObject({ ok: true });
  requests.report();
  expect(alerts).toHaveLength(1);
});
