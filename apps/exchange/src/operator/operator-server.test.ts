/** The operators' Unix socket: its permissions, and what it does with malformed requests. */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '@salar/services/ports/log';
import type { OperatorRequest } from '@salar/services/operator/operator-request';
import { sendOperatorRequest, ServerNotRunning } from './operator-client.ts';
import { startOperatorServer } from './operator-server.ts';
import type { OperatorServer } from './operator-connections.ts';
import { readOperatorRequest } from './operator-request.ts';

const request: OperatorRequest = {
  body: '{"params":{}}',
  proof: { text: 'the text', signature: 'the signature' },
};

let dir: string;
let socketPath: string;
let server: OperatorServer;
let respond: (received: OperatorRequest) => Promise<{ ok: true; text: string }>;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'salar-operator-'));
  socketPath = join(dir, 'operator.sock');
  respond = (received) => Promise.resolve({ ok: true, text: received.body });
  server = await startOperatorServer({
    service: { handle: (received) => respond(received) },
    socketPath,
    log: silentLog,
  });
});
afterEach(async () => {
  await server.close();
  rmSync(dir, { recursive: true, force: true });
});

test('only the owner can access the socket', () => {
  expect(statSync(socketPath).mode & 0o777).toBe(0o600);
});

test('answers a request', async () => {
  expect(await sendOperatorRequest({ socketPath }, request)).toEqual({ ok: true, text: request.body });
});

test('returns an incident number when the outcome is unknown', async () => {
  respond = () => Promise.reject(new Error('the database is away'));
  const answer = await sendOperatorRequest({ socketPath }, request);
  expect(answer).toMatchObject({ ok: false, refusal: 'unavailable' });
  expect(JSON.stringify(answer)).not.toContain('database');
});

test('replaces the socket of an earlier run, and removes its own when it closes', async () => {
  const second = await startOperatorServer({
    service: { handle: () => Promise.resolve({ ok: true, text: 'second' }) },
    socketPath,
    log: silentLog,
  });
  await server.close(); // an earlier leader that stops late
  expect(await sendOperatorRequest({ socketPath }, request)).toEqual({ ok: true, text: 'second' });
  expect(statSync(socketPath).mode & 0o777).toBe(0o600);
  await second.close();
  expect(existsSync(socketPath)).toBe(false);
  await expect(sendOperatorRequest({ socketPath }, request)).rejects.toThrow(ServerNotRunning);
});

test('a caller gets an error when the exchange stops before it answers', async () => {
  let markReceived: () => void = () => undefined;
  const received = new Promise<void>((resolve) => (markReceived = resolve));
  respond = () => {
    markReceived();
    return new Promise(() => undefined);
  };
  const answer = sendOperatorRequest({ socketPath }, request);
  const refused = expect(answer).rejects.toThrow('check what was done');
  await received;
  await server.close();
  await refused;
});

test.each([
  'no json',
  'null',
  '[]',
  '{}',
  JSON.stringify({ ...request, more: 1 }),
  JSON.stringify({ ...request, body: { params: {} } }),
  JSON.stringify({ ...request, body: 'x'.repeat(8193) }),
  JSON.stringify({ ...request, proof: null }),
  JSON.stringify({ ...request, proof: { ...request.proof, method: 'do operator list' } }),
  JSON.stringify({ ...request, proof: { method: 'do operator list', credentials: { name: 'ana' } } }),
])('%s is rejected', (line) => {
  expect(readOperatorRequest(line)).toBeNull();
});

test('a file comes with a request, up to its length', () => {
  const file = 'x'.repeat(360_000);
  expect(readOperatorRequest(JSON.stringify({ ...request, file }))).toEqual({ ...request, file });
  expect(readOperatorRequest(JSON.stringify({ ...request, file: `${file}x` }))).toBeNull();
});

test('a line without an end closes its connection', async () => {
  const socket = connect(socketPath);
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  socket.on('error', () => undefined); // closed while it was still sending
  socket.write('x'.repeat(500_000));
  await closed;
  expect(await sendOperatorRequest({ socketPath }, request)).toMatchObject({ ok: true });
});
