/** How requests are read and answers are written for every call (wire-protocol 1 and 2.5). */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, findCall } from '../../src/gateway/calls/registry.ts';
import { webPages } from '../../src/gateway/http/web-pages.ts';
import { createGateway } from '../../src/gateway/server.ts';
import { openGatewayWorld, publicUrl } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { TestSocket } from '../support/test-socket.ts';

let world: GatewayWorld;
let maria: Customer;
/** A gateway that also serves the web app. */
let app: FastifyInstance;
let pages: string;
/** The address of its socket. */
let address: string;
beforeAll(async () => {
  world = await openGatewayWorld();
  maria = await world.customer({ level: 1 });
  await world.fund(maria, 'USDT', 10_000_000_000n);
  pages = mkdtempSync(join(tmpdir(), 'pages-'));
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Salar</title>');
  writeFileSync(join(pages, 'robots.txt'), 'User-agent: *');
  app = createGateway({
    services: world.services,
    staticDir: pages,
    config: { publicUrl, profile: 'local', rateLimits: 'off' },
  });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  rmSync(pages, { recursive: true });
  await world.close();
});

const ask = async (request: InjectOptions) => {
  const { statusCode, headers, body } = await app.inject(request);
  return { status: statusCode, headers, body };
};
const get = (url: string, headers = {}) => ask({ method: 'GET', url, headers });
const post = (url: string, payload: string | Buffer, headers = {}) =>
  ask({ method: 'POST', url, payload, headers });
const pong = '{"msg":"PONG"}';

