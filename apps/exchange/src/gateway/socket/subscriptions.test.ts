import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { SharedEvent } from './frame.ts';
import { Subscriptions } from './subscriptions.ts';
import type { EventOutlet } from './subscriptions.ts';

/** Opens the subscriptions of a socket whose reader is as fast as the test sets it. */
function openSocket() {
  const sent: string[] = [];
  const reader = { isBehind: false };
  const subscriptions = new Subscriptions({
    send: ({ sequence }, event) => void sent.push(readText(event.frame(sequence)) ?? 'nothing'),
    isBehind: () => reader.isBehind,
  });
  const stopped: string[] = [];
  type Options = { sequence?: number; isAnswered?: boolean; isPrivate?: boolean; isState?: true };
  const subscribe = (key: string, { sequence = 2, isAnswered = true, ...rest }: Options = {}) => {
    const frame = subscriptions.forRequest({ sequence });
    let outlet: EventOutlet = { send: () => undefined, hasKept: false };
    const added = frame.add({
      key,
      isPrivate: false,
      ...rest,
      open: (given) => {
        outlet = given;
        return () => void stopped.push(key);
      },
    });
    if (isAnswered) frame.answered();
    return {
      added,
      frame,
      tell: (payload: string | (() => string | null)) => outlet.send(new SharedEvent('Event', payload)),
      hasKept: () => outlet.hasKept,
    };
  };
  return { subscriptions, told: sent, reader, stopped, subscribe };
}

/** Reads the text of a WebSocket frame with a short head; null when nothing is sent. */
function readText(frame: Buffer | null): string | null {
  return frame && frame.subarray(frame[1] === 126 ? 4 : 2).toString();
}

const eventFrame = (sequence: number, payload: string) =>
  `{"m":3,"i":${sequence},"n":"Event","o":${JSON.stringify(payload)}}`;

test('events wait for the answer to the request that subscribed, and carry its number', () => {
  const { told: sent, subscribe } = openSocket();
  const { frame, tell: send } = subscribe('level2 1', { sequence: 8, isAnswered: false });
  send('[1]');
  send('[2]');
  expect(sent).toEqual([]);
  frame.answered();
  send('[3]');
  expect(sent).toEqual([eventFrame(8, '[1]'), eventFrame(8, '[2]'), eventFrame(8, '[3]')]);
});

test('subscribing to the same key again ends the first subscription', () => {
  const { told: sent, stopped, subscribe } = openSocket();
  const first = subscribe('level2 1', { sequence: 2 });
  const second = subscribe('level2 1', { sequence: 4 });
  first.tell('[1]');
  second.tell('[2]');
  expect(sent).toEqual([eventFrame(4, '[2]')]);
  expect(stopped).toEqual(['level2 1']);
});

test('a socket has at most 200 subscriptions, and may add one when another has ended', () => {
  const { subscriptions, subscribe } = openSocket();
  for (let count = 0; count < 200; count += 1) expect(subscribe(`level1 ${count}`).added).toBe('added');
  expect(subscribe('level1 200').added).toBe('too_many');
  expect(subscribe('level1 7').added).toBe('added');
  subscriptions.forRequest({ sequence: 0 }).remove((key) => key === 'level1 9');
  expect(subscribe('level1 200').added).toBe('added');
});

test('a slow reader gets the last state once it has caught up, and every change that is not a state', () => {
  const { subscriptions, told: sent, reader, subscribe } = openSocket();
  const state = subscribe('level1 1', { isState: true });
  const changes = subscribe('level2 1', { sequence: 4 });
  reader.isBehind = true;
  for (const payload of ['1', '2', '3']) {
    state.tell(payload);
    changes.tell(payload);
  }
  expect(sent).toEqual(['1', '2', '3'].map((payload) => eventFrame(4, payload)));
  reader.isBehind = false;
  subscriptions.sendKept();
  subscriptions.sendKept();
  expect(sent.slice(3)).toEqual([eventFrame(2, '3')]);
});

