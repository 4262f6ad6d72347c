import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  clockToleranceMs,
  isRequestSignatureValid,
  isTimely,
  buildSigningText,
} from './request-signature.ts';
import type { RequestSignature, SignedRequest } from './request-signature.ts';

const secret = '0123456789abcdef0123456789abcdef';
const request: SignedRequest = {
  method: 'POST',
  target: '/AP/SendOrder?OMSId=1',
  body: Buffer.from('{"InstrumentId":1}'),
};
const given = (change: Partial<RequestSignature> = {}): RequestSignature => ({
  apiKey: 'aa11bb22cc33dd44ee55ff6600112233',
  timestamp: '1700000000000',
  nonce: 'b5a1c2d3e4f5',
  signature: '',
  request,
  ...change,
});
const signed = (one: RequestSignature): RequestSignature => ({
  ...one,
  signature: createHmac('sha256', secret).update(buildSigningText(one)).digest('hex'),
});

describe('K2 the signature of a request', () => {
  const right = signed(given());

  test('is the HMAC of five lines, in hex of either case', () => {
    expect(isRequestSignatureValid(secret, right)).toBe(true);
    expect(isRequestSignatureValid(secret, { ...right, signature: right.signature.toUpperCase() })).toBe(
      true,
    );
    expect(buildSigningText({ ...given(), request: { ...request, body: null } })).toBe(
      '1700000000000\nb5a1c2d3e4f5\nPOST\n/AP/SendOrder?OMSId=1\n' +
        'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  test.each<Partial<RequestSignature>>([
    { timestamp: '1700000000001' },
    { nonce: 'b5a1c2d3e4f6' },
    { signature: '' },
    { signature: 'x'.repeat(64) },
    { signature: right.signature.slice(0, -2) },
    { request: { ...request, method: 'GET' } },
    { request: { ...request, target: '/AP/CancelOrder?OMSId=1' } },
    { request: { ...request, target: '/AP/SendOrder?OMSId=2' } },
    { request: { ...request, target: '/ap/SendOrder?OMSId=1' } },
    { request: { ...request, body: Buffer.from('{"InstrumentId":2}') } },
    { request: { ...request, body: null } },
  ])('is wrong with %j', (change) => {
    expect(isRequestSignatureValid(secret, { ...right, ...change })).toBe(false);
  });

  test('is wrong with another secret', () => {
    expect(isRequestSignatureValid(secret.replace('0', '1'), right)).toBe(false);
  });
});

test('K2 a timestamp may be thirty seconds behind and ahead', () => {
  const isTimelyAt = (now: number) => isTimely(given(), now);
  const at = 1_700_000_000_000;
  expect([at - clockToleranceMs, at, at + clockToleranceMs].map(isTimelyAt)).toEqual([true, true, true]);
  expect([at - clockToleranceMs - 1, at + clockToleranceMs + 1].map(isTimelyAt)).toEqual([false, false]);
  for (const timestamp of ['', '1700000000', '1.7e12', '-1700000000000', '17000000000000', ' 1700000000000'])
    expect(isTimely(given({ timestamp }), at)).toBe(false);
  for (const nonce of ['', 'short', 'x'.repeat(65), 'with blank', 'line\nbreak'])
    expect(isTimely(given({ nonce }), at)).toBe(false);
});

test('the example in the documents gives the documented values', async () => {
  const page = readFileSync(new URL('../../../../docs/accounts.md', import.meta.url), 'utf8');
  const [, source = ''] = /```js\n([^`]+)```/.exec(page) ?? [];
  const example = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    readonly sign: (request: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  };
  const row = (name: string) => new RegExp(`\\| ${name} +\\| \`([^\`]*)\``).exec(page)?.[1] ?? '';
  const vector = {
    apiKey: row('key'),
    secret: row('secret'),
    timestamp: row('timestamp'),
    nonce: row('nonce'),
    method: row('method'),
    target: row('path and query'),
    body: row('body'),
  };
  const headers = example.sign(vector);
  expect(headers['X-Salar-Signature']).toBe(row('signature'));
  const { apiKey, timestamp, nonce, method, target, body } = vector;
  const signature = row('signature');
  const sent = { method, target, body: Buffer.from(body) };
  expect(isRequestSignatureValid(vector.secret, { apiKey, timestamp, nonce, signature, request: sent })).toBe(
    true,
  );
});
