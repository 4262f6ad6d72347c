/** Who is signed in. This is the only part of the state that outlives the page (`session-persistence.ts`). */
import { createAction, createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';

/** The signed-in customer, as the server last described them. */
export type SessionUser = {
  readonly userId: number;
  readonly userName: string;
  readonly email: string;
  readonly accountId: number;
  readonly operatorId: number;
  readonly isEmailVerified: boolean;
  readonly use2FA: boolean;
  readonly isLocked: boolean;
};

/** An account of the customer, as the server last described it. The default account comes first. */
export type SessionAccount = {
  readonly accountId: number;
  readonly accountName: string;
  /** From 0 to 4. */
  readonly verificationLevel: number;
};

/** A sign-in whose password was right and that waits for its second factor. It lives in memory only. */
export type PendingSignIn = {
  readonly token: string;
  readonly userName: string;
  /** `code`: the second factor is on. `enrolment`: it must be switched on first. */
  readonly step: 'code' | 'enrolment';
};

export type SessionState = {
  readonly userId: number | null;
  readonly user: SessionUser | null;
  readonly sessionToken: string | null;
  readonly accounts: readonly SessionAccount[] | null;
  /** How the last session ended: the server's doing is told to the customer once. */
  readonly endedBy: 'server' | 'customer' | null;
  /** The server has answered to this session on this page: from then on, losing it must not lose what was typed. */
  readonly isConfirmed: boolean;
  /** What the page asks the customer for before it goes on: to sign in again, to prove who they are, or whether to stay. */
  readonly prompt: 'signIn' | 'reauthentication' | 'stay' | null;
  readonly pendingSignIn: PendingSignIn | null;
};

export const signedOutState: SessionState = {
  userId: null,
  user: null,
  sessionToken: null,
  accounts: null,
  endedBy: null,
  isConfirmed: false,
  prompt: null,
  pendingSignIn: null,
};

const slice = createSlice({
  name: 'session',
  initialState: signedOutState,
  reducers: {
    signedIn: (_, { payload }: PayloadAction<{ userId: number; sessionToken: string }>) => ({
      ...signedOutState,
      userId: payload.userId,
      sessionToken: payload.sessionToken,
      isConfirmed: true,
    }),
    /** The same customer goes on with another token: after a proof, after signing in again, or as another tab did. */
    sessionRenewed: (state, { payload }: PayloadAction<{ sessionToken: string }>) =>
      state.userId === null ? state : { ...state, sessionToken: payload.sessionToken, prompt: null },
    /** The server no longer knows the session. The page stays, and waits for the customer to sign in again. */
    sessionLost: (state) => (state.userId === null ? state : { ...state, prompt: 'signIn' }),
    /** A call waits until the customer has proved who they are. */
    reauthenticationRequested: (state) =>
      state.prompt === 'signIn' ? state : { ...state, prompt: 'reauthentication' },
    reauthenticationDeclined: (state) =>
      state.prompt === 'reauthentication' ? { ...state, prompt: null } : state,
    /** The session is about to end by itself. Whoever is asked for something else already is about to use it. */
    sessionEnding: (state) =>
      state.userId === null || state.prompt !== null ? state : { ...state, prompt: 'stay' },
    /** It was used, here or in another tab, and goes on. */
    sessionKept: (state) => (state.prompt === 'stay' ? { ...state, prompt: null } : state),
    /** Without a reason the session died on the server. */
    signedOut: (_, { payload }: PayloadAction<'server' | 'customer' | undefined>) => ({
      ...signedOutState,
      endedBy: payload ?? 'server',
    }),
    userLoaded: (state, { payload }: PayloadAction<SessionUser>) =>
      state.userId === payload.userId ? { ...state, user: payload, isConfirmed: true } : state,
    accountsChanged: (state, { payload }: PayloadAction<readonly SessionAccount[] | null>) => ({
      ...state,
      accounts: payload,
    }),
    /** The customer has been told that the session ended. */
    endAcknowledged: (state) => ({ ...state, endedBy: null }),
    signInPending: (state, { payload }: PayloadAction<PendingSignIn>) => ({
      ...state,
      pendingSignIn: payload,
    }),
    /** Back to username and password: the token is forgotten. */
    signInDropped: (state) => ({ ...state, pendingSignIn: null }),
  },
});

export const sessionReducer = slice.reducer;
export const {
  signedIn,
  signedOut,
  sessionRenewed,
  sessionLost,
  reauthenticationRequested,
  reauthenticationDeclined,
  sessionEnding,
  sessionKept,
  userLoaded,
  accountsChanged,
  endAcknowledged,
  signInPending,
  signInDropped,
} = slice.actions;

/** Asks to be told, once, how what the customer is asked for ends: whether the session goes on. */
export const sessionAwaited = createAction<(isRenewed: boolean) => void>('session/awaited');

export type WithSession = { readonly session: SessionState };
export const selectSessionToken = (state: WithSession) => state.session.sessionToken;
export const selectUserId = (state: WithSession) => state.session.userId;
export const selectUser = (state: WithSession) => state.session.user;
export const selectAccounts = (state: WithSession) => state.session.accounts;
export const selectSessionEnd = (state: WithSession) => state.session.endedBy;
export const selectPrompt = (state: WithSession) => state.session.prompt;
export const selectPendingSignIn = (state: WithSession) => state.session.pendingSignIn;
