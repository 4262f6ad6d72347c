import { SumsubServer } from '@salar/testing/identity/sumsub-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SumsubClient, SumsubUnavailable } from './sumsub-client.ts';

let sumsub: SumsubServer;
let baseUrl: string;
beforeEach(async () => {
  sumsub = new SumsubServer();
  baseUrl = await sumsub.start();
});
afterEach(() => sumsub.stop());

function createTestClient(
  options: { secretKey?: string; now?: () => number; timeoutMs?: number } = {},
): SumsubClient {
  const { secretKey = sumsub.secretKey, ...more } = options;
  return new SumsubClient({
    settings: { baseUrl, appToken: sumsub.appToken, secretKey },
    retryMs: 1,
    timeoutMs: 2_000,
    ...more,
  });
}

const ana = { externalUserId: 'u-7', email: 'ana@example.test', levelName: 'level-1-basic', ttlSeconds: 600 };

async function readCode(work: Promise<unknown>): Promise<string> {
  const failure = await work.then(
    () => 'no failure',
    (error: unknown) => error,
  );
  if (failure instanceof SumsubUnavailable) return failure.code;
  throw failure;
}

test('a token request is signed, and the applicant exists from then on', async () => {
  const client = createTestClient();
  expect(await client.findApplicant('u-7')).toBeNull();
  expect(await client.createToken(ana)).toMatch(/^_act-sbx-/);
  expect(await client.findApplicant('u-7')).toMatchObject({
    externalUserId: 'u-7',
    levelName: 'level-1-basic',
    status: 'init',
    comment: null,
  });
});

test('a wrong secret or a wrong clock is rejected, and not tried again', async () => {
  expect(await readCode(createTestClient({ secretKey: 'guess' }).findApplicant('u-7'))).toBe('401');
  expect(await readCode(createTestClient({ now: () => Date.now() - 120_000 }).createToken(ana))).toBe('401');
  expect(sumsub.requestedPaths).toHaveLength(2);
});

test('a read is tried three times, a token request once', async () => {
  const client = createTestClient();
  await client.createToken(ana);
  sumsub.faults.push(503, 429);
  expect(await client.findApplicant('u-7')).toMatchObject({ externalUserId: 'u-7' });
  sumsub.faults.push(500, 502, 503);
  expect(await readCode(client.findApplicant('u-7'))).toBe('503');
  const before = sumsub.requestedPaths.length;
  sumsub.faults.push(503);
  expect(await readCode(client.createToken(ana))).toBe('503');
  expect(sumsub.requestedPaths).toHaveLength(before + 1);
});

test('a silent or broken connection times out', async () => {
  const client = createTestClient({ timeoutMs: 150 });
  sumsub.faults.push('silent');
  expect(await readCode(client.createToken(ana))).toBe('slow');
  sumsub.faults.push('cut');
  expect(await readCode(client.createToken(ana))).toBe('away');
  await sumsub.stop();
  expect(await readCode(client.findApplicant('u-7'))).toBe('away');
});

test('a name is one part of a path, whatever it contains', async () => {
  await createTestClient().findApplicant('u-7/one?x=../..');
  expect(sumsub.requestedPaths).toEqual([
    'GET /resources/applicants/-;externalUserId=u-7%2Fone%3Fx%3D..%2F../one',
  ]);
});

test('an error message contains no personal data', async () => {
  sumsub.faults.push(400);
  const failure: unknown = await createTestClient()
    .createToken(ana)
    .catch((error: unknown) => error);
  expect(`${String(failure)} ${JSON.stringify(failure)}`).not.toMatch(/ana@|u-7|Out of order|test-secret/);
});
