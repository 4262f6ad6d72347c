/** The customer's session. It is the only part of the state that outlives the page (`session-persistence.ts`). */
import { createAction, createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';

/** The signed-in customer, as last returned by the server. */
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

/** One of the customer's accounts, as last returned by the server. The default account comes first. */
type SessionAccount = {
  readonly accountId: number;
  readonly accountName: string;
  /** From 0 to 4. */
  readonly verificationLevel: number;
};

/** A sign-in with a correct password that waits for its second factor. It is kept in memory only. */
export type PendingSignIn = {
  readonly token: string;
  readonly userName: string;
  /** `code`: the second factor is on. `enrolment`: it must be set up first. */
  readonly step: 'code' | 'enrolment';
};

export type SessionState = {
  readonly userId: number | null;
  readonly user: SessionUser | null;
  readonly sessionToken: string | null;
  readonly accounts: readonly SessionAccount[] | null;
  /** How the last session ended. The customer is notified once when the server ended it. */
  readonly endedBy: 'server' | 'customer' | null;
  /** The server has answered within this session on this page: from then on, losing it must not lose typed input. */
  readonly isConfirmed: boolean;
  /** The prompt that blocks the page: to sign in again, to re-authenticate, to enter a code, or to stay signed in. */
  readonly prompt: 'signIn' | 'reauthentication' | 'code' | 'stay' | null;
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
    /**
     * The same customer continues with another token: after re-authentication, a new sign-in, or a renewal in another
     * tab.
     */
    sessionRenewed: (state, { payload }: PayloadAction<{ sessionToken: string }>) =>
      state.userId === null ? state : { ...state, sessionToken: payload.sessionToken, prompt: null },
    /** The server no longer has the session. The page stays and waits for the customer to sign in again. */
    sessionLost: (state) => (state.userId === null ? state : { ...state, prompt: 'signIn' }),
    /** A call waits until the customer has re-authenticated. */
    reauthenticationRequested: (state) =>
      state.prompt === 'signIn' ? state : { ...state, prompt: 'reauthentication' },
    reauthenticationDeclined: (state) =>
      state.prompt === 'reauthentication' ? { ...state, prompt: null } : state,
    /** A call that moves money waits for a code of the second factor. */
    codeRequested: (state) => (state.prompt === 'signIn' ? state : { ...state, prompt: 'code' }),
    /** The call that waited for a code was answered, or its customer gave up. */
    codePromptEnded: (state) => (state.prompt === 'code' ? { ...state, prompt: null } : state),
    /**
     * The idle session is about to end. A customer with another prompt on screen is about to use it, so that prompt
     * stays.
     */
    sessionEnding: (state) =>
      state.userId === null || state.prompt !== null ? state : { ...state, prompt: 'stay' },
    /** The session was used, here or in another tab, and continues. */
    sessionKept: (state) => (state.prompt === 'stay' ? { ...state, prompt: null } : state),
    /** Without a payload, the session died on the server. */
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
    /** The customer has seen the notice that the session ended. */
    endAcknowledged: (state) => ({ ...state, endedBy: null }),
    signInPending: (state, { payload }: PayloadAction<PendingSignIn>) => ({
      ...state,
      pendingSignIn: payload,
    }),
    /** Returns to user name and password; the pending token is dropped. */
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
  codeRequested,
  codePromptEnded,
  sessionEnding,
  sessionKept,
  userLoaded,
  accountsChanged,
  endAcknowledged,
  signInPending,
  signInDropped,
} = slice.actions;

/** Registers a callback that receives, once, whether the session was renewed when the current prompt ends. */
export const sessionAwaited = createAction<(isRenewed: boolean) => void>('session/awaited');

/** A code that the customer entered. `report` receives the server's detail when it refuses the code, null otherwise. */
export type EnteredCode = { readonly code: string; readonly report: (problem: string | null) => void };

/** Registers a callback that receives, once, the next code that the customer enters; null when the prompt ends without one. */
export const codeAwaited = createAction<(entered: EnteredCode | null) => void>('session/codeAwaited');
export const codeEntered = createAction<EnteredCode>('session/codeEntered');

export type WithSession = { readonly session: SessionState };
export const selectSessionToken = (state: WithSession) => state.session.sessionToken;
export const selectUserId = (state: WithSession) => state.session.userId;
export const selectUser = (state: WithSession) => state.session.user;
export const selectAccounts = (state: WithSession) => state.session.accounts;
export const selectSessionEnd = (state: WithSession) => state.session.endedBy;
export const selectPrompt = (state: WithSession) => state.session.prompt;
export const selectPendingSignIn = (state: WithSession) => state.session.pendingSignIn;
