import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { AveniaHttp } from '@salar/adapters/ramp-avenia/avenia-http';
import { AveniaRamp } from '@salar/adapters/ramp-avenia/avenia-ramp';
import { AveniaSandbox } from '../avenia-sandbox/avenia-sandbox.ts';
import { silentLog } from '@salar/services/ports/log';
import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { brazilReviews, brazilRoutes, hostedFormPath } from './brazil-pages.ts';
import type { LocalPagesOptions } from './local-pages-options.ts';
import { readBody } from './request-body.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
let avenia: AveniaSandbox;
let app: FastifyInstance;
let ramp: AveniaRamp;
let subAccountId: string;
beforeEach(async () => {
  avenia = new AveniaSandbox({
    apiKey: 'local',
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    hostedUrl: (attemptId) => `http://localhost${hostedFormPath(attemptId)}`,
    file: null,
    autoApproveMs: null,
    log: silentLog,
  });
  const baseUrl = await avenia.start();
  const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  ramp = new AveniaRamp({
    http: new AveniaHttp({ baseUrl, apiKey: 'local', privateKeyPem }),
    isStandIn: true,
  });
  subAccountId = await ramp.createSubAccount('salar-1');
  app = Fastify();
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, readBody);
      brazilRoutes(scope, { avenia } as unknown as LocalPagesOptions);
    },
    { prefix: '/local' },
  );
});
afterEach(async () => {
  await app.close();
  await avenia.stop();
});

async function pathOfForm(): Promise<string> {
  const started = await ramp.startHosted({
    subAccountId,
    redirectUrl: 'http://localhost/settings/verification',
  });
  return new URL(started.hosted?.url ?? '').pathname;
}
const press = (url: string, fields: string) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: fields,
  });
const statusNow = async () => (await ramp.attempts(subAccountId))[0]?.status;

test.each([
  ['approve', 'verified', 'Approved.'],
  ['reject', 'rejected', 'another try is open'],
  ['reject-finally', 'rejected', 'Rejected for good.'],
  ['expire', 'expired', 'The link has expired.'],
  ['finish', 'processing', 'Your papers were handed in.'],
])('the form in place of Avenia’s: %s', async (decision, status, text) => {
  const url = await pathOfForm();
  const pressed = await press(url, `decision=${decision}&comment=A+blurred+%3Cb%3E+picture`);
  expect(pressed.statusCode).toBe(200);
  expect(pressed.body).toContain(text);
  expect(await statusNow()).toBe(status);
});

test('a form can be submitted once', async () => {
  const url = await pathOfForm();
  await press(url, 'decision=expire');
  const again = await press(url, 'decision=approve');
  expect([again.statusCode, await statusNow()]).toEqual([404, 'expired']);
  expect((await app.inject('/local/avenia/unknown')).body).toContain('There is no such form.');
  expect((await press(url, 'decision=nonsense')).statusCode).toBe(400);
});

test('submitted forms wait on the reviewer’s page', async () => {
  expect(brazilReviews(avenia)).toBe(null);
  const url = await pathOfForm();
  await press(url, 'decision=finish');
  expect(brazilReviews(avenia)?.text).toContain(`action="${url}"`);
  const waiting = await app.inject('/local/avenia');
  expect(waiting.json()).toEqual([{ attemptId: url.split('/').at(-1) }]);
});

test('a browser sends the origin of a page’s own form, so that it is not refused as another site’s', async () => {
  const page = await app.inject(await pathOfForm());
  expect(page.headers['referrer-policy']).toBe('same-origin');
});
