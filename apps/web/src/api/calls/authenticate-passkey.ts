import { api } from '../api.ts';
import { call } from '../request.ts';
import { WireRow } from '../wire/wire-row.ts';
import { readLoginAnswer } from './authenticate-user.ts';
import type { LoginAnswer } from './authenticate-user.ts';

/** What the browser signs with a passkey: the options as JSON text, and the name of this one question. */
export type PasskeyChallenge = { readonly challengeId: string; readonly options: string };

/** The browser's answer to a challenge, as JSON text. */
export type PasskeyProof = { readonly challengeId: string; readonly response: string };

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** For anybody's passkey, for those of the sign-in that waits, or for those of one user name. */
    beginPasskeySignIn: build.mutation<
      PasskeyChallenge,
      { readonly userName?: string; readonly pending2FaToken?: string }
    >({
      query: ({ userName, pending2FaToken }) => ({
        ...call('BeginPasskeySignIn', userName === undefined ? {} : { UserName: userName }),
        session: 'none',
        ...(pending2FaToken ? { headers: { pending2fatoken: pending2FaToken } } : {}),
      }),
      transformResponse: (answer) => {
        const row = new WireRow(answer);
        return { challengeId: row.text('ChallengeId'), options: row.text('Options') };
      },
    }),
    authenticatePasskey: build.mutation<LoginAnswer, PasskeyProof & { readonly pending2FaToken?: string }>({
      query: ({ challengeId, response, pending2FaToken }) => ({
        ...call('AuthenticatePasskey', { ChallengeId: challengeId, Response: response }),
        session: 'none',
        ...(pending2FaToken ? { headers: { pending2fatoken: pending2FaToken } } : {}),
      }),
      extraOptions: { keepsRefusal: true },
      transformResponse: (answer) => readLoginAnswer(new WireRow(answer)),
    }),
  }),
});

export const { useBeginPasskeySignInMutation, useAuthenticatePasskeyMutation } = injected;
