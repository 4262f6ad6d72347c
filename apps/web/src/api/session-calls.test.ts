import { waitFor } from '@testing-library/react';
import { http } from 'msw';
import { expect, test } from 'vitest';
import { readSession, sessionKey, writeSession } from '../session/session-persistence.ts';
import {
  reauthenticationDeclined,
  sessionRenewed,
  signedIn,
  signedOut,
  userLoaded,
} from '../session/session-slice.ts';
import { createStore, followOtherTab, startStore } from '../store/store.ts';
import { api } from './api.ts';
import { toFailure } from './failure.ts';
import { exchange } from './testing/fake-exchange.ts';
import { signedInStore, useFakeExchange } from './testing/render-page.tsx';
import { reauthenticate } from '../features/session-prompts/api/reauthenticate.ts';

useFakeExchange();

const { readOne: read, changeOne: change } = api.injectEndpoints({
  endpoints: (build) => ({
    readOne: build.query<unknown, void>({ query: () => ({ path: '/AP/Read' }) }),
    changeOne: build.mutation<unknown, string>({
      query: (key) => ({ path: '/AP/Change', body: { ClientOrderId: key } }),
      extraOptions: { keepsRefusal: true },
    }),
  }),
}).endpoints;

const maria = {
  userId: 17,
  userName: 'maria',
  email: 'maria@example.com',
  accountId: 31,
  operatorId: 1,
  isEmailVerified: true,
  use2FA: false,
  isLocked: false,
};

/** A page on which the server has answered maria's calls. */
function pageOfMaria() {
  const store = signedInStore();
  store.dispatch(userLoaded(maria));
  return store;
}

/**
 * An exchange with one valid token and, for changes, whether it is recently authenticated. Records each request with
 * its token.
 */
function exchangeWithSession(known: { token: string; isProved?: boolean }) {
  const requests: string[] = [];
  const guard = (request: Request) =>
    request.headers.get('aptoken') === known.token ? null : new Response('NOT AUTHORIZED', { status: 401 });
  exchange.use(
    http.post('*/AP/Read', ({ request }) => {
      requests.push(`read ${request.headers.get('aptoken')}`);
      return guard(request) ?? Response.json({ Value: 'read' });
    }),
    http.post('*/AP/Change', async ({ request }) => {
      const { ClientOrderId } = (await request.json()) as { ClientOrderId: string };
      requests.push(`change ${ClientOrderId} ${request.headers.get('aptoken')}`);
      const refusal = { result: false, errormsg: 'Operation Failed', errorcode: 101 };
      const unproved = Response.json({ ...refusal, detail: 'Re-authentication required' });
      return guard(request) ?? (known.isProved === false ? unproved : Response.json({ result: true }));
    }),
    http.post('*/AP/Reauthenticate', async ({ request }) => {
      const { Password } = (await request.json()) as { Password: string };
      requests.push(`prove ${Password} ${request.headers.get('aptoken')}`);
      if (Password !== 'right')
        return Response.json({ Authenticated: false, errormsg: 'Invalid username or password' });
      known.token = 'renewed';
      known.isProved = true;
      return Response.json({ Authenticated: true, SessionToken: 'renewed', errormsg: null });
    }),
  );
  return requests;
}

test('a session that dies under a page waits for the same customer, then repeats the reads', async () => {
  const requests = exchangeWithSession({ token: 'new' });
  const store = pageOfMaria();
  const reading = store.dispatch(read.initiate());
  await waitFor(() => expect(store.getState().session.prompt).toBe('signIn'));
  expect(store.getState().session.user).toEqual(maria);
  store.dispatch(sessionRenewed({ sessionToken: 'new' }));
  expect((await reading).data).toEqual({ Value: 'read' });
  expect(requests).toEqual(['read a-session-token', 'read new']);
  expect(store.getState().session.prompt).toBeNull();
});

test('a call that changes something is not repeated automatically', async () => {
  const requests = exchangeWithSession({ token: 'new' });
  const store = pageOfMaria();
  const changing = store.dispatch(change.initiate('k1'));
  await waitFor(() => expect(store.getState().session.prompt).toBe('signIn'));
  store.dispatch(sessionRenewed({ sessionToken: 'new' }));
  const { error } = await changing;
  expect(error && toFailure(error)).toMatchObject({ kind: 'HTTP', status: 401 });
  expect(requests).toEqual(['change k1 a-session-token']);
});

test('while the session is lost nothing more is sent, and several calls share one prompt', async () => {
  const requests = exchangeWithSession({ token: 'new' });
  const store = pageOfMaria();
  const first = store.dispatch(read.initiate());
  await waitFor(() => expect(store.getState().session.prompt).toBe('signIn'));
  const later = store.dispatch(change.initiate('k2'));
  store.dispatch(sessionRenewed({ sessionToken: 'new' }));
  await first;
  expect((await later).data).toEqual({ result: true });
  expect(requests.toSorted()).toEqual(['change k2 new', 'read a-session-token', 'read new']);
});

test('a customer who leaves instead gets no answer and no session', async () => {
  exchangeWithSession({ token: 'new' });
  const store = pageOfMaria();
  const reading = store.dispatch(read.initiate());
  await waitFor(() => expect(store.getState().session.prompt).toBe('signIn'));
  store.dispatch(signedOut('customer'));
  await reading;
  expect(store.getState().session).toMatchObject({ sessionToken: null, user: null, prompt: null });
});

test('a page that never received an answer gives way to sign-in', async () => {
  exchangeWithSession({ token: 'new' });
  const store = signedInStore();
  await store.dispatch(read.initiate());
  expect(store.getState().session).toMatchObject({ sessionToken: null, endedBy: 'server' });
});

