import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { NoAnswer, NotSignedIn, OutOfService, SalarRefusal, TooManyRequests } from './errors.ts';
import { LiveSocket } from './live-socket.ts';
import type { Listener, LiveSocketOptions } from './live-socket-options.ts';
import { SocketServer } from './testing/socket-server.ts';

let server: SocketServer;
const sockets: LiveSocket[] = [];
beforeEach(async () => {
  server = await SocketServer.open(() => '{}');
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  await server.close();
});

/** Waits for what a busy machine may take long to do. */
const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 30_000 });

function open(options: Partial<LiveSocketOptions> = {}): LiveSocket {
  const socket = new LiveSocket({ url: server.url, WebSocket, ...options });
  sockets.push(socket);
  return socket;
}

/** Records what a listener received, in order. */
function listener(): Listener & { readonly received: unknown[] } {
  const received: unknown[] = [];
  return {
    received,
    snapshot: (value) => received.push(['snapshot', value]),
    event: (name, payload) => received.push([name, payload]),
    failed: (error) => received.push(error),
  };
}

test('a call made before the connection opens is answered, and its amounts keep every digit', async () => {
  server.answerer = () => '{"Amount":0.123456789012345678,"Ids":[9007199254740993]}';
  expect(await open().call('GetThing', { OMSId: 1 })).toEqual({
    Amount: '0.123456789012345678',
    Ids: ['9007199254740993'],
  });
  expect(server.received).toEqual([{ i: 2, n: 'GetThing', payload: { OMSId: 1 } }]);
});

test.each([
  [
    '{"result":false,"errormsg":"Operation Failed","errorcode":101,"detail":"why"}',
    SalarRefusal,
    { errormsg: 'Operation Failed', errorcode: 101, detail: 'why' },
  ],
  [new Error('TOO MANY REQUESTS'), TooManyRequests, { retryAfterSeconds: null }],
  [
    new Error('{"result":false,"errormsg":"Not Authorized","errorcode":20,"detail":null}'),
    NotSignedIn,
    { message: 'Not signed in' },
  ],
  [
    new Error(
      '{"result":false,"errormsg":"Service Unavailable","errorcode":101,"detail":"Try again in 7 s"}',
    ),
    OutOfService,
    { retryAfterSeconds: 7 },
  ],
])('the answer %s becomes an error of its own class', async (answer, kind, expected) => {
  server.answerer = () => answer;
  const thrown: unknown = await open()
    .call('GetThing')
    .catch((caught: unknown) => caught);
  expect(thrown).toBeInstanceOf(kind);
  expect(thrown).toMatchObject(expected);
});

test('a snapshot comes first, then events, and nothing after the end', async () => {
  server.answerer = ({ n }) => (n === 'SubscribeLevel1' ? '{"BestBid":1.50}' : '{"result":true}');
  const recorder = listener();
  const end = open().subscribe('SubscribeLevel1', { InstrumentId: 1 }, recorder);
  await eventually(() => expect(recorder.received).toHaveLength(1));
  server.send(server.newest('SubscribeLevel1').i, 'Level1UpdateEvent', '{"BestBid":2}');
  server.send(99, 'Level1UpdateEvent', '{"BestBid":3}');
  await eventually(() => expect(recorder.received).toHaveLength(2));
  expect(recorder.received).toEqual([
    ['snapshot', { BestBid: '1.50' }],
    ['Level1UpdateEvent', { BestBid: '2' }],
  ]);
  end();
  end();
  await eventually(() => expect(server.newest('UnsubscribeLevel1').payload).toEqual({ InstrumentId: 1 }));
  expect(server.names).toHaveLength(2);
});

test('two listeners share one subscription, which ends with the second', async () => {
  const socket = open();
  const [first, second] = [listener(), listener()];
  const endFirst = socket.subscribe('SubscribeLevel2', { InstrumentId: 1, Depth: 5 }, first);
  await eventually(() => expect(first.received).toHaveLength(1));
  const endSecond = socket.subscribe('SubscribeLevel2', { InstrumentId: 1, Depth: 9 }, second);
  await eventually(() => expect(second.received).toHaveLength(1));
  expect(first.received).toHaveLength(2);
  server.send(server.newest('SubscribeLevel2').i, 'Level2UpdateEvent', '[]');
  await eventually(() => expect(first.received).toHaveLength(3));
  expect(second.received).toHaveLength(2);
  endFirst();
  await socket.call('Ping');
  expect(server.names).not.toContain('UnsubscribeLevel2');
  endSecond();
  await eventually(() => expect(server.names).toContain('UnsubscribeLevel2'));
});

