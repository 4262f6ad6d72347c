import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGateway } from '../../src/gateway/server.ts';
import { ProductIcons } from '../../src/product-icons/product-icons.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';

let world: GatewayWorld;
let maria: Customer;
/** A gateway that listens, with pages and pictures. */
let answering: FastifyInstance;
beforeAll(async () => {
  world = await openGatewayWorld({ rateLimits: 'on' });
  maria = await world.customer();
  answering = createGateway({
    services: world.services,
    config,
    browserDir: fileURLToPath(new URL('../../../../dist/server/browser', import.meta.url)),
    productIcons: new ProductIcons({
      names: { BTC: 'cryptocurrency-color:btc' },
      directory: null,
      publicUrl: config.publicUrl,
    }),
  });
  await answering.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await answering.close();
  await world.close();
});

const config = { publicUrl: 'http://localhost:8080', profile: 'local', rateLimits: 'off' } as const;

test('too many orders at once: 429 as text, with the time to wait', async () => {
  const order = { InstrumentId: 1, Side: 0, OrderType: 1, Value: '1' };
  const replies = await Promise.all(Array.from({ length: 60 }, () => maria.call('SendOrder', order)));
  const limited = replies.filter((reply) => reply.status === 429);
  expect(limited).toHaveLength(10);
  expect(limited[0]?.text).toBe('TOO MANY REQUESTS');
});

test('an answer reports the rate-limit status of its caller', async () => {
  const reader = await world.customer();
  const request = { method: 'POST', url: '/AP/GetOpenOrders', headers: { aptoken: reader.token } } as const;
  const readHeaders = async () => {
    const { headers } = await world.app.inject(request);
    return [headers['ratelimit-limit'], headers['ratelimit-remaining'], headers['ratelimit-reset']];
  };
  const [limit, before] = await readHeaders();
  expect(await readHeaders()).toEqual([limit, String(Number(before) - 1), '1']);
});

test('S2 an answer reports how long the session lasts: an hour, or less when its twelve hours are nearly over', async () => {
  const ana = await world.customer();
  const readHeaders = async (call: string) =>
    (await world.app.inject({ method: 'POST', url: `/AP/${call}`, headers: { aptoken: ana.token } })).headers[
      'session-ends-in'
    ];
  expect(await readHeaders('GetUserInfo')).toBe('3600');
  const began = world.clock.now;
  for (let half = 1; half <= 23; half += 1) {
    world.clock.now += 30 * 60_000;
    const left = await readHeaders('GetUserInfo');
    expect(left).toBe(half <= 22 ? '3600' : '1800');
  }
  world.clock.now = began + 12 * 3_600_000 - 1500;
  expect(await readHeaders('GetUserInfo')).toBe('1');
  world.clock.now += 1500;
  expect(await readHeaders('GetUserInfo')).toBeUndefined();
  world.clock.now = began;
});

test('no session time is reported without a session, or when the call ends it', async () => {
  const ana = await world.customer();
  const readHeaders = async (call: string, headers: Readonly<Record<string, string>>) =>
    (await world.app.inject({ method: 'POST', url: `/AP/${call}`, headers })).headers;
  expect(await readHeaders('GetProducts', { aptoken: ana.token })).toHaveProperty('session-ends-in');
  expect(await readHeaders('GetProducts', {})).not.toHaveProperty('session-ends-in');
  expect(await readHeaders('LogOut', { aptoken: ana.token })).not.toHaveProperty('session-ends-in');
});

test('a list counts once per request in it', async () => {
  const pedro = await world.customer();
  const order = { InstrumentId: 1, Side: 0, OrderType: 1, Value: '1' };
  const list = Array.from({ length: 30 }, () => order);
  const statuses = [await pedro.call('SendOrderList', list), await pedro.call('SendOrderList', list)].map(
    ({ status }) => status,
  );
  expect(statuses).toEqual([200, 429]);
});

test('G1 a route that is not declared fails the start', () => {
  const app = createGateway({ services: world.services, config });
  expect(() => app.get('/debug', async () => 'x')).toThrow('the route /debug is not declared');
  const production = createGateway({
    services: world.services,
    config: { ...config, profile: 'production', rateLimits: 'on' },
  });
  expect(() => production.get('/local/mail', async () => 'x')).toThrow('is not declared');
  expect(() =>
    createGateway({ services: world.services, config: { ...config, profile: 'production' } }),
  ).toThrow('local profile only');
});

