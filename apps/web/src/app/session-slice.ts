/** Who is signed in. This is the only part of the state that outlives the page (`session-persistence.ts`). */
import { createSlice } from '@reduxjs/toolkit';
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

export type SessionAccount = { readonly accountId: number; readonly accountName?: string | undefined };

export type SessionState = {
  readonly userId: number | null;
  readonly user: SessionUser | null;
  readonly sessionToken: string | null;
  readonly accounts: readonly SessionAccount[] | null;
  /** How the last session ended: the server's doing is told to the customer once. */
  readonly endedBy: 'server' | 'customer' | null;
};

export const signedOutState: SessionState = {
  userId: null,
  user: null,
  sessionToken: null,
  accounts: null,
  endedBy: null,
};

const slice = createSlice({
  name: 'session',
  initialState: signedOutState,
  reducers: {
    signedIn: (_, { payload }: PayloadAction<{ userId: number; sessionToken: string }>) => ({
      ...signedOutState,
      userId: payload.userId,
      sessionToken: payload.sessionToken,
    }),
    /** Without a reason the session died on the server. */
    signedOut: (_, { payload }: PayloadAction<'server' | 'customer' | undefined>) => ({
      ...signedOutState,
      endedBy: payload ?? 'server',
    }),
    userLoaded: (state, { payload }: PayloadAction<SessionUser>) =>
      state.userId === payload.userId ? { ...state, user: payload } : state,
    accountsChanged: (state, { payload }: PayloadAction<readonly SessionAccount[] | null>) => ({
      ...state,
      accounts: payload,
    }),
    /** The customer has been told that the session ended. */
    endAcknowledged: (state) => ({ ...state, endedBy: null }),
  },
});

export const sessionReducer = slice.reducer;
export const { signedIn, signedOut, userLoaded, accountsChanged, endAcknowledged } = slice.actions;

type WithSession = { readonly session: SessionState };
export const selectSessionToken = (state: WithSession) => state.session.sessionToken;
export const selectUserId = (state: WithSession) => state.session.userId;
export const selectUser = (state: WithSession) => state.session.user;
export const selectAccounts = (state: WithSession) => state.session.accounts;
export const selectSessionEnd = (state: WithSession) => state.session.endedBy;
