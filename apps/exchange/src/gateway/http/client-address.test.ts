import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { resolveClientAddress, createProxyCheck } from './client-address.ts';

const isProxy = createProxyCheck(['10.0.0.0/8', '::1']);
const cases: readonly (readonly [string, string, string | undefined, string])[] = [
  ['a stranger is not believed', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a proxy is believed about its client', '10.0.0.5', '203.0.113.9', '203.0.113.9'],
  ['what the client wrote itself counts for nothing', '10.0.0.5', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['a proxy may stand behind another', '10.0.0.5', '198.51.100.1, 203.0.113.9, 10.0.0.7', '203.0.113.9'],
  ['a proxy may speak IPv6', '::ffff:10.0.0.5', '2001:db8::7', '2001:db8::7'],
  ['a proxy that names nobody is the client', '10.0.0.5', undefined, '10.0.0.5'],
  ['so is one behind proxies only', '10.0.0.5', '10.0.0.9, 10.0.0.7', '10.0.0.9'],
];

test.each(cases)('K4 %s', (_name, remoteAddress, forwarded, client) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  expect(resolveClientAddress({ headers, socket: { remoteAddress } }, isProxy)).toBe(client);
});

test.each(cases)('K4 HTTP and sockets read alike: %s', async (_name, remoteAddress, forwarded, client) => {
  const app = Fastify({ trustProxy: isProxy });
  app.get('/', (request) => request.ip);
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  expect((await app.inject({ url: '/', remoteAddress, headers })).body).toBe(client);
});

test('K4 without a proxy of ours nobody is believed', () => {
  const request = { headers: { 'x-forwarded-for': '198.51.100.1' }, socket: { remoteAddress: '127.0.0.1' } };
  expect(resolveClientAddress(request, createProxyCheck([]))).toBe('127.0.0.1');
});
