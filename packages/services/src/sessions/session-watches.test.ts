import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLog } from '../ports/log.ts';
import type { Session } from './session-service.ts';
import { SessionWatches } from './session-watches.ts';

const location = { token: 'a token', address: '192.0.2.1' };
const any = () => true;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const openWatches = () => {
  const world = { session: sessionWith([]) as Session | null, looks: 0 };
  const watches = new SessionWatches({
    findSession: async () => {
      world.looks += 1;
      return world.session;
    },
    log: silentLog,
  });
  return Object.assign(world, { watches });
};

function sessionWith(permissions: readonly string[]): Session {
  return { user: { userId: 1 }, key: { apiKey: 'a key', permissions } } as unknown as Session;
}

test('the expiry of a session is reported within a quarter of a minute, and once', async () => {
  const world = openWatches();
  const listener = vi.fn();
  world.watches.add(location, listener, any);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(listener).not.toHaveBeenCalled();
  world.session = null;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(listener).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(listener).toHaveBeenCalledTimes(1);
});

test('a session that loses the needed permission is reported when its key changes', async () => {
  const world = openWatches();
  world.session = sessionWith(['Trading']);
  const [trades, reads] = [vi.fn(), vi.fn()];
  const may = (permission: string) => (session: Session) =>
    session.key?.permissions.includes(permission) === true;
  world.watches.add(location, trades, may('Trading'));
  world.watches.add(location, reads, any);
  await vi.advanceTimersByTimeAsync(0);
  world.session = sessionWith(['AccountReadOnly']);
  world.watches.recheck(({ apiKey }) => apiKey === 'another key');
  await vi.advanceTimersByTimeAsync(0);
  expect(trades).not.toHaveBeenCalled();
  world.watches.recheck(({ apiKey }) => apiKey === 'a key');
  await vi.advanceTimersByTimeAsync(0);
  expect(trades).toHaveBeenCalledTimes(1);
  expect(reads).not.toHaveBeenCalled();
});

test('nothing is checked without watches', async () => {
  const world = openWatches();
  const stop = world.watches.add(location, () => undefined, any);
  await vi.advanceTimersByTimeAsync(0);
  stop();
  stop();
  const { looks } = world;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(world.looks).toBe(looks);
  expect(vi.getTimerCount()).toBe(0);
});
