/** Malformed input and unknown callers on the signer's socket: it never signs anything and never ends the signer. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectPlain } from 'node:net';
import type { Server } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { productId } from '@salar/protocol';
import { openFamilies } from '../families/open-families.ts';
import { SeedKeys } from '../keys/seed-keys.ts';
import { SignerKeys } from '../keys/signer-keys.ts';
import { Moves } from '../moves/moves.ts';
import { Follower } from '../pair/follower.ts';
import { PeerClient } from '../pair/peer-client.ts';
import { ClaimStore } from '../claims/claim-store.ts';
import { SignerClient } from '@salar/adapters/signer/signer-client';
import { connectToSigner } from '@salar/adapters/signer/signer-connection';
import type { SignerConnection } from '@salar/adapters/signer/signer-connection';
import { openTlsIdentity } from '@salar/adapters/tls/tls-identity';
import type { TlsIdentity } from '@salar/adapters/tls/tls-identity';
import type { SignerAlert } from './signer-alerts.ts';
import { openTestCheckpoints } from '../testing/checkpoints.ts';
import { serveSigner } from './signer-server.ts';
import { SigningLog } from '../payments/signing-log.ts';
import { TicketSigner } from '../payments/ticket-signer.ts';

const dir = mkdtempSync(join(tmpdir(), 'salar-socket-'));
const socketPath = join(dir, 'signer.sock');
const claims = new ClaimStore(dir);
const log = new SigningLog(claims);
const alerts: SignerAlert[] = [];
let server: Server;
let connection: SignerConnection;
let client: SignerClient;
let other: TlsIdentity;

beforeAll(async () => {
  const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(3));
  const keys = new SignerKeys(new SeedKeys({ root, layout: 2 }, 'regtest'));
  const assets = [{ productId: productId(1), contract: null, decimals: 8 }];
  const paymentFees = { perHour: 0n, perDay: 0n };
  const networks = [
    { family: 'bitcoin', kind: 'regtest', chainId: 3669344250, assets, paymentFees },
  ] as const;
  const clock = () => 0;
  const ticketMacKey = new Uint8Array(32).fill(1);
  const families = await openFamilies(keys, networks);
  const tickets = new TicketSigner({
    families,
    networks,
    caps: [],
    approvals: null,
    ticketMacKey,
    log,
    clock,
  });
  const moves = new Moves({ keys, families, networks, claims, tickets, clock });
  const signer = await openTlsIdentity(dir, 'signer');
  const identity = await openTlsIdentity(dir, 'exchange');
  other = await openTlsIdentity(dir, 'other-signer');
  const checkpoints = openTestCheckpoints(join(dir, 'checkpoints.jsonl'));
  server = await serveSigner(
    {
      identity: () => tickets.identity(),
      listSigned: (ticketId) => tickets.listSigned(ticketId),
      sign: (requested) => tickets.sign(requested),
      move: (requested) => moves.move(requested),
    },
    {
      listen: { socket: socketPath },
      identity: signer,
      clients: [identity.certificate],
      peer: {
        certificate: other.certificate,
        follower: new Follower({ store: claims, checkpoints, clock: Date.now }),
      },
      onAlert: (alert) => alerts.push(alert),
    },
  );
  connection = { endpoint: { socket: socketPath }, signerCertificate: signer.certificate, identity };
  client = new SignerClient(connection);
});
afterAll(async () => {
  client.close();
  server.close();
  await claims.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Writes one line and returns the answer, or null when the connection was closed instead. */
function answerTo(line: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connectToSigner(connection);
    socket.setEncoding('utf8');
    socket.once('data', (text) => {
      socket.destroy();
      resolve(String(text));
    });
    socket.on('error', () => undefined); // closed while we wrote
    socket.once('close', () => resolve(null));
    socket.write(`${line}\n`);
  });
}

const ticket = {
  ticketId: 1,
  requestCode: 'code',
  userId: 1,
  accountId: 1001,
  productId: 1,
  providerId: 6,
  chainId: 3669344250,
  destination: 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk',
  amount: '100000',
  fee: '10000',
  createdAt: 1,
};
const input = { txId: 'ab'.repeat(32), vout: 0, amount: '91000', branch: 0, index: 0 };
const request = {
  ticket,
  mac: '00'.repeat(32),
  approval: '00'.repeat(32),
  approvals: [],
  plan: { family: 'bitcoin', inputs: [input], fee: '1000', change: '0', changeBranch: 3, changeIndex: 1 },
};
const paths = [
  ...Object.keys(request).map((name) => [name]),
  ...Object.keys(ticket).map((name) => ['ticket', name]),
  ...Object.keys(request.plan).map((name) => ['plan', name]),
  ...Object.keys(input).map((name) => ['plan', 'inputs', '0', name]),
];
/** A valid request in which one value is replaced by anything. */
const almost = fc.tuple(fc.constantFrom(...paths), fc.jsonValue()).map(([path, value]) => {
  const copy = structuredClone(request) as unknown as Record<string, unknown>;
  let place = copy;
  for (const name of path.slice(0, -1)) place = place[name] as Record<string, unknown>;
  place[path.at(-1) ?? ''] = value;
  return JSON.stringify({ id: 1, method: 'sign', params: copy });
});
const move = {
  kind: 'refill',
  chainId: 1,
  amount: '1',
  plan: { family: 'evm', nonce: 1, feeMax: '1', feePriority: '1' },
};
const almostMove = fc.tuple(fc.constantFrom(...Object.keys(move)), fc.jsonValue()).map(([name, value]) => {
  const params = { ...move, [name]: value };
  return JSON.stringify({ id: 1, method: 'move', params });
});
const anything = fc.oneof(
  almost,
  almostMove,
  fc.json(),
  fc.string(),
  fc.jsonValue().map((params) => JSON.stringify({ id: 1, method: 'sign', params })),
  fc.tuple(fc.string(), fc.jsonValue()).map(([method, id]) => JSON.stringify({ id, method })),
);

