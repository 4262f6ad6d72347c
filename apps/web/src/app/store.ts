import { configureStore, createListenerMiddleware, isAnyOf } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { useDispatch, useSelector } from 'react-redux';
import { api } from '../api/api.ts';
import { getUserInfo } from '../api/calls/get-user-info.ts';
import { liveReducer } from '../api/live/live-slice.ts';
import {
  parseSession,
  readSession,
  sessionKey,
  wasEndedByServer,
  writeSession,
} from './session-persistence.ts';
import {
  sessionLost,
  sessionReducer,
  sessionRenewed,
  signedIn,
  signedOut,
  userLoaded,
} from './session-slice.ts';
import type { SessionState } from './session-slice.ts';

/** The app's state: the session, and the server's answers. */
export function createStore(session: SessionState, storage: Storage) {
  const listener = createListenerMiddleware<{ session: SessionState }>();
  listener.startListening({
    matcher: isAnyOf(signedIn, signedOut, sessionRenewed),
    effect: (_, listenerApi) => {
      writeSession(storage, listenerApi.getState().session);
    },
  });
  listener.startListening({
    actionCreator: userLoaded,
    effect: (_, listenerApi) => {
      const { session } = listenerApi.getState();
      // Another tab may have stored a newer token of which this one has not heard yet.
      if (readSession(storage).sessionToken === session.sessionToken) writeSession(storage, session);
    },
  });
  listener.startListening({
    matcher: isAnyOf(signedIn, signedOut),
    // Answers belong to whoever asked: nobody sees another customer's figures for a moment.
    effect: (_, { dispatch }) => {
      dispatch(api.util.resetApiState());
    },
  });
  listener.startListening({
    matcher: getUserInfo.matchFulfilled,
    effect: ({ payload }, { dispatch }) => {
      dispatch(userLoaded(payload));
    },
  });
  return configureStore({
    reducer: { session: sessionReducer, live: liveReducer, [api.reducerPath]: api.reducer },
    preloadedState: { session },
    middleware: (defaults) => defaults().prepend(listener.middleware).concat(api.middleware),
  });
}

export type AppStore = ReturnType<typeof createStore>;
export type RootState = ReturnType<AppStore['getState']>;
export const useAppDispatch = useDispatch.withTypes<AppStore['dispatch']>();
export const useAppSelector = useSelector.withTypes<RootState>();

/** The store of this tab. */
export function startStore(): AppStore {
  const store = createStore(readSession(localStorage), localStorage);
  // Polling pauses in hidden tabs, which needs the focus events.
  setupListeners(store.dispatch);
  window.addEventListener('storage', (event) => {
    // What is stored now: the event may tell of a token that was renewed again since.
    if (event.key === sessionKey || event.key === null)
      followOtherTab(store, localStorage.getItem(sessionKey));
  });
  return store;
}

/**
 * Does here what another tab did: signing out there signs out here, and a token that was renewed there is this tab's too.
 * A session that turned out dead there asks the customer to sign in again here. Another customer there reloads this page.
 *
 * @param stored  what the other tab wrote
 */
export function followOtherTab(store: AppStore, stored: string | null): void {
  const mine = store.getState().session;
  const theirs = parseSession(stored);
  if (theirs.sessionToken === null) {
    if (mine.sessionToken !== null) store.dispatch(endOf(mine, stored));
  } else if (theirs.userId !== mine.userId) {
    window.location.reload();
  } else if (theirs.sessionToken !== mine.sessionToken) {
    store.dispatch(sessionRenewed({ sessionToken: theirs.sessionToken }));
  }
}

function endOf({ isConfirmed }: SessionState, stored: string | null) {
  if (!wasEndedByServer(stored)) return signedOut('customer');
  return isConfirmed ? sessionLost() : signedOut('server');
}