test('after an interruption it signs in and receives every snapshot again', async () => {
  server.answerer = ({ n }) =>
    n === 'WebAuthenticateUser' ? '{"Authenticated":true}' : '{"Subscribed":true}';
  const states: string[] = [];
  let token = 'first';
  const recorder = listener();
  const socket = open({ signIn: () => ({ SessionToken: token }), onState: (state) => states.push(state) });
  socket.subscribe('SubscribeAccountEvents', {}, recorder);
  await eventually(() => expect(recorder.received).toHaveLength(1));
  token = 'second';
  server.cut();
  await eventually(() => expect(recorder.received).toHaveLength(2));
  expect(states).toEqual(['open', 'connecting', 'open']);
  expect(server.received.map(({ n, payload }) => [n, payload])).toEqual([
    ['WebAuthenticateUser', { SessionToken: 'first' }],
    ['SubscribeAccountEvents', {}],
    ['WebAuthenticateUser', { SessionToken: 'second' }],
    ['SubscribeAccountEvents', {}],
  ]);
});

test('a call that was sent before the connection broke reports an unknown outcome', async () => {
  server.answerer = (_request, socket) => {
    socket.terminate();
    return undefined;
  };
  const lost = await open()
    .call('SendOrder')
    .catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(NoAnswer);
  expect(lost).toMatchObject({ wasSent: true });
});

test('a call that is not answered in time fails, sent or not', async () => {
  server.answerer = () => undefined;
  const socket = open({ timeoutMs: 20 });
  await eventually(() => expect(socket.state).toBe('open'));
  await expect(socket.call('GetThing')).rejects.toMatchObject({ wasSent: true });
  socket.pause();
  await expect(socket.call('GetThing')).rejects.toMatchObject({ wasSent: false });
});

test('the end of a session is reported; a new one is used without another connection', async () => {
  server.answerer = ({ n }) => (n === 'WebAuthenticateUser' ? '{"Authenticated":true}' : '{}');
  const onLogout = vi.fn();
  const states: string[] = [];
  let token = 'first';
  const recorder = listener();
  const socket = open({
    signIn: () => ({ SessionToken: token }),
    onLogout,
    onState: (state) => states.push(state),
  });
  socket.subscribe('SubscribeAccountEvents', {}, recorder);
  await eventually(() => expect(recorder.received).toHaveLength(1));
  server.send(2, 'LogoutEvent', '{}');
  await eventually(() => expect(onLogout).toHaveBeenCalledTimes(1));
  token = 'second';
  socket.signInAgain();
  await eventually(() => expect(recorder.received).toHaveLength(2));
  expect(server.newest('WebAuthenticateUser').payload).toEqual({ SessionToken: 'second' });
  expect(states).toEqual(['open']);
});

test('a refused sign-in is reported, and public subscriptions continue', async () => {
  server.answerer = ({ n }) =>
    n === 'WebAuthenticateUser' ? '{"Authenticated":false,"errormsg":"Session has ended"}' : '{"msg":"PONG"}';
  const onLogout = vi.fn();
  const socket = open({ signIn: () => ({ SessionToken: 'dead' }), onLogout });
  expect(await socket.call('Ping')).toEqual({ msg: 'PONG' });
  expect(onLogout).toHaveBeenCalledTimes(1);
});

test('a refused subscription is reported, and requested again when the socket signs in', async () => {
  server.answerer = () =>
    new Error('{"result":false,"errormsg":"Not Authorized","errorcode":20,"detail":null}');
  const recorder = listener();
  const socket = open();
  socket.subscribe('SubscribeAccountEvents', {}, recorder);
  await eventually(() => expect(recorder.received).toEqual([new NotSignedIn('Not signed in')]));
  server.answerer = () => '{"Subscribed":true}';
  socket.signInAgain();
  await eventually(() => expect(recorder.received.at(-1)).toEqual(['snapshot', { Subscribed: true }]));
});

test('a paused socket resumes with its subscriptions', async () => {
  const recorder = listener();
  const socket = open();
  socket.subscribe('SubscribeTrades', { InstrumentId: 1 }, recorder);
  await eventually(() => expect(recorder.received).toHaveLength(1));
  socket.pause();
  expect(socket.state).toBe('closed');
  socket.resume();
  expect(socket.state).toBe('connecting');
  await eventually(() => expect(recorder.received).toHaveLength(2));
});

test('a closed socket answers nothing more, at once', async () => {
  server.answerer = () => undefined;
  const socket = open();
  const waiting = socket.call('GetThing').catch((error: unknown) => error);
  socket.close();
  expect(await waiting).toMatchObject({ wasSent: false });
  await expect(socket.call('GetThing')).rejects.toThrow('The socket is closed');
  socket.resume();
  expect(socket.state).toBe('closed');
});

test('a key signs in by the call for keys', async () => {
  server.answerer = () => '{"Authenticated":true}';
  const socket = open({ signIn: () => ({ APIKey: 'k', Signature: 's', UserId: 17, Nonce: '1' }) });
  await socket.call('Ping');
  expect(server.names).toEqual(['AuthenticateUser', 'Ping']);
});
