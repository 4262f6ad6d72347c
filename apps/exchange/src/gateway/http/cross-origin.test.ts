import { expect, test } from 'vitest';
import { findCall } from '../calls/registry.ts';
import type { Call } from '../call.ts';
import { CrossOrigin } from './cross-origin.ts';

const get = (name: string): Call => {
  const call = findCall(name);
  if (call === undefined) throw new Error(`there is no call ${name}`);
  return call;
};
const [publicCall, privateCall] = [get('GetInstruments'), get('GetOpenOrders')];
const listed = 'https://app.example';
const read = (headers: Readonly<Record<string, string>>) => headers['access-control-allow-origin'];

test('F45 answers about a customer, and their preflights, are for listed origins only', () => {
  const pages = new CrossOrigin([listed]);
  for (const origin of [
    undefined,
    'null',
    'https://evil.example',
    `${listed}.evil.example`,
    listed.toUpperCase(),
  ]) {
    const { json, text, preflight } = pages.find(privateCall, origin);
    expect([json, text, preflight].map(read), origin).toEqual([undefined, undefined, undefined]);
    expect(json).not.toHaveProperty('access-control-expose-headers');
  }
  const { json, text, preflight } = pages.find(privateCall, listed);
  expect([json, text, preflight].map(read)).toEqual([listed, listed, listed]);
  expect(json['access-control-expose-headers']).toContain('session-ends-in');
});

test('F45 what depends on the origin says so to caches', () => {
  const pages = new CrossOrigin([listed]);
  for (const origin of [undefined, listed])
    for (const headers of Object.values(pages.find(privateCall, origin)))
      expect(headers['vary']).toBe('Origin');
});

test('answers about the market are for every page', () => {
  for (const origins of ['*', [], [listed]] as const) {
    const { json, text, preflight } = new CrossOrigin(origins).find(publicCall, 'https://other.example');
    expect([json, text, preflight].map(read)).toEqual(['*', '*', '*']);
  }
});

test('with `*` all answers are for every page, as on a laptop', () => {
  expect(read(new CrossOrigin('*').find(privateCall, 'https://other.example').json)).toBe('*');
});

test('the headers of an origin are the same object each time', () => {
  const pages = new CrossOrigin([listed]);
  for (const origin of [undefined, listed])
    expect(pages.find(privateCall, origin)).toBe(pages.find(privateCall, origin));
});
