import { configureStore } from '@reduxjs/toolkit';
import type { Middleware, ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { QueryStatus, setupListeners } from '@reduxjs/toolkit/query';
import { useDispatch, useSelector } from 'react-redux';
import { api } from '../api/api.ts';
import { listFirstCalls } from '../api/first-answers.ts';
import { getUserInfo } from '../api/calls/accounts/get-user-info.ts';
import { liveReducer } from './live-slice.ts';
import { clearTabStorage } from '../session/tab-storage.ts';
import {
  parseSession,
  readSession,
  sessionKey,
  wasEndedByServer,
  writeSession,
} from '../session/session-persistence.ts';
import {
  codeAwaited,
  codeEntered,
  reauthenticationDeclined,
  sessionAwaited,
  sessionLost,
  sessionReducer,
  sessionRenewed,
  signedIn,
  signedOut,
  userLoaded,
} from '../session/session-slice.ts';
import type { EnteredCode, SessionState, WithSession } from '../session/session-slice.ts';

/** Creates the app's state: the session, the live connection and the server's answers. */
export function createStore(session: SessionState, storage: Storage) {
  return configureStore({
    reducer: { session: sessionReducer, live: liveReducer, [api.reducerPath]: api.reducer },
    preloadedState: { session },
    middleware: (defaults) => defaults().prepend(followSession(storage)).concat(api.middleware),
  });
}

/** Applies the effects of session changes: storage, waiting calls and caches. */
function followSession(storage: Storage): Middleware<object, WithSession> {
  const waiting: ((isRenewed: boolean) => void)[] = [];
  const waitingForCode: ((entered: EnteredCode | null) => void)[] = [];
  return (store) => (next) => (action) => {
    if (sessionAwaited.match(action)) return waiting.push(action.payload);
    if (codeAwaited.match(action)) return waitingForCode.push(action.payload);
    if (codeEntered.match(action)) return resolveAll(waitingForCode, action.payload);
    const result = next(action);
    const { session } = store.getState();
    const isOther = signedIn.match(action) || signedOut.match(action);
    const isRenewed = sessionRenewed.match(action);
    if (isOther || isRenewed) writeSession(storage, session);
    if (isOther || isRenewed || reauthenticationDeclined.match(action)) resolveAll(waiting, isRenewed);
    if (session.prompt !== 'code') resolveAll(waitingForCode, null);
    // Another tab may have stored a newer token that this one has not received yet.
    if (userLoaded.match(action) && readSession(storage).sessionToken === session.sessionToken)
      writeSession(storage, session);
    // Cached answers and drafts belong to one customer: the next one must not see them even for a moment.
    if (isOther) {
      store.dispatch(api.util.resetApiState());
      clearTabStorage();
    }
    if (getUserInfo.matchFulfilled(action)) store.dispatch(userLoaded(action.payload));
    return result;
  };
}

/** Calls each callback once, in the order in which they were registered. */
function resolveAll<T>(waiting: ((value: T) => void)[], value: T): void {
  for (const resolve of waiting.splice(0)) resolve(value);
}

export type AppStore = ReturnType<typeof createStore>;
export type RootState = ReturnType<AppStore['getState']>;
export const useAppDispatch = useDispatch.withTypes<AppStore['dispatch']>();
export const useAppSelector = useSelector.withTypes<RootState>();

/** Creates the store of this tab. */
export function startStore(): AppStore {
  const store = createStore(readSession(localStorage), localStorage);
  // Polling pauses in hidden tabs, which needs the focus events.
  setupListeners(store.dispatch);
  window.addEventListener('online', () => retryFailedQueries(store));
  window.addEventListener('storage', (event) => {
    // Reads the current value: the event may carry a token that was renewed again since.
    if (event.key === sessionKey || event.key === null)
      followOtherTab(store, localStorage.getItem(sessionKey));
  });
  return store;
}

/** Retries the queries that failed without a connection or while the exchange was away. */
export function retryFailedQueries(store: AppStore): void {
  for (const query of Object.values(store.getState().api.queries)) {
    if (query?.status !== QueryStatus.rejected || query.endpointName === undefined) continue;
    void runQuery(store, query.endpointName, query.originalArgs, true);
  }
}

/** Runs the queries that `boot.js` has started, so that pages find their answers. Resolves when all are answered. */
export async function takeFirstAnswers(store: AppStore): Promise<void> {
  await Promise.all(listFirstCalls().map(({ endpoint, arg }) => runQuery(store, endpoint, arg, false)));
}

/** Skips endpoints that no loaded page has registered. */
async function runQuery(
  store: AppStore,
  endpoint: string,
  args: unknown,
  forceRefetch: boolean,
): Promise<unknown> {
  const calls: Readonly<Record<string, unknown>> = api.endpoints;
  const call = calls[endpoint] as AnyQuery | undefined;
  return call && store.dispatch(call.initiate(args, { subscribe: false, forceRefetch }));
}

/** An endpoint of which only the name is known here. */
type AnyQuery = {
  readonly initiate: (
    args: unknown,
    how: { readonly subscribe: boolean; readonly forceRefetch: boolean },
  ) => ThunkAction<unknown, RootState, unknown, UnknownAction>;
};

/**
 * Repeats the session change of another tab: signing out there signs out here, and a token renewed there is used here.
 * A session that died there prompts the customer to sign in again here. When another customer signed in there, this
 * page reloads.
 *
 * @param stored  the value that the other tab stored
 */
export function followOtherTab(store: AppStore, stored: string | null): void {
  const mine = store.getState().session;
  const theirs = parseSession(stored);
  if (theirs.sessionToken === null) {
    if (mine.sessionToken !== null) store.dispatch(toSessionEnd(mine, stored));
  } else if (theirs.userId !== mine.userId) {
    // Drafts survive a reload, and these are the previous customer's.
    clearTabStorage();
    window.location.reload();
  } else if (theirs.sessionToken !== mine.sessionToken) {
    store.dispatch(sessionRenewed({ sessionToken: theirs.sessionToken }));
  }
}

function toSessionEnd({ isConfirmed }: SessionState, stored: string | null) {
  if (!wasEndedByServer(stored)) return signedOut('customer');
  return isConfirmed ? sessionLost() : signedOut('server');
}
