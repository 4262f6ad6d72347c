import type { CallInput } from '@salar/client/client';
import { api } from '../../../api/api.ts';
import { call } from '../../../api/request.ts';
import type { AnswerOf } from '../../../api/request.ts';
import { WireRow } from '../../../api/wire/wire-row.ts';
import type { PasskeyAssertion } from '../../../api/calls/authenticate-passkey.ts';

/** A code, where a second factor is on; the password otherwise; or a passkey. */
export type Proof =
  { readonly password: string } | { readonly code: string } | { readonly passkey: PasskeyAssertion };

export type ProofAnswer = { readonly isAuthenticated: boolean; readonly message: string | null };

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** The old token is dead at once; the new one of the answer takes its place by itself. */
    reauthenticate: build.mutation<ProofAnswer, Proof>({
      ...call('Reauthenticate', proofFields, readProofAnswer, () => ({ session: 'renews' })),
      extraOptions: { keepsRefusal: true },
    }),
  }),
});

export const { useReauthenticateMutation } = injected;
export const { reauthenticate } = injected.endpoints;

function proofFields(proof: Proof): CallInput<'Reauthenticate'> {
  if ('password' in proof) return { Password: proof.password };
  if ('code' in proof) return { Code: proof.code };
  const { challengeId, response } = proof.passkey;
  return { Passkey: { ChallengeId: challengeId, Response: response } };
}

function readProofAnswer(answer: AnswerOf<'Reauthenticate'>): ProofAnswer {
  const row = new WireRow(answer);
  return { isAuthenticated: row.flag('Authenticated'), message: row.textOr('errormsg', null) || null };
}
