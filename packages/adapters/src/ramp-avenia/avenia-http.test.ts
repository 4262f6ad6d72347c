import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { silentLog } from '@salar/services/ports/log';
import { RampRefused, RampUnavailable } from '@salar/services/ports/ramp-provider';
import { AveniaSandbox } from '@salar/laptop/avenia-sandbox/avenia-sandbox';
import { AveniaHttp } from './avenia-http.ts';
import { AveniaRamp } from './avenia-ramp.ts';
import { privateKeyPem, publicKeyPem } from './testing/brazil-world.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function sandboxAt(options: { file?: string; now?: () => number } = {}) {
  const sandbox = new AveniaSandbox({
    apiKey: 'key-1',
    publicKeyPem,
    hostedUrl: (id) => `http://localhost/${id}`,
    file: options.file ?? null,
    autoApproveMs: null,
    log: silentLog,
    ...(options.now && { now: options.now }),
  });
  const baseUrl = await sandbox.start();
  stops.push(() => sandbox.stop());
  return { sandbox, baseUrl };
}

const createClient = (baseUrl: string, changes: object = {}) =>
  new AveniaHttp({ baseUrl, apiKey: 'key-1', privateKeyPem, timeoutMs: 1_000, ...changes });

test('a signed call is answered; a wrong key, an old timestamp or a changed body is rejected', async () => {
  const { baseUrl } = await sandboxAt();
  expect(await createClient(baseUrl).read('/v2/kyc/attempts?subAccountId=a%20b')).toMatchObject({
    attempts: [],
  });
  for (const changes of [{ apiKey: 'key-2' }, { now: () => Date.now() - 61_000 }])
    await expect(
      createClient(baseUrl, changes).send({ method: 'GET', path: '/v2/kyc/attempts' }),
    ).rejects.toMatchObject({ name: 'RampUnavailable', cause: 401 });
});

test.each([
  [400, RampRefused],
  [404, RampRefused],
  [422, RampRefused],
  [401, RampUnavailable],
  [408, RampUnavailable],
  [409, RampUnavailable],
  [429, RampUnavailable],
  [500, RampUnavailable],
  [503, RampUnavailable],
])('%i to a write is reported once, without the provider’s message', async (status, kind) => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(status).end(JSON.stringify({ error: 'CPF 52998224725 is not good' }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  stops.push(async () => void server.close());
  const { port } = server.address() as AddressInfo;
  const thrown = await createClient(`http://127.0.0.1:${port}`)
    .send({ method: 'POST', path: '/v2/x?subAccountId=secret', body: {} })
    .catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(kind);
  expect((thrown as Error).message).toBe(`POST /v2/x was answered with ${status}`);
  expect(requests).toBe(1);
});

test('a provider that never answers runs into the timeout', async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  stops.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const call = createClient(`http://127.0.0.1:${port}`, { timeoutMs: 50 }).send({
    method: 'GET',
    path: '/v2/x',
  });
  await expect(call).rejects.toBeInstanceOf(RampUnavailable);
});

test('an account is found on any page of the list', async () => {
  const { sandbox, baseUrl } = await sandboxAt();
  const ramp = new AveniaRamp({ http: createClient(baseUrl), isStandIn: true });
  const ids = [];
  for (let n = 0; n < 60; n += 1) ids.push(await ramp.createSubAccount(`salar-${n}`));
  expect(await ramp.findSubAccount('salar-3')).toBe(ids[3]);
  expect(await ramp.findSubAccount('salar-59')).toBe(ids[59]);
  expect(await ramp.findSubAccount('salar-60')).toBe(null);
  expect(sandbox.subAccounts()).toHaveLength(60);
});

test('a link that is not https is rejected unless the provider is the sandbox', async () => {
  const { baseUrl } = await sandboxAt();
  const ramp = new AveniaRamp({ http: createClient(baseUrl), isStandIn: false });
  const subAccountId = await ramp.createSubAccount('salar-1');
  await expect(ramp.startHosted({ subAccountId, redirectUrl: 'https://a.example' })).rejects.toThrow(
    'not a safe address',
  );
});

test('the sandbox continues after a restart, and its file is readable by its owner only', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'avenia-')), 'avenia.json');
  const first = await sandboxAt({ file });
  const ramp = new AveniaRamp({ http: createClient(first.baseUrl), isStandIn: true });
  const subAccountId = await ramp.createSubAccount('salar-1');
  const { attemptId } = await ramp.startHosted({ subAccountId, redirectUrl: 'http://localhost/' });
  await first.sandbox.stop();
  stops.length = 0;

  const second = await sandboxAt({ file });
  const again = new AveniaRamp({ http: createClient(second.baseUrl), isStandIn: true });
  expect(await again.findSubAccount('salar-1')).toBe(subAccountId);
  expect(await again.attempts(subAccountId)).toMatchObject([{ attemptId, status: 'processing' }]);
  expect(existsSync(file) && statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain(attemptId);
});