describe('1.1 paths and methods', () => {
  test.each(['/AP/Ping', '/ap/ping', '/aP/PING', '/api/Ping', '/API/ping', '/Ping', '/ping', '/ping/'])(
    '%s is the call, by GET and by POST, with and without a body',
    async (url) => {
      for (const { status, headers, body } of [await get(url), await post(url, ''), await post(url, '{}')]) {
        expect([status, body]).toEqual([200, pong]);
        expect(headers['content-type']).toBe('application/json; charset=utf-8');
        expect(headers['access-control-allow-origin']).toBe('*');
      }
    },
  );

  test('pages and files of the web app are not taken for calls', async () => {
    for (const url of [
      '/',
      '/signin',
      '/trade',
      '/settings/api-keys',
      '/confirm-withdraw?verifycode=x&UserId=1',
    ])
      expect((await get(url)).body, url).toContain('<title>Salar</title>');
    expect((await ask({ method: 'HEAD', url: '/signin' })).status).toBe(200);
    expect((await get('/robots.txt')).body).toBe('User-agent: *');
    const page = await get('/signin');
    expect(page.headers['content-security-policy']).toBeDefined();
    expect(page.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('S14 what is no page is not found: programs get no page, and browsers the app, which leads on', async () => {
    for (const url of [
      '/metrics',
      '/nowhere',
      '/settings/nothing',
      '/settings/',
      '/signin/x',
      '/ready/x',
      '/.env',
    ]) {
      const isPage = url === '/settings/';
      const { status, body } = await get(url, { accept: '*/*' });
      expect([status, body.includes('<title>')], url).toEqual(isPage ? [200, true] : [404, false]);
    }
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const led = await get('/nowhere', { ...browser, 'if-none-match': '*' });
    expect([led.status, led.headers['vary']]).toEqual([404, expect.stringMatching(/accept/i)]);
    expect(led.body).toContain('<title>Salar</title>');
    expect((await get('/.env', browser)).body).toBe('NOT FOUND');
  });

  test('S14 the pages that are found are those of the web app', async () => {
    const router = readFileSync(new URL('../../../web/src/app/router.tsx', import.meta.url), 'utf8');
    const paths = [...router.matchAll(/path: '([\w/-]+)'/g)].map(([, path = '']) =>
      path.startsWith('/') ? path : `/settings/${path}`,
    );
    expect([...webPages].sort()).toEqual(['/', ...paths].sort());
    for (const path of [...paths, '/SignIn', '/trade/']) expect((await get(path)).status, path).toBe(200);
  });

  test('no page of the web app has the name of a call', () => {
    const router = readFileSync(new URL('../../../web/src/app/router.tsx', import.meta.url), 'utf8');
    const names = [...router.matchAll(/path: '\/([\w-]+)/g)].map(([, name]) => name ?? '');
    expect(names).toContain('signin');
    expect(names.filter((name) => findCall(name))).toEqual([]);
  });

  test('an unknown call is 404 as text, and no answer is ever a redirect', async () => {
    for (const url of ['/AP/NoSuchCall', '/api/NoSuchCall', '/AP/constructor', '/AP/', '/AP', '/api']) {
      const { status, body } = await get(url);
      expect([status, body], url).toEqual([404, 'NOT FOUND']);
    }
    expect(await post('/NoSuchCall', '{}')).toMatchObject({ status: 404, body: 'NOT FOUND' });
    for (const url of ['//AP/Ping', '/AP//Ping', '/AP/Ping//', `/${'x'.repeat(200)}`, '/%E0%A4%A'])
      for (const { status } of [await get(url), await post(url, '{}')])
        expect(status < 300 || (status >= 400 && status < 500), `${url} ${status}`).toBe(true);
  });

  test('preflights are answered on all paths of calls', async () => {
    for (const url of ['/AP/SendOrder', '/ap/sendorder', '/api/SendOrder', '/SendOrder']) {
      const { status, headers, body } = await ask({ method: 'OPTIONS', url });
      expect([status, body], url).toEqual([204, '']);
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-allow-methods']).toBe('GET, POST, OPTIONS');
      const named = String(headers['access-control-allow-headers']).toLowerCase();
      for (const name of ['aptoken', 'authorization', 'content-type', 'pending2fatoken', 'nonce', 'apikey'])
        expect(named).toContain(name);
      for (const name of ['signature', 'userid']) expect(named).toContain(name);
    }
    expect((await ask({ method: 'OPTIONS', url: '/signin' })).status).toBe(404);
  });

  test('no cookie is a credential', async () => {
    const cookie = `aptoken=${maria.token}; session=${maria.token}`;
    expect((await get('/AP/GetUserInfo', { cookie })).status).toBe(401);
  });
});

describe('1.2 reading a request', () => {
  const headers = () => ({ aptoken: maria.token });

  test('query and body are one; the body wins', async () => {
    const both = await post('/AP/GetInstrument?OMSId=1&InstrumentId=2', '{"instrumentid":1}');
    expect(JSON.parse(both.body)).toMatchObject({ InstrumentId: 1 });
    const query = await post('/GetInstrument?omsid=1&INSTRUMENTID=2', '');
    expect(JSON.parse(query.body)).toMatchObject({ InstrumentId: 2 });
  });

  test.each([
    undefined,
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'application/json; charset=latin1',
    'multipart/form-data',
    'json',
    ';',
  ])('a body is JSON whatever its Content-Type: %s', async (type) => {
    const row = type === undefined ? {} : { 'content-type': type };
    const { body } = await post('/AP/GetInstrument', '{"OMSId":1,"InstrumentId":"1"}', row);
    expect(JSON.parse(body)).toMatchObject({ Symbol: 'BTCUSDT' });
    const broken = await post('/AP/GetInstrument', 'OMSId=1', row);
    expect([broken.status, JSON.parse(broken.body)]).toMatchObject([
      200,
      { errorcode: 100, detail: 'Invalid JSON' },
    ]);
  });

  test('numbers, booleans and enumerations are accepted in every format that clients write', async () => {
    const orders = [
      {
        InstrumentId: 1,
        Side: 0,
        OrderType: 2,
        TimeInForce: 1,
        Quantity: 0.001,
        LimitPrice: 30000,
        PostOnly: 1,
      },
      {
        instrumentId: '1',
        side: 'buy',
        orderType: 'LIMIT',
        timeInForce: 'gtc',
        quantity: '0.001',
        limitPrice: '30000.00',
        postOnly: 'True',
      },
      {
        INSTRUMENTID: 1,
        SIDE: '0',
        OrderType: '2',
        TimeInForce: '1',
        Quantity: '0.001',
        LimitPrice: '30000',
        PostOnly: 'true',
        AccountId: 0,
        Unknown: { a: [1] },
      },
    ];
    const rows = [];
    for (const order of orders) {
      const sent = await post('/AP/SendOrder', JSON.stringify(order), headers());
      const { OrderId } = JSON.parse(sent.body) as { OrderId: number };
      const row = JSON.parse((await get(`/AP/GetOrderStatus?orderId=${OrderId}`, headers())).body) as object;
      rows.push({ ...row, OrderId: 0, OrigOrderId: 0 });
      await get(`/AP/CancelOrder?OrderId=${OrderId}`, headers());
    }
    expect(rows[0]).toMatchObject({ OrderState: 'Working', OrigQuantity: 0.001, Price: 30000 });
    expect(rows[0]).toMatchObject({ OrderFlag: 'AddedToBook, PostOnly', Account: maria.accountId });
    expect(rows[1]).toEqual(rows[0]);
    expect(rows[2]).toEqual(rows[0]);
  });

  test('lists and objects are JSON text in a query', async () => {
    const config = encodeURIComponent('[{"Key":"Language","Value":"PT"}]');
    const set = await get(`/AP/SetUserConfig?Config=${config}`, headers());
    expect(JSON.parse(set.body)).toMatchObject({ result: true });
    expect((await get('/AP/UnmaskUserConfig', headers())).body).toContain('"Value":"PT"');
    const requests = encodeURIComponent('[{"OrderId":1},{"OrderId":2}]');
    const list = await get(`/AP/SendCancelList?Requests=${requests}`, headers());
    expect(JSON.parse((JSON.parse(list.body) as { detail: string }).detail)).toHaveLength(2);
    for (const text of ['[', '{}', '["x"]', '1'])
      expect((await get(`/AP/SetUserConfig?Config=${encodeURIComponent(text)}`, headers())).body).toContain(
        '"errorcode":100',
      );
  });

  // covers: requests.4
  test('there is one OMS: public calls of markets and products require its id, others default to it', async () => {
    for (const name of [
      'GetInstruments',
      'GetInstrument',
      'GetProducts',
      'GetProduct',
      'GetProductAttributes',
    ])
      expect(JSON.parse((await get(`/AP/${name}`)).body), name).toMatchObject({
        errorcode: 100,
        detail: 'OMSId is Required',
      });
    for (const call of calls.filter((one) => one.auth === 'public' && one.transport === undefined))
      expect(JSON.parse((await get(`/AP/${call.name}?OMSId=2&UserId=1`)).body), call.name).toMatchObject({
        errorcode: 100,
        detail: 'Invalid OMSId',
      });
  });

  test('missing, null and zero ids are the caller’s own; with a UserId the names are ignored', async () => {
    const own = async (name: string, input: object) =>
      JSON.parse((await post(`/AP/${name}`, JSON.stringify(input), headers())).body) as unknown;
    for (const AccountId of [undefined, null, 0, '0', '', maria.accountId, String(maria.accountId)])
      expect(await own('GetAccountInfo', { AccountId })).toMatchObject({ AccountId: maria.accountId });
    for (const UserId of [undefined, null, 0, maria.userId])
      expect(await own('GetUserAccounts', { OMSId: 1, UserId })).toEqual([maria.accountId]);
    const named = { UserId: maria.userId, UserName: 'somebody@example.com', Email: 'x' };
    expect(await own('GetUserAccounts', named)).toEqual([maria.accountId]);
    expect(await own('GetUserInfo', named)).toMatchObject({ UserId: maria.userId });
    expect(await own('GetUserInfo', { UserName: 'somebody' })).toMatchObject({ errorcode: 20 });
  });

  test('misprints that clients copied are accepted', () => {
    for (const [name, key] of [
      ['CancelAllOrders', 'intrumentid'],
      ['CancelOrder', 'clorderid'],
      ['CancelReplaceOrder', 'clientordid'],
      ['CancelReplaceOrder', 'replaceorderid'],
      ['GetOrderFee', 'amount'],
    ] as const) {
      const fields = Object.values(findCall(name)?.fields ?? {});
      const read = fields.flatMap(({ aliases }) => aliases.map((one) => one.toLowerCase()));
      expect(read, name).toContain(key);
    }
  });

  test('a wrapped request is its payload, with the outer fields that the payload lacks', async () => {
    const inner = { OMSId: 1, InstrumentId: 1 };
    for (const Payload of [JSON.stringify(inner), inner]) {
      const wrapped = { TfaType: 'Google', TFaCode: '123456', InstrumentId: 2, Payload };
      const { body } = await post('/AP/GetInstrument', JSON.stringify(wrapped));
      expect(JSON.parse(body)).toMatchObject({ InstrumentId: 1 });
    }
    const beside = { Payload: '{"OMSId":1}', InstrumentId: 2 };
    expect(JSON.parse((await post('/AP/GetInstrument', JSON.stringify(beside))).body)).toMatchObject({
      InstrumentId: 2,
    });
    const text = { Payload: 'no object', OMSId: 1, InstrumentId: 2 };
    expect(JSON.parse((await post('/AP/GetInstrument', JSON.stringify(text))).body)).toMatchObject({
      InstrumentId: 2,
    });
  });
});

describe('1.4 to 1.8 answers, errors, times and pages', () => {
  test('the permission is checked before the parameters', async () => {
    const refused = await post('/AP/SendOrder', '{"Side":"Sideways"}');
    expect([refused.status, refused.body]).toEqual([401, 'NOT AUTHORIZED']);
    expect(refused.headers['content-type']).toBe('text/plain; charset=utf-8');
    const foreign = await post('/AP/SendOrder', '{"Side":"Sideways","AccountId":1}', {
      aptoken: maria.token,
    });
    expect(JSON.parse(foreign.body)).toMatchObject({ errormsg: 'Not Authorized', errorcode: 20 });
  });

  // covers: requests.11
  test('an unknown order is status 400 from GetOrderStatus, and 200 elsewhere', async () => {
    const session = { aptoken: maria.token };
    const status = await get('/AP/GetOrderStatus?OrderId=999', session);
    expect([status.status, JSON.parse(status.body)]).toMatchObject([
      400,
      { result: false, errormsg: 'Resource Not Found', errorcode: 104 },
    ]);
    expect((await get('/AP/CancelOrder?OrderId=999', session)).status).toBe(200);
  });

  test('decimals are plain and times in ticks are exact', async () => {
    const session = { aptoken: maria.token };
    const order = { InstrumentId: 1, Side: 0, OrderType: 2, Quantity: '0.001', LimitPrice: '30000' };
    const sent = await post('/AP/SendOrder', JSON.stringify(order), session);
    const { OrderId } = JSON.parse(sent.body) as { OrderId: number };
    const { body } = await get(`/AP/GetOrderStatus?OrderId=${OrderId}`, session);
    const ticks = BigInt(world.clock.now) * 10_000n + 621_355_968_000_000_000n;
    expect(body).toContain(`"ReceiveTimeTicks":${ticks},`);
    const products = (await get('/AP/GetProducts?OMSId=1')).body;
    expect(products).toContain('"TickSize":0.00000001');
    for (const text of [body, products]) expect(text).not.toMatch(/:-?\d+(?:\.\d+)?e/i);
    await get(`/AP/CancelOrder?OrderId=${OrderId}`, session);
  });

  test('a token takes precedence over a signature, and a wrong token is never a session', async () => {
    const key = {
      apikey: 'a'.repeat(32),
      nonce: '1',
      signature: 'b'.repeat(64),
      userid: String(maria.userId),
    };
    expect((await get('/AP/GetUserInfo', { aptoken: maria.token, ...key })).status).toBe(200);
    expect((await get('/AP/GetUserInfo', key)).status).toBe(401);
    expect((await get('/AP/GetUserInfo', { aptoken: 'x', ...key })).body).toBe('NOT AUTHORIZED');
  });

  test('every list accepts Limit, Depth and Count as its number of rows', () => {
    for (const call of calls)
      for (const [name, { aliases }] of Object.entries(call.fields)) {
        if (!['Limit', 'Depth', 'Count'].includes(name)) continue;
        const supported = [name, ...aliases].map((one) => one.toLowerCase());
        expect(supported, call.name).toEqual(expect.arrayContaining(['limit', 'depth', 'count']));
      }
  });

  test('start times are accepted in seconds, milliseconds and ticks', async () => {
    const session = { aptoken: maria.token };
    const at = world.clock.now;
    const rows = async (query: string) =>
      (JSON.parse((await get(`/AP/GetAccountTransactions?${query}`, session)).body) as unknown[]).length;
    const all = await rows('');
    expect(all).toBeGreaterThan(0);
    const ticks = BigInt(at) * 10_000n + 621_355_968_000_000_000n;
    for (const time of [Math.floor(at / 1000), at, ticks])
      expect(await rows(`StartTimestamp=${time}`)).toBe(all);
    expect(await rows(`StartTimeStamp=${at + 1}`)).toBe(0);
    expect(await rows(`EndTimestamp=${at - 1}`)).toBe(0);
  });
});

describe('2.5 calls on the socket', () => {
  test('a call answers a frame like a request, byte for byte', async () => {
    const socket = await TestSocket.open(`${address.replace('http', 'ws')}/WSGateway`);
    const signIn = { SessionToken: maria.token };
    await socket.request('WebAuthenticateUser', signIn);
    for (const [name, input] of [
      ['Ping', {}],
      ['GetInstrument', { OMSId: 1, InstrumentId: 1 }],
      ['GetProducts', { OMSId: 1 }],
      ['summary', {}],
      ['Assets', {}],
      ['GetUserInfo', {}],
      ['GetAccountPositions', { OMSId: 1 }],
      ['GetAccountInfo', { AccountId: 999_999 }],
      ['GetOpenQuotes', {}],
      ['SubmitBlockTrade', {}],
      ['GetProduct', { OMSId: 1, ProductId: 99 }],
    ] as const) {
      const { m, n, o } = await socket.request(name, input);
      expect([m, n, o], name).toEqual([1, name, (await maria.call(name, input)).text]);
    }
    socket.socket.close();
    await socket.closed;
  });
});
