import { api } from '../../api.ts';
import { call } from '../../request.ts';
import type { AnswerOf } from '../../request.ts';
import { WireRow } from '../../wire/wire-row.ts';

export type Credentials = { readonly userName: string; readonly password: string };

/**
 * The answer to every sign-in call. It always reports whether the account is locked; only a completed sign-in has a
 * session token.
 */
export type LoginAnswer = {
  readonly isAuthenticated: boolean;
  readonly isLocked: boolean;
  readonly requires2FA: boolean;
  readonly enforceEnable2FA: boolean;
  readonly sessionToken: string | null;
  readonly pending2FaToken: string | null;
  readonly userId: number | null;
  readonly message: string | null;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    authenticateUser: build.mutation<LoginAnswer, Credentials>({
      ...call('AuthenticateUser', null, readLoginAnswer, ({ userName, password }) => ({
        method: 'GET',
        session: 'none',
        headers: { authorization: `Basic ${base64(`${userName}:${password}`)}` },
      })),
      extraOptions: { keepsRefusal: true },
    }),
  }),
});

export const { useAuthenticateUserMutation } = injected;

/** Reads the answer that all sign-in calls share. */
export function readLoginAnswer(answer: AnswerOf<'AuthenticateUser' | 'AuthenticatePasskey'>): LoginAnswer {
  const row = new WireRow(answer);
  return {
    isAuthenticated: row.flag('Authenticated'),
    isLocked: row.flag('Locked'),
    requires2FA: row.flag('Requires2FA'),
    enforceEnable2FA: row.flag('EnforceEnable2FA'),
    sessionToken: row.textOr('SessionToken', null) || null,
    pending2FaToken: row.textOr('Pending2FaToken', null) ?? row.textOr('TwoFAToken', null),
    userId: row.rowOr('User', null)?.integer('UserId') ?? null,
    message: row.textOr('errormsg', null) || null,
  };
}

/** Base64 of the UTF-8 bytes, so that any password can travel in the header. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
