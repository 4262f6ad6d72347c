/** Time-dependent behaviour of a live socket. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SalarRefusal } from './errors.ts';
import { LiveSocket } from './live-socket.ts';
import type { LiveSocketOptions } from './live-socket-options.ts';
import { FakeWebSocket } from './testing/fake-web-socket.ts';

let socket: LiveSocket;
beforeEach(() => {
  vi.useFakeTimers();
  FakeWebSocket.made.length = 0;
});
afterEach(() => {
  socket.close();
  vi.useRealTimers();
});

/** Opens a socket; the test answers its requests. */
async function open(options: Partial<LiveSocketOptions> = {}): Promise<FakeWebSocket> {
  socket = new LiveSocket({ url: 'wss://x.example/WSGateway', WebSocket: FakeWebSocket, ...options });
  return connected();
}
async function connected(): Promise<FakeWebSocket> {
  await vi.advanceTimersByTimeAsync(0);
  const { newest } = FakeWebSocket;
  newest.open();
  await vi.advanceTimersByTimeAsync(0);
  return newest;
}
const names = ({ requests: asked }: FakeWebSocket) => asked.map(({ n }) => n);

test('a silent connection is pinged, and dropped when it does not answer', async () => {
  const first = await open();
  await vi.advanceTimersByTimeAsync(24_900);
  expect(names(first)).toEqual(['Ping']);
  first.answer('{"msg":"PONG"}');
  await vi.advanceTimersByTimeAsync(25_000);
  expect(names(first)).toEqual(['Ping', 'Ping']);
  expect(FakeWebSocket.made).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(FakeWebSocket.made).toHaveLength(2);
  expect(socket.state).toBe('connecting');
  await connected();
  expect(socket.state).toBe('open');
});

test('a connection that fails is tried again with growing delays', async () => {
  socket = new LiveSocket({ url: 'wss://x.example/WSGateway', WebSocket: FakeWebSocket });
  const gaps: number[] = [];
  let at = Date.now();
  for (let tries = 1; tries <= 14; tries += 1) {
    while (FakeWebSocket.made.length < tries) await vi.advanceTimersByTimeAsync(50);
    gaps.push(Date.now() - at);
    at = Date.now();
    FakeWebSocket.newest.dispatchEvent(Object.assign(new Event('error'), { error: new Error('refused') }));
  }
  expect(gaps[1]).toBeLessThanOrEqual(1600);
  expect(gaps.at(-1)).toBeGreaterThanOrEqual(10_000);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(20_100);
});

test('a subscription that exceeds the rate limit is requested again', async () => {
  const server = await open();
  const snapshots: unknown[] = [];
  const failed = vi.fn();
  socket.subscribe(
    'SubscribeLevel1',
    {},
    { snapshot: (value) => snapshots.push(value), event: vi.fn(), failed },
  );
  server.answer(new Error('TOO MANY REQUESTS'));
  await vi.advanceTimersByTimeAsync(6000);
  expect(names(server)).toEqual(['SubscribeLevel1', 'SubscribeLevel1']);
  server.answer('{"BestBid":1}');
  await vi.advanceTimersByTimeAsync(0);
  expect(snapshots).toEqual([{ BestBid: '1' }]);
  expect(failed).not.toHaveBeenCalled();
});

test('a subscription without listeners is not requested again', async () => {
  const server = await open();
  const end = socket.subscribe('SubscribeLevel1', {}, { snapshot: vi.fn(), event: vi.fn() });
  server.answer(new Error('TOO MANY REQUESTS'));
  await vi.advanceTimersByTimeAsync(0);
  end();
  await vi.advanceTimersByTimeAsync(6000);
  expect(names(server)).toEqual(['SubscribeLevel1', 'UnsubscribeLevel1']);
});

test('a sign-in during an outage is tried again before anything else is requested', async () => {
  const server = await open({ signIn: () => ({ SessionToken: 't' }) });
  const pending = socket.call('GetOpenOrders');
  server.answer(
    new Error(
      '{"result":false,"errormsg":"Service Unavailable","errorcode":101,"detail":"Try again in 1 s"}',
    ),
  );
  await vi.advanceTimersByTimeAsync(6000);
  expect(names(server)).toEqual(['WebAuthenticateUser', 'WebAuthenticateUser']);
  expect(socket.state).toBe('connecting');
  server.answer('{"Authenticated":true}');
  await vi.advanceTimersByTimeAsync(0);
  server.answer('[]');
  expect(await pending).toEqual([]);
});

test('a sign-in that is refused as malformed is not tried again', async () => {
  const onLogout = vi.fn();
  const server = await open({ signIn: () => ({ SessionToken: 't' }), onLogout });
  server.answer('{"result":false,"errormsg":"Invalid Request","errorcode":100,"detail":"SessionToken"}');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(onLogout.mock.calls).toEqual([['refused']]);
  expect(names(server)).toEqual(['WebAuthenticateUser']);
  expect(socket.state).toBe('open');
});

test('a late answer is ignored', async () => {
  const server = await open();
  const pending = socket.call('GetThing', {}, { timeoutMs: 100 }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(100);
  server.answer('{}');
  expect(await pending).not.toBeInstanceOf(SalarRefusal);
  expect(await pending).toMatchObject({ name: 'NoAnswer', wasSent: true });
});
