import type { CallInput } from '@salar/client/client';
import { api } from '../../../api/api.ts';
import { call } from '../../../api/request.ts';
import type { AnswerOf } from '../../../api/request.ts';
import { WireRow } from '../../../api/wire/wire-row.ts';
import type { PasskeyAssertion } from '../../../api/calls/sign-in/authenticate-passkey.ts';

/** A code where a second factor is on, the password otherwise, or a passkey. */
export type Credential =
  { readonly password: string } | { readonly code: string } | { readonly passkey: PasskeyAssertion };

export type ReauthenticationAnswer = { readonly isAuthenticated: boolean; readonly message: string | null };

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** The old token is revoked at once; the session continues with the new one of the answer. */
    reauthenticate: build.mutation<ReauthenticationAnswer, Credential>({
      ...call('Reauthenticate', toRequest, readReauthenticationAnswer, () => ({ session: 'renews' })),
      extraOptions: { keepsRefusal: true },
    }),
  }),
});

export const { useReauthenticateMutation } = injected;
export const { reauthenticate } = injected.endpoints;

function toRequest(credential: Credential): CallInput<'Reauthenticate'> {
  if ('password' in credential) return { Password: credential.password };
  if ('code' in credential) return { Code: credential.code };
  const { challengeId, response } = credential.passkey;
  return { Passkey: { ChallengeId: challengeId, Response: response } };
}

function readReauthenticationAnswer(answer: AnswerOf<'Reauthenticate'>): ReauthenticationAnswer {
  const row = new WireRow(answer);
  return { isAuthenticated: row.flag('Authenticated'), message: row.textOr('errormsg', null) || null };
}