test('a kept event is not sent after a newer one, nor after the subscription has ended', () => {
  const { subscriptions, told: sent, reader, subscribe } = openSocket();
  const state = subscribe('level1 1', { isState: true });
  reader.isBehind = true;
  state.tell('1');
  reader.isBehind = false;
  state.tell('2');
  subscriptions.sendKept();
  expect(sent).toEqual([eventFrame(2, '2')]);
  reader.isBehind = true;
  state.tell('3');
  subscriptions.forRequest({ sequence: 0 }).remove(() => true);
  subscriptions.sendKept();
  expect(sent).toHaveLength(1);
});

test('a request that is dispatched after the socket closed subscribes to nothing', () => {
  const { subscriptions, stopped, subscribe } = openSocket();
  subscribe('level1 1');
  subscriptions.endAll();
  expect(stopped).toEqual(['level1 1']);
  expect(subscribe('level1 2').added).toBe('over');
});

test('the end of a session ends only its private subscriptions', () => {
  const { subscriptions, told: sent, subscribe } = openSocket();
  const own = subscribe('account', { isPrivate: true });
  const market = subscribe('level1 1');
  subscriptions.endPrivate();
  own.tell('1');
  market.tell('2');
  expect(sent).toEqual([eventFrame(2, '2')]);
});

test('a request of an earlier session can subscribe to market data, but to nothing private', () => {
  const { subscriptions, told: sent } = openSocket();
  const late = subscriptions.forRequest({ sequence: 2 });
  subscriptions.endPrivate();
  const own = { key: 'account', isPrivate: true, open: () => expect.unreachable() };
  expect(late.add(own)).toBe('over');
  expect(late.add({ key: 'level1 1', isPrivate: false, open: () => () => undefined })).toBe('added');
  expect(subscriptions.forRequest({ sequence: 4 }).add({ ...own, open: () => () => undefined })).toBe(
    'added',
  );
  expect(sent).toEqual([]);
});

test('a subscription can see whether an event is kept, and an event without content is not sent', () => {
  const { subscriptions, told: sent, reader, subscribe } = openSocket();
  const state = subscribe('level2 1', { isState: true });
  expect(state.hasKept()).toBe(false);
  reader.isBehind = true;
  state.tell('1');
  expect(state.hasKept()).toBe(true);
  state.tell(() => null);
  reader.isBehind = false;
  subscriptions.sendKept();
  expect(state.hasKept()).toBe(false);
  expect(sent).toEqual(['nothing']);
});

test('sockets whose requests had the same number get the same bytes of an event', () => {
  let written = 0;
  const event = new SharedEvent('Level1UpdateEvent', () => {
    written += 1;
    return '{"Symbol":"BTCUSDT"}';
  });
  expect(event.frame(2)).toBe(event.frame(2));
  expect(readText(event.frame(2))).toBe(
    '{"m":3,"i":2,"n":"Level1UpdateEvent","o":"{\\"Symbol\\":\\"BTCUSDT\\"}"}',
  );
  expect(JSON.parse(readText(event.frame(4)) ?? '')).toEqual({
    m: 3,
    i: 4,
    n: 'Level1UpdateEvent',
    o: '{"Symbol":"BTCUSDT"}',
  });
  expect(written).toBe(1);
});

test.each([0, 60, 125, 126, 65_535, 65_536, 200_000])(
  'the frame of an event whose payload has %i characters is read by any WebSocket client',
  async (length) => {
    const payload = JSON.stringify('é'.repeat(length));
    const { Receiver } = (await import('ws')) as unknown as { Receiver: new (options: object) => Writable };
    const received: unknown[] = [];
    const client = new Receiver({ isServer: false });
    client.on('message', (data: Buffer, isBinary: boolean) => received.push(data.toString(), isBinary));
    client.end(new SharedEvent('Event', payload).frame(2));
    await once(client, 'finish');
    expect(received).toEqual([eventFrame(2, payload), false]);
  },
);
