import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionLost, sessionRenewed, signedIn, signedOut, userLoaded } from '../session/session-slice.ts';
import type { SessionUser } from '../session/session-slice.ts';
import { followOtherTab } from '../store/store.ts';
import type { AppStore } from '../store/store.ts';
import { writeSession } from '../session/session-persistence.ts';
import { api } from '../api/api.ts';
import { getUserInfo } from '../api/calls/accounts/get-user-info.ts';
import { answering, exchange, failing, findRequests } from '../api/testing/fake-exchange.ts';
import { FakeLiveSocket } from '../api/testing/fake-live-socket.ts';
import { signedInStore, useFakeExchange } from '../api/testing/render-page.tsx';
import { Live } from './live.ts';
import {
  LiveConnection,
  awayAfterMs,
  pauseAfterMs,
  sessionSettleMs,
  signInRetryMs,
} from './live-connection.ts';

useFakeExchange();

const maria: SessionUser = {
  userId: 17,
  userName: 'maria',
  email: 'maria@example.com',
  accountId: 31,
  operatorId: 1,
  isEmailVerified: true,
  use2FA: false,
  isLocked: false,
};

const visibility = vi.spyOn(document, 'visibilityState', 'get');
const online = vi.spyOn(navigator, 'onLine', 'get');
const listener = { snapshot: () => undefined, event: () => undefined };
let connections: LiveConnection[] = [];

