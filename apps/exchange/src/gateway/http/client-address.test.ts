import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { resolveClientAddress, createProxyCheck } from './client-address.ts';

const isProxy = createProxyCheck(['10.0.0.0/8', '::1']);
const cases: readonly (readonly [string, string, string | undefined, string])[] = [
  ['an unknown address is not trusted', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a proxy is trusted about its client', '10.0.0.5', '203.0.113.9', '203.0.113.9'],
  ['entries that the client wrote are ignored', '10.0.0.5', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['a proxy may be behind another proxy', '10.0.0.5', '198.51.100.1, 203.0.113.9, 10.0.0.7', '203.0.113.9'],
  ['a proxy may use IPv6', '::ffff:10.0.0.5', '2001:db8::7', '2001:db8::7'],
  ['a proxy that names no client is the client', '10.0.0.5', undefined, '10.0.0.5'],
  ['a proxy behind proxies only is the client', '10.0.0.5', '10.0.0.9, 10.0.0.7', '10.0.0.9'],
];

test.each(cases)('K4 %s', (_name, remoteAddress, forwarded, client) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  expect(resolveClientAddress({ headers, socket: { remoteAddress } }, isProxy)).toBe(client);
});

test.each(cases)(
  'K4 HTTP and sockets resolve the same address: %s',
  async (_name, remoteAddress, forwarded, client) => {
    const app = Fastify({ trustProxy: isProxy });
    app.get('/', (request) => request.ip);
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect((await app.inject({ url: '/', remoteAddress, headers })).body).toBe(client);
  },
);

test('K4 without configured proxies the header is ignored', () => {
  const request = { headers: { 'x-forwarded-for': '198.51.100.1' }, socket: { remoteAddress: '127.0.0.1' } };
  expect(resolveClientAddress(request, createProxyCheck([]))).toBe('127.0.0.1');
});