test('a token that another tab has renewed is adopted without a prompt', async () => {
  const requests = exchangeWithSession({ token: 'of-the-other-tab' });
  const store = pageOfMaria();
  writeSession(localStorage, { ...store.getState().session, sessionToken: 'of-the-other-tab' });
  expect((await store.dispatch(change.initiate('k3'))).data).toEqual({ result: true });
  expect(requests).toEqual(['change k3 a-session-token', 'change k3 of-the-other-tab']);
  expect(store.getState().session.prompt).toBeNull();
});

test('S6 a call that needs re-authentication is repeated once, with the same body and the new token', async () => {
  const requests = exchangeWithSession({ token: 'a-session-token', isProved: false });
  const store = pageOfMaria();
  const changing = store.dispatch(change.initiate('k4'));
  await waitFor(() => expect(store.getState().session.prompt).toBe('reauthentication'));
  expect((await store.dispatch(reauthenticate.initiate({ password: 'wrong' }))).data).toMatchObject({
    isAuthenticated: false,
  });
  expect(store.getState().session.prompt).toBe('reauthentication');
  await store.dispatch(reauthenticate.initiate({ password: 'right' }));
  expect((await changing).data).toEqual({ result: true });
  expect(requests).toEqual([
    'change k4 a-session-token',
    'prove wrong a-session-token',
    'prove right a-session-token',
    'change k4 renewed',
  ]);
  expect(store.getState().session).toMatchObject({ sessionToken: 'renewed', prompt: null });
  expect(localStorage.getItem(sessionKey)).toContain('"renewed"');
});

test('S6 a declined re-authentication fails the call with its own message, even where refusals are answers', async () => {
  const requests = exchangeWithSession({ token: 'a-session-token', isProved: false });
  const store = pageOfMaria();
  const changing = store.dispatch(change.initiate('k5'));
  await waitFor(() => expect(store.getState().session.prompt).toBe('reauthentication'));
  store.dispatch(reauthenticationDeclined());
  const { error } = await changing;
  expect(error && toFailure(error)).toMatchObject({ kind: 'REFUSED', detail: 'Re-authentication required' });
  expect(requests).toEqual(['change k5 a-session-token']);
});

test('a read that was sent with the old token and answered after re-authentication is repeated', async () => {
  const requests = exchangeWithSession({ token: 'a-session-token' });
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  exchange.use(
    http.post(
      '*/AP/Read',
      async () => {
        await held;
        return new Response('NOT AUTHORIZED', { status: 401 });
      },
      { once: true },
    ),
  );
  const store = pageOfMaria();
  const reading = store.dispatch(read.initiate());
  await store.dispatch(reauthenticate.initiate({ password: 'right' }));
  release();
  expect((await reading).data).toEqual({ Value: 'read' });
  expect(requests).toEqual(['prove right a-session-token', 'read renewed']);
});

test('this tab follows what another tab did', () => {
  const store = createStore(pageOfMaria().getState().session, localStorage);
  const stored = (sessionToken: string) => JSON.stringify({ userId: 17, user: maria, sessionToken });
  followOtherTab(store, stored('renewed-there'));
  expect(store.getState().session).toMatchObject({ sessionToken: 'renewed-there', user: maria });
  followOtherTab(store, null);
  expect(store.getState().session).toMatchObject({ sessionToken: null, endedBy: 'customer' });
});

test('a session that another tab found dead prompts to sign in here and keeps the typed input', () => {
  const here = createStore(pageOfMaria().getState().session, localStorage);
  const there = createStore(pageOfMaria().getState().session, localStorage);
  here.dispatch(userLoaded(maria));
  there.dispatch(signedOut('server'));
  followOtherTab(here, localStorage.getItem(sessionKey));
  expect(here.getState().session).toMatchObject({ userId: 17, user: maria, prompt: 'signIn' });
  // A page that never received an answer has nothing to keep.
  const opened = signedInStore();
  followOtherTab(opened, localStorage.getItem(sessionKey));
  expect(opened.getState().session).toMatchObject({ userId: null, endedBy: 'server' });
});

test('a late answer does not restore a token that another tab has renewed', () => {
  const { session } = pageOfMaria().getState();
  const store = createStore(session, localStorage);
  writeSession(localStorage, { ...session, sessionToken: 'renewed-there' });
  store.dispatch(userLoaded(maria));
  expect(readSession(localStorage).sessionToken).toBe('renewed-there');
});

test('a stale storage event still leads to the newest token', () => {
  const { session } = pageOfMaria().getState();
  writeSession(localStorage, session);
  const store = startStore();
  writeSession(localStorage, { ...session, sessionToken: 'newest' });
  const newValue = JSON.stringify({ userId: 17, user: maria, sessionToken: 'older' });
  window.dispatchEvent(new StorageEvent('storage', { key: sessionKey, newValue }));
  expect(store.getState().session.sessionToken).toBe('newest');
  expect(readSession(localStorage).sessionToken).toBe('newest');
});

test('a new sign-in clears the cached answers, a renewal does not', async () => {
  exchangeWithSession({ token: 'a-session-token' });
  const store = pageOfMaria();
  const reading = store.dispatch(read.initiate());
  await reading;
  store.dispatch(sessionRenewed({ sessionToken: 'a-session-token' }));
  expect(read.select()(store.getState()).data).toEqual({ Value: 'read' });
  reading.unsubscribe();
  store.dispatch(signedIn({ userId: 18, sessionToken: 'of-another' }));
  expect(read.select()(store.getState()).data).toBeUndefined();
});
