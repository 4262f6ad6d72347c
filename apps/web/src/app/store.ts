import { configureStore, createListenerMiddleware, isAnyOf } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { useDispatch, useSelector } from 'react-redux';
import { api } from '../api/api.ts';
import { getUserInfo } from '../api/calls/get-user-info.ts';
import { parseSession, readSession, sessionKey, writeSession } from './session-persistence.ts';
import { sessionReducer, signedIn, signedOut, userLoaded } from './session-slice.ts';
import type { SessionState } from './session-slice.ts';

/** The app's state: the session, and the server's answers. */
export function createStore(session: SessionState, storage: Storage) {
  const listener = createListenerMiddleware<{ session: SessionState }>();
  listener.startListening({
    matcher: isAnyOf(signedIn, signedOut, userLoaded),
    effect: (_, listenerApi) => {
      writeSession(storage, listenerApi.getState().session);
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
    reducer: { session: sessionReducer, [api.reducerPath]: api.reducer },
    preloadedState: { session },
    middleware: (defaults) => defaults().prepend(listener.middleware).concat(api.middleware),
  });
}

export type AppStore = ReturnType<typeof createStore>;
export type RootState = ReturnType<AppStore['getState']>;
export const useAppDispatch = useDispatch.withTypes<AppStore['dispatch']>();
export const useAppSelector = useSelector.withTypes<RootState>();

/** The store of this tab. Signing out in another tab signs out here; another customer there reloads this page. */
export function startStore(): AppStore {
  const store = createStore(readSession(localStorage), localStorage);
  // Polling pauses in hidden tabs, which needs the focus events.
  setupListeners(store.dispatch);
  window.addEventListener('storage', (event) => {
    if (event.key !== sessionKey && event.key !== null) return;
    const mine = store.getState().session;
    const theirs = parseSession(event.newValue);
    if (theirs.sessionToken === null && mine.sessionToken !== null) store.dispatch(signedOut('customer'));
    else if (theirs.userId !== mine.userId) window.location.reload();
  });
  return store;
}
