import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from './client.ts';
import {
  KeyReused,
  NoAnswer,
  NotSignedIn,
  OutOfService,
  SalarRefusal,
  TooManyRequests,
  UnexpectedAnswer,
} from './errors.ts';

type Reply = { readonly status?: number; readonly text?: string; readonly retryAfter?: string } | Error;
type Sent = { readonly url: string; readonly headers: Headers; readonly body: unknown };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a client whose exchange returns these answers in order, the last one repeatedly. */
function createTestClient(...replies: readonly [Reply, ...Reply[]]) {
  const sent: Sent[] = [];
  const send = (url: unknown, init?: RequestInit) => {
    sent.push({
      url: String(url),
      headers: new Headers(init?.headers),
      body: JSON.parse(init?.body as string) as unknown,
    });
    const reply = replies[Math.min(sent.length, replies.length) - 1] ?? {};
    if (reply instanceof Error) return Promise.reject(reply);
    const { status = 200, text = '{}', retryAfter } = reply;
    return Promise.resolve(
      new Response(text, { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } }),
    );
  };
  return {
    sent,
    ...createClient({ url: 'https://x.example/', fetch: send, credentials: { sessionToken: 't' } }),
  };
}

/** Returns the outcome of a call, however long it waits in between. */
async function outcome(call: Promise<unknown>): Promise<unknown> {
  const thrown = call.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return thrown;
}

const order = { InstrumentId: 1, Side: 'Buy', OrderType: 'Limit', LimitPrice: '1', Quantity: '1' } as const;

test('a call is a POST to its name with the session and the number of the OMS', async () => {
  const { call, sent } = createTestClient({ text: '[{"OrderId":7,"Price":1.10}]' });
  expect(await call.GetOpenOrders({ InstrumentId: 2 })).toEqual([{ OrderId: 7, Price: '1.10' }]);
  expect(sent).toMatchObject([
    { url: 'https://x.example/AP/GetOpenOrders', body: { OMSId: 1, InstrumentId: 2 } },
  ]);
  expect(sent[0]?.headers.get('aptoken')).toBe('t');
});

test.each([
  [{ status: 401, text: 'NOT AUTHORIZED' }, NotSignedIn, {}],
  [{ status: 429, text: 'TOO MANY REQUESTS', retryAfter: '60' }, TooManyRequests, { retryAfterSeconds: 60 }],
  [{ status: 503, text: 'x', retryAfter: '60' }, OutOfService, { retryAfterSeconds: 60 }],
  [{ status: 404, text: 'NOT FOUND' }, UnexpectedAnswer, {}],
  [{ status: 500, text: '{}' }, UnexpectedAnswer, {}],
  [{ text: '[{"OrderId":"x"}]' }, UnexpectedAnswer, {}],
  [new TypeError('fetch failed'), NoAnswer, { wasSent: true }],
  [
    { status: 400, text: '{"result":false,"errormsg":"Resource Not Found","errorcode":104,"detail":null}' },
    SalarRefusal,
    { errorcode: 104, errormsg: 'Resource Not Found', detail: null },
  ],
  [
    { text: '{"status":"Rejected","errormsg":"Not_Enough_Funds","errorcode":101}' },
    SalarRefusal,
    { errorcode: 101, errormsg: 'Not_Enough_Funds' },
  ],
] as const)('the answer %j becomes an error of its own class', async (reply, kind, expected) => {
  const error = await outcome(createTestClient(reply).call.GetOpenOrders());
  expect(error).toBeInstanceOf(kind);
  expect(error).toMatchObject(expected);
});

test('a list of orders that is being processed is no refusal', async () => {
  const text = '{"result":false,"errormsg":"Operation In Process","errorcode":107,"detail":"[]"}';
  expect(await createTestClient({ text }).call.SendOrderList({ Requests: [order] })).toMatchObject({
    detail: '[]',
  });
});

const lost = new TypeError('fetch failed');
test.each([
  ['reads', 'GetOpenOrders', {}, 3],
  ['what it has a key for', 'SendOrder', order, 3],
  ['nothing else', 'SetUserConfig', { Config: [] }, 1],
] as const)('after a lost answer it repeats %s', async (_what, name, input, times) => {
  const { call, sent } = createTestClient(lost);
  const error = await outcome((call[name] as (input: object) => Promise<unknown>)(input));
  expect(error).toBeInstanceOf(NoAnswer);
  expect(sent).toHaveLength(times);
});

test('a repeated call carries the key of the first, and another call another one', async () => {
  const { call, sent } = createTestClient(
    lost,
    { status: 409, text: 'REQUEST IN PROGRESS', retryAfter: '1' },
    {},
  );
  await outcome(call.CancelAllOrders());
  await call.CancelAllOrders();
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[3]).not.toBe(keys[0]);
});

test('an order with a number of its own needs no key to be repeated', async () => {
  const { call, sent } = createTestClient(lost, { text: '{"status":"Accepted","errormsg":"","OrderId":7}' });
  expect(await outcome(call.SendOrder({ ...order, ClientOrderId: 5 }))).toMatchObject({ OrderId: 7 });
  expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([null, null]);
});

test('a key of the caller is used as given; its earlier use with other content is an error of its own class', async () => {
  const { call, sent } = createTestClient({ status: 409, text: 'IDEMPOTENCY KEY REUSED' });
  await expect(call.CancelAllOrders({}, { idempotencyKey: 'mine' })).rejects.toThrow(KeyReused);
  expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['mine']);
});

test('a read waits as long as the server says, and fails when that is too long', async () => {
  const soon = createTestClient({ status: 429, retryAfter: '3' }, { text: '[]' });
  const reading = soon.call.GetOpenOrders();
  await vi.advanceTimersByTimeAsync(2900);
  expect(soon.sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(await reading).toEqual([]);
  const late = createTestClient({ status: 503, retryAfter: '30' });
  await expect(late.call.GetOpenOrders()).rejects.toThrow(OutOfService);
  expect(late.sent).toHaveLength(1);
});

test('an aborted call fails with the reason of its signal', async () => {
  const giveUp = new AbortController();
  const { call, sent } = createTestClient({ status: 429, retryAfter: '9' });
  const reading = call.GetOpenOrders({}, { signal: giveUp.signal });
  await vi.advanceTimersByTimeAsync(10);
  giveUp.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
  expect(sent).toHaveLength(1);
});