test('an outage is 503 with a time to wait; any other fault is 102 with an incident id', async () => {
  const failing = (fault: Error) =>
    createGateway({
      config,
      services: { ...world.services, engine: { read: () => Promise.reject(fault) } as never },
    });
  const headers = { aptoken: maria.token };
  const away = Object.assign(new Error('the queue is full'), { retryAfterMs: 2000 });
  for (const outage of [away, Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })]) {
    const response = await failing(outage).inject({ url: '/AP/GetOpenOrders', headers });
    expect([response.statusCode, response.body]).toEqual([503, 'SERVICE UNAVAILABLE']);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  }
  const response = await failing(new Error('secret detail')).inject({ url: '/AP/GetOpenOrders', headers });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({ result: false, errormsg: 'Server Error', errorcode: 102 });
  expect(response.body).not.toContain('secret');
});

test('pages carry the policy of rule B1, answers are never stored', async () => {
  const page = await world.app.inject('/docs');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
  expect(page.headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  expect(page.body).toContain('id="SendOrder"');
  const answer = await world.app.inject('/AP/Ping');
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
  expect(answer.headers['www-authenticate']).toBeUndefined();
});

const svg = 'image/svg+xml; charset=utf-8';
test.each([
  ['a page', 'GET /docs'],
  ['a file', 'GET /docs/docs.css'],
  ['a picture', 'GET /icons/products/btc.svg', svg],
  ['an answer of a call', 'GET /AP/Ping'],
  ['an order, of our own reader', 'POST /AP/SendOrder', 'text/plain; charset=utf-8'],
  ['a preflight', 'OPTIONS /AP/SendOrder'],
  ['an unknown call', 'GET /AP/NoSuchCall'],
  ['a webhook of nobody', 'POST /webhooks/nobody'],
  ['the health page', 'GET /health'],
  ['the readiness', 'GET /ready'],
  ['an upgrade of another address', 'GET /other HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket'],
  ['a malformed request', 'GET /\0', 'application/json; charset=utf-8'],
  ['a malformed path', 'GET /%zz', 'text/plain; charset=utf-8'],
  ['a name that is too long', `GET /AP/${'x'.repeat(81)}`, 'text/plain; charset=utf-8'],
])('%s is taken for what its type says, and is shown in no frame', async (_what, request, type = '') => {
  const line = request.includes('HTTP/1.1') ? request : `${request} HTTP/1.1`;
  const client = connect((answering.server.address() as AddressInfo).port, '127.0.0.1');
  const body = line.startsWith('POST') ? '{}' : '';
  client.write(`${line}\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  const [bytes] = (await once(client, 'data')) as [Buffer];
  client.destroy();
  const [head = ''] = bytes.toString('latin1').split('\r\n\r\n');
  const read = (name: string) =>
    [...head.matchAll(/^([\w-]+): (.*)$/gm)].filter(([, found]) => found?.toLowerCase() === name);
  expect(read('x-content-type-options').map(([, , value]) => value?.trim())).toEqual(['nosniff']);
  expect(read('content-security-policy').map(([, , value]) => value)).toEqual([
    expect.stringContaining("frame-ancestors 'none'"),
  ]);
  if (type !== '') expect(read('content-type').map(([, , value]) => value?.trim())).toEqual([type]);
});

test('the documentation site is served complete and compressed, under its own paths only', async () => {
  const said: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void said.push(line) });
  const browserDir = fileURLToPath(new URL('../../../../dist/server/browser', import.meta.url));
  const app = createGateway({ services: world.services, config, browserDir, log });
  const types = { '/docs': 'text/html', '/docs/docs.css': 'text/css', '/docs/docs.js': 'text/javascript' };
  for (const [url, type] of Object.entries(types)) {
    const file = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect(file.headers['content-type']).toContain(type);
    expect(file.headers['content-encoding']).toBe('gzip');
    const again = await app.inject({ url, headers: { 'if-none-match': file.headers.etag } });
    expect(again.statusCode).toBe(304);
  }
  const fetchDocument = async (url: string) => (await app.inject(url)).json() as Record<string, object>;
  expect(await fetchDocument('/docs/openapi.json')).toMatchObject({ openapi: '3.1.0', info: {} });
  expect(await fetchDocument('/docs/asyncapi.json')).toMatchObject({ asyncapi: '3.0.0', info: {} });
  expect((await app.inject('/docs/other.json')).statusCode).toBe(404);
  expect((await app.inject('/docs.css')).statusCode).toBe(404);
  expect(said).toEqual([]);
});

test('the health page returns ok without the profile, and reads the journal once a second', async () => {
  let reads = 0;
  const engine = {
    ...world.services.engine,
    read: <T>(look: Parameters<typeof world.services.engine.read<T>>[0]) => {
      reads += 1;
      return world.services.engine.read(look);
    },
  };
  let now = 0;
  const app = createGateway({
    services: { ...world.services, engine, now: () => now },
    config: { ...config, rateLimits: 'on' },
    health: () => ({ tickets: 'ready' }),
  });
  const ask = async () => (await app.inject('/health')).statusCode;
  expect((await app.inject('/health')).json()).toEqual({ status: 'ok', tickets: 'ready' });
  await Promise.all([ask(), ask(), ask()]);
  expect(reads).toBe(1);
  now = 1000;
  await ask();
  expect(reads).toBe(2);
  const statuses = await Promise.all(Array.from({ length: 1100 }, ask));
  expect(statuses).toContain(429);
  await app.close();
});

test('every answer of production says that browsers use https only', async () => {
  const app = createGateway({
    services: world.services,
    config: { publicUrl: 'https://salar.example', profile: 'production', rateLimits: 'on' },
  });
  for (const url of ['/AP/Ping', '/AP/GetOpenOrders', '/ready', '/nowhere'])
    expect((await app.inject(url)).headers['strict-transport-security']).toMatch('max-age=31536000');
  await app.close();
});

test('F45 production lets pages of other sites read public answers only, also those of orders', async () => {
  const headers = { aptoken: maria.token, 'content-type': 'application/json' };
  for (const origins of [[], ['https://app.example']]) {
    const app = createGateway({
      services: world.services,
      config: {
        publicUrl: 'https://salar.example',
        profile: 'production',
        rateLimits: 'on',
        corsOrigins: origins,
      },
    });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const findReader = async (path: string, method: string, origin: string) =>
      (await fetch(address + path, { method, headers: { ...headers, origin } })).headers.get(
        'access-control-allow-origin',
      );
    const [origin = null] = origins;
    for (const method of ['POST', 'OPTIONS']) {
      expect(await findReader('/AP/GetProducts', method, 'https://app.example')).toBe('*');
      for (const path of ['/AP/GetUserInfo', '/AP/SendOrder', '/AP/CancelOrder', '/CreateWithdrawTicket']) {
        expect(await findReader(path, method, 'https://app.example'), path).toBe(origin);
        expect(await findReader(path, method, 'https://evil.example'), path).toBeNull();
      }
    }
    await app.close();
  }
});

test('F32 production keeps 200 connections of one address', async () => {
  const app = createGateway({
    services: world.services,
    config: { publicUrl: 'https://salar.example', profile: 'production', rateLimits: 'on' },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const count = promisify(app.server.getConnections.bind(app.server));
  const opened = Array.from({ length: 203 }, () => connect({ host: '127.0.0.1', port }));
  try {
    for (const socket of opened) socket.on('error', () => undefined).resume();
    await Promise.all(opened.slice(200).map(async (socket) => once(socket, 'close')));
    expect(await count()).toBe(200);
    const elsewhere = connect({ host: '127.0.0.1', port, localAddress: '127.0.0.2' });
    elsewhere.write('GET /AP/Ping HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n');
    expect(String((await once(elsewhere, 'data'))[0])).toContain('PONG');
  } finally {
    for (const socket of opened) socket.destroy();
    await app.close();
  }
});

test('unknown paths without a web build are not found', async () => {
  for (const url of ['/dashboard', '/api/anything', '/local/mail', '/AP'])
    expect((await world.app.inject(url)).statusCode).toBe(404);
});

test('an exchange that does not lead is not ready for a load balancer', async () => {
  for (const isReady of [true, false]) {
    const app = createGateway({ services: world.services, config, isReady: () => isReady });
    expect((await app.inject('/ready')).statusCode).toBe(isReady ? 200 : 503);
  }
});

test('P6 a cross-site page cannot sign a visitor in, and no browser prompt is triggered', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', authorization: 'Basic bWFyaWE6eA==' };
  const answer = await world.app.inject({ url: '/AuthenticateUser'.replace('/', '/AP/'), headers });
  expect(answer.json()).toMatchObject({ errorcode: 20 });
});