beforeEach(() => {
  visibility.mockReturnValue('visible');
  online.mockReturnValue(true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  for (const connection of connections) connection.close();
  connections = [];
  vi.useRealTimers();
});

/** A page with its connection; the socket exists once something needed it. */
function createPage(store: AppStore) {
  const made: FakeLiveSocket[] = [];
  const createSocket: NonNullable<ConstructorParameters<typeof LiveConnection>[0]['createSocket']> = (
    options,
  ) => {
    const socket = new FakeLiveSocket(options);
    made.push(socket);
    return socket;
  };
  const connection = new LiveConnection({ store, createSocket });
  connections.push(connection);
  return {
    connection,
    made,
    get socket(): FakeLiveSocket {
      const [socket] = made;
      if (socket === undefined) throw new Error('nothing made a socket necessary');
      return socket;
    },
  };
}

function pageOfMaria() {
  const store = signedInStore();
  store.dispatch(userLoaded(maria));
  return { store, ...pageParts(createPage(store)) };
}

/** Returns the socket as a plain value: it is created at once for a signed-in customer. */
function pageParts(page: ReturnType<typeof createPage>) {
  return { connection: page.connection, socket: page.socket };
}

function show(state: 'visible' | 'hidden'): void {
  visibility.mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

// covers: session.2, session.3
test('the accounts of the customer are loaded once, again when they change, and are gone with the session', async () => {
  const { store, socket } = pageOfMaria();
  const accounts = () => store.getState().session.accounts;
  await vi.waitFor(() => expect(accounts()).toMatchObject([{ accountId: 31, verificationLevel: 1 }]));
  expect(findRequests('GetUserAccountInfos')).toEqual([{ OMSId: 1, UserId: 17, UserName: 'maria' }]);
  exchange.use(answering('GetUserAccountInfos', [{ AccountId: 31, VerificationLevel: 2 }]));
  store.dispatch(api.util.invalidateTags(['User']));
  await vi.waitFor(() => expect(accounts()).toMatchObject([{ verificationLevel: 2 }]));
  store.dispatch(signedOut('customer'));
  expect(accounts()).toBeNull();
  socket.connect();
  expect(findRequests('GetUserAccountInfos')).toHaveLength(2);
});

test('a signed-in page connects, signs in with its session and follows its account', () => {
  const { store, socket } = pageOfMaria();
  socket.connect();
  expect(socket.signIns).toEqual(['a-session-token']);
  expect(socket.listensTo).toEqual(['SubscribeAccountEvents 31']);
  expect(store.getState().live).toMatchObject({ isOpen: true, isAccountFollowed: true, isAway: false });
});

test('queries that failed while the exchange was away are retried when it is back', async () => {
  const { store, socket } = pageOfMaria();
  const question = { userId: 17 };
  const answer = () => getUserInfo.select(question)(store.getState());
  exchange.use(failing('/AP/GetUserInfo', 503, 'starting'));
  await store.dispatch(getUserInfo.initiate(question));
  expect(answer().isError).toBe(true);
  exchange.resetHandlers();
  socket.connect();
  await vi.waitFor(() => expect(answer().data?.userName).toBe('maria'));
});

test('a signed-out page connects only while it has subscriptions, and does not sign in', () => {
  const store = signedInStore();
  store.dispatch(signedOut('customer'));
  const page = createPage(store);
  expect(page.made).toHaveLength(0);
  const stop = page.connection.listen('SubscribeLevel1', { OMSId: 1, InstrumentId: 2 }, listener);
  page.socket.connect();
  expect(page.socket.signIns).toEqual([null]);
  expect(page.socket.listensTo).toEqual(['SubscribeLevel1 2']);
  stop();
  expect(page.socket.state).toBe('closed');
  stop();
  page.connection.watchPrices([1, 2]);
  expect(page.socket.state).toBe('connecting');
});

test('a customer who signs in on an open page is followed from then on', () => {
  const store = signedInStore();
  store.dispatch(signedOut('customer'));
  const page = createPage(store);
  page.connection.watchPrices([1]);
  page.socket.connect();
  store.dispatch(signedIn({ userId: 17, sessionToken: 'fresh' }));
  expect(page.socket.signIns).toEqual([null, 'fresh']);
  store.dispatch(userLoaded(maria));
  expect(page.socket.listensTo).toEqual(['SubscribeLevel1 1', 'SubscribeAccountEvents 31']);
});

test('a renewed session signs in again on the same connection', () => {
  const { store, socket } = pageOfMaria();
  socket.connect();
  store.dispatch(sessionRenewed({ sessionToken: 'renewed' }));
  expect(socket.state).toBe('open');
  expect(socket.signIns).toEqual(['a-session-token', 'renewed']);
  expect(store.getState().live.isAccountFollowed).toBe(true);
});

test('a token that another tab renewed while this one was connecting is the one that is used', () => {
  const { store, socket } = pageOfMaria();
  followOtherTab(store, JSON.stringify({ userId: 17, user: maria, sessionToken: 'of-other-tab' }));
  socket.connect();
  expect(socket.signIns.at(-1)).toBe('of-other-tab');
});

test('signing out, here or in another tab, ends the connection', () => {
  const { store, socket } = pageOfMaria();
  socket.connect();
  followOtherTab(store, null);
  expect(store.getState().session.sessionToken).toBeNull();
  expect(socket.state).toBe('closed');
  expect(socket.listensTo).toEqual([]);
  expect(store.getState().live).toMatchObject({ isOpen: false, isAccountFollowed: false });
});

test('prices after signing out arrive on a connection without a session', () => {
  const { store, socket, connection } = pageOfMaria();
  connection.watchPrices([1]);
  socket.connect();
  store.dispatch(signedOut('customer'));
  expect(socket.state).toBe('connecting');
  socket.connect();
  expect(socket.signIns.at(-1)).toBeNull();
  expect(socket.listensTo).toEqual(['SubscribeLevel1 1']);
});

test('a session that ended elsewhere is lost as by any call', async () => {
  const { store, socket } = pageOfMaria();
  socket.connect();
  exchange.use(failing('/AP/GetUserInfo', 401, 'NOT AUTHORIZED'));
  socket.logOut();
  expect(store.getState().live.isAccountFollowed).toBe(false);
  await vi.advanceTimersByTimeAsync(sessionSettleMs);
  vi.useRealTimers();
  await waitFor(() => expect(store.getState().session.prompt).toBe('signIn'));
  expect(socket.state).toBe('closed');
  store.dispatch(sessionRenewed({ sessionToken: 'again' }));
  socket.connect();
  expect(socket.signIns.at(-1)).toBe('again');
});

test('a session that was only renewed in another tab is not lost', async () => {
  const { store, socket } = pageOfMaria();
  socket.connect();
  // The other tab has stored its new token, which this one has not received: the old one is dead.
  writeSession(localStorage, { ...store.getState().session, sessionToken: 'of-other-tab' });
  exchange.use(failing('/AP/GetUserInfo', 401, 'NOT AUTHORIZED'));
  socket.logOut();
  await vi.advanceTimersByTimeAsync(sessionSettleMs);
  vi.useRealTimers();
  await waitFor(() => expect(socket.signIns.at(-1)).toBe('of-other-tab'));
});

test.each([
  ['logged out here', signedOut('customer')],
  ['replaced by a step-up', sessionRenewed({ sessionToken: 'stepped-up' })],
])('a session that was just %s is not verified with its old token', async (_what, news) => {
  const { store, socket } = pageOfMaria();
  socket.connect();
  // The socket event overtakes the answer to the request that ended the session.
  socket.logOut();
  store.dispatch(news);
  await vi.advanceTimersByTimeAsync(sessionSettleMs * 2);
  expect(findRequests('GetUserInfo')).toHaveLength(0);
});

test('where the server still has the session, the socket signs in again after a while', async () => {
  const { store, socket } = pageOfMaria();
  socket.connect();
  socket.logOut();
  await vi.advanceTimersByTimeAsync(sessionSettleMs);
  await vi.waitFor(() => expect(findRequests('GetUserInfo')).toHaveLength(1));
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  expect(socket.signIns).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(signInRetryMs);
  expect(socket.signIns).toEqual(['a-session-token', 'a-session-token']);
  expect(store.getState().live.isAccountFollowed).toBe(true);
});

test('while the customer is prompted to sign in again the socket has no session', () => {
  const { store, socket } = pageOfMaria();
  socket.connect();
  store.dispatch(sessionLost());
  expect(socket.state).toBe('closed');
});

test('a short interruption is not reported; a long one is, until it is over', () => {
  const { store, socket } = pageOfMaria();
  socket.connect();
  socket.lose();
  vi.advanceTimersByTime(awayAfterMs - 1);
  expect(store.getState().live).toMatchObject({ isOpen: false, isAccountFollowed: false, isAway: false });
  vi.advanceTimersByTime(1);
  expect(store.getState().live.isAway).toBe(true);
  socket.connect();
  expect(store.getState().live).toMatchObject({ isOpen: true, isAccountFollowed: true, isAway: false });
});

test('a connection that never opens is reported too', () => {
  const { store } = pageOfMaria();
  vi.advanceTimersByTime(awayAfterMs);
  expect(store.getState().live.isAway).toBe(true);
});

test('a hidden page disconnects after a while and reconnects as soon as it is visible', () => {
  const { store, socket } = pageOfMaria();
  socket.connect();
  show('hidden');
  vi.advanceTimersByTime(pauseAfterMs - 1);
  expect(socket.state).toBe('open');
  vi.advanceTimersByTime(1);
  expect(socket.state).toBe('closed');
  vi.advanceTimersByTime(awayAfterMs);
  expect(store.getState().live.isAway).toBe(false);
  show('visible');
  expect(socket.state).toBe('connecting');
});

test('a page that is hidden for a moment stays connected', () => {
  const { socket } = pageOfMaria();
  socket.connect();
  show('hidden');
  show('visible');
  vi.advanceTimersByTime(pauseAfterMs);
  expect(socket.state).toBe('open');
});

test('without a network the socket pauses, and connects at once when there is one', () => {
  const { store, socket } = pageOfMaria();
  socket.connect();
  online.mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  expect(socket.state).toBe('closed');
  vi.advanceTimersByTime(awayAfterMs);
  expect(store.getState().live.isAway).toBe(false);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(socket.state).toBe('connecting');
});

test('a subscription made before the code has loaded is opened afterwards, unless it ended by then', async () => {
  const page = pageOfMaria();
  let arrive: () => void = () => undefined;
  const live = new Live(
    () =>
      new Promise((resolve) => {
        arrive = () => resolve(page.connection);
      }),
  );
  live.watchPrices([1]);
  const stop = live.watchPrices([2]);
  stop();
  arrive();
  await vi.waitFor(() => expect(page.socket.listensTo).toContain('SubscribeLevel1 1'));
  expect(page.socket.listensTo).not.toContain('SubscribeLevel1 2');
});

test('code that could not be loaded is loaded again by the next subscription', async () => {
  const page = pageOfMaria();
  const load = vi.fn<() => Promise<LiveConnection>>();
  load.mockRejectedValueOnce(new Error('no connection')).mockResolvedValue(page.connection);
  const live = new Live(load);
  live.open();
  await vi.waitFor(() => {
    live.watchPrices([1]);
    expect(load).toHaveBeenCalledTimes(2);
  });
  await vi.waitFor(() => expect(page.socket.listensTo).toContain('SubscribeLevel1 1'));
});
