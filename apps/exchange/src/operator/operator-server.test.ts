/** The door itself: who may open it, and what it does with what is no request. */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '@salar/services/ports/log';
import type { OperatorRequest } from '@salar/services/operator/operator-service';
import { askDesk, NobodyServes } from './operator-client.ts';
import { openOperatorDoor } from './operator-server.ts';
import type { OperatorDoor } from './operator-server.ts';
import { readOperatorRequest } from './operator-request.ts';

const request: OperatorRequest = {
  command: 'operator list',
  params: {},
  credentials: { name: 'ana', secret: 'x' },
  mode: 'do',
};

let dir: string;
let socketPath: string;
let door: OperatorDoor;
let answerOf: (asked: OperatorRequest) => Promise<{ ok: true; text: string }>;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'salar-door-'));
  socketPath = join(dir, 'operator.sock');
  answerOf = (asked) => Promise.resolve({ ok: true, text: asked.command });
  door = await openOperatorDoor({ desk: { handle: (asked) => answerOf(asked) }, socketPath, log: silentLog });
});
afterEach(async () => {
  await door.close();
  rmSync(dir, { recursive: true, force: true });
});

test('belongs to its owner alone', () => {
  expect(statSync(socketPath).mode & 0o777).toBe(0o600);
});

test('answers a request', async () => {
  expect(await askDesk(socketPath, request)).toEqual({ ok: true, text: 'operator list' });
});

test('tells an incident when it is unknown how it went', async () => {
  answerOf = () => Promise.reject(new Error('the database is away'));
  const answer = await askDesk(socketPath, request);
  expect(answer).toMatchObject({ ok: false, refusal: 'unavailable' });
  expect(JSON.stringify(answer)).not.toContain('database');
});

test('replaces the socket of a former run, and leaves none behind', async () => {
  const second = await openOperatorDoor({
    desk: { handle: () => Promise.resolve({ ok: true, text: 'second' }) },
    socketPath,
    log: silentLog,
  });
  await door.close(); // a leader of before that stops late
  expect(await askDesk(socketPath, request)).toEqual({ ok: true, text: 'second' });
  expect(statSync(socketPath).mode & 0o777).toBe(0o600);
  await second.close();
  expect(existsSync(socketPath)).toBe(false);
  await expect(askDesk(socketPath, request)).rejects.toThrow(NobodyServes);
});

test('an exchange that stops in the middle leaves the caller without a false answer', async () => {
  let isAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  answerOf = () => {
    isAsked();
    return new Promise(() => undefined);
  };
  const answer = askDesk(socketPath, request);
  const refused = expect(answer).rejects.toThrow('look what was done');
  await asked;
  await door.close();
  await refused;
});

test.each([
  'no json',
  'null',
  '[]',
  '{}',
  JSON.stringify({ ...request, more: 1 }),
  JSON.stringify({ ...request, params: { ticket: 5 } }),
  JSON.stringify({ ...request, mode: 'force' }),
  JSON.stringify({ ...request, credentials: { name: 'ana' } }),
  JSON.stringify({ ...request, params: { reason: 'x'.repeat(2000) } }),
])('%s is no request', (line) => {
  expect(readOperatorRequest(line)).toBeNull();
});

test('a line without an end is dropped with its connection', async () => {
  const socket = connect(socketPath);
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  socket.on('error', () => undefined); // dropped while it was still sending
  socket.write('x'.repeat(100_000));
  await closed;
  expect(await askDesk(socketPath, request)).toMatchObject({ ok: true });
});