test('random lines are refused one by one', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (line) => {
      const answer = await answerTo(line.replaceAll('\n', ' '));
      expect(answer).toMatch(/request_malformed|mac_invalid|network_unknown/);
    }),
    { numRuns: 400 },
  );
  expect(log.listForTicket(1)).toEqual([]);
  expect(await client.identity()).toHaveLength(1);
});

test('a complete request with an invalid MAC is refused for its MAC', async () => {
  expect(await answerTo(JSON.stringify({ id: 7, method: 'sign', params: request }))).toBe(
    '{"id":7,"result":{"ok":false,"refusal":"mac_invalid"}}\n',
  );
  expect(alerts.at(-1)).toEqual({ event: 'refused sign: mac_invalid', subject: 'ticket 1' });
});

test('a line that does not end costs its own connection only', async () => {
  expect(await answerTo(`"${'x'.repeat(70_000)}"`)).toBeNull();
  expect(await client.identity()).toHaveLength(1);
  expect(alerts).toContainEqual({ event: 'a request of more than 65536 characters', subject: '' });
});

describe('a caller', () => {
  const ask = async (changes: Partial<SignerConnection>) => {
    const caller = new SignerClient({ ...connection, ...changes });
    const answer = await caller.identity().catch((error: unknown) => String(error));
    caller.close();
    return answer;
  };

  test('with another certificate than those in the settings is disconnected', async () => {
    const identity = await openTlsIdentity(dir, 'stranger');
    expect(await ask({ identity })).toMatch(/unreachable|lost/);
    expect(alerts.at(-1)).toEqual({ event: 'a caller without an accepted certificate', subject: '' });
    expect(await ask({})).toHaveLength(1);
  });

  test('does not accept another signer than the one it was given', async () => {
    const { certificate } = await openTlsIdentity(dir, 'stranger');
    expect(await ask({ signerCertificate: certificate })).toMatch('the signer is unreachable');
  });

  test('without TLS is disconnected without an answer', async () => {
    const socket = connectPlain(socketPath);
    const received: Buffer[] = [];
    socket.on('data', (data) => received.push(data));
    socket.on('error', () => undefined);
    socket.write('{"id":1,"method":"identity"}\n');
    await once(socket, 'close');
    expect(Buffer.concat(received).toString()).not.toContain('xpub');
  });
});

describe('of a pair', () => {
  const first = { number: 0, hash: '0'.repeat(64) };
  const linkOf = (identity: TlsIdentity) => ({ ...connection, identity });

  test('the other signer can send entries, and cannot request anything else', async () => {
    const peer = new PeerClient(linkOf(other));
    const entry = { owner: 'ticket 7', claims: {}, sums: {}, at: 1, details: 'x' };
    expect(
      await peer.replicate({ term: 0, at: Date.now(), after: first, texts: [JSON.stringify(entry)] }),
    ).toMatchObject({
      ok: true,
      value: { appended: true, head: { number: 1 } },
    });
    expect(claims.listOf('ticket 7')).toEqual(['x']);
    expect(await peer.readClaims(first)).toEqual({ ok: true, value: [JSON.stringify(entry)] });
    peer.close();
    const caller = new SignerClient({ ...connection, identity: other });
    expect(await caller.identity()).toEqual(undefined);
    expect(alerts.at(-1)?.event).toBe('refused identity: request_malformed');
    caller.close();
  });

  test('the exchange cannot send or read entries', async () => {
    const peer = new PeerClient(linkOf(connection.identity));
    const { head } = claims;
    expect(await peer.replicate({ term: 9, at: Date.now(), after: head, texts: [] })).toMatchObject({
      ok: false,
    });
    expect(await peer.readClaims(first)).toEqual({ ok: false, refusal: 'request_malformed' });
    expect(claims.pair?.term).toBe(0);
    expect(alerts.at(-1)?.event).toBe('refused readClaims: request_malformed');
    peer.close();
  });

  test('the exchange turns to the other signer when one does not answer, and says so when neither does', async () => {
    const nowhere = { ...connection, endpoint: { socket: join(dir, 'nowhere.sock') } };
    const caller = new SignerClient({ ...nowhere, second: connection });
    expect(await caller.identity()).toHaveLength(1);
    caller.close();
    const lost = new SignerClient({ ...nowhere, second: nowhere });
    await expect(lost.identity()).rejects.toThrow(
      'neither signer serves the request: the signer is unreachable;',
    );
    lost.close();
  });
});
