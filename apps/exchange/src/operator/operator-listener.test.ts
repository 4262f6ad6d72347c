/** The operators' listener: its certificate, which requests it accepts, and what it does with other callers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { connect } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTlsIdentity } from '@salar/adapters/tls/tls-identity';
import type { TlsIdentity } from '@salar/adapters/tls/tls-identity';
import { silentLog } from '@salar/services/ports/log';
import type { OperatorRequest } from '@salar/services/operator/operator-request';
import { sendOperatorRequest, ServerNotRunning } from './operator-client.ts';
import type { OperatorServer } from './operator-connections.ts';
import { startOperatorListener } from './operator-listener.ts';
import { refusalsPerMinute } from './refused-addresses.ts';

const request: OperatorRequest = { body: '{"params":{}}', proof: { text: 'text', signature: 'signature' } };

let dir: string;
let identity: TlsIdentity;
let address: { host: string; port: number };
let listener: OperatorServer;
let received: OperatorRequest[];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'salar-listener-'));
  identity = await openTlsIdentity(dir, 'operators');
  address = { host: '127.0.0.1', port: await findFreePort() };
  received = [];
  listener = await startOperatorListener({
    service: {
      handle(one) {
        received.push(one);
        return Promise.resolve({ ok: true, text: 'done' });
      },
    },
    identity,
    address,
    log: silentLog,
  });
});
afterEach(async () => {
  await listener.close();
  rmSync(dir, { recursive: true, force: true });
});

test('answers signed requests to who pins its certificate', async () => {
  const endpoint = { ...address, certificate: identity.certificate };
  expect(await sendOperatorRequest(endpoint, request)).toEqual({ ok: true, text: 'done' });
  await listener.close();
  await expect(sendOperatorRequest(endpoint, request)).rejects.toThrow(ServerNotRunning);
});

test('a command line sends nothing to a server with another certificate', async () => {
  const other = await openTlsIdentity(dir, 'other');
  const answer = sendOperatorRequest({ ...address, certificate: other.certificate }, request);
  await expect(answer).rejects.toThrow('is not the expected one');
  expect(received).toEqual([]);
});

test('refuses what is not signed: the founding, and secrets of version 0.1', async () => {
  const endpoint = { ...address, certificate: identity.certificate };
  for (const credentials of [null, { name: 'ana', secret: 'x' }]) {
    const proof = { method: 'do operator found', credentials };
    expect(await sendOperatorRequest(endpoint, { ...request, proof })).toMatchObject({
      refusal: 'not_signed_in',
    });
  }
  expect(received).toEqual([]);
});

test('disconnects an address that was refused too often', async () => {
  const endpoint = { ...address, certificate: identity.certificate };
  const proof = { method: 'do operator found', credentials: null };
  const outcomes = [];
  for (let tries = 0; tries < refusalsPerMinute + 5; tries += 1)
    outcomes.push(
      await sendOperatorRequest(endpoint, { ...request, proof }).then(
        () => 'refused',
        () => 'disconnected',
      ),
    );
  expect(outcomes.filter((one) => one === 'disconnected').length).toBeGreaterThanOrEqual(5);
  await expect(sendOperatorRequest(endpoint, request)).rejects.toThrow();
  expect(received).toEqual([]);
});

test('older TLS and long lines are disconnected', async () => {
  const trust = { ...address, ca: identity.certificate, checkServerIdentity: () => undefined };
  const old = connect({ ...trust, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' });
  await expect(
    new Promise((resolve, reject) => void old.once('secureConnect', resolve).once('error', reject)),
  ).rejects.toThrow();
  const long = connect(trust, () => long.write('x'.repeat(500_000)));
  long.on('error', () => undefined); // closed while it was still sending
  await new Promise((resolve) => void long.once('close', resolve));
  expect(received).toEqual([]);
});

test('an address that is in use is reported', async () => {
  const second = startOperatorListener({
    service: { handle: () => Promise.resolve({ ok: true, text: '' }) },
    identity,
    address,
    log: silentLog,
  });
  await expect(second).rejects.toThrow('EADDRINUSE');
});

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const found = server.address();
      server.close(() => resolve(typeof found === 'object' && found !== null ? found.port : 0));
    });
  });
}
