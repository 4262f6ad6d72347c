import { api } from '../../api.ts';
import { call, inPendingSignIn } from '../../request.ts';
import type { AnswerOf } from '../../request.ts';
import { WireRow } from '../../wire/wire-row.ts';
import { readLoginAnswer } from './authenticate-user.ts';
import type { LoginAnswer } from './authenticate-user.ts';

/** A challenge for a passkey to sign: its id, and the WebAuthn options as JSON text. */
export type PasskeyChallenge = { readonly challengeId: string; readonly options: string };

/** The browser's response to a challenge, as JSON text. */
export type PasskeyAssertion = { readonly challengeId: string; readonly response: string };

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Without arguments, any passkey is accepted; otherwise those of the pending sign-in or of the user name. */
    beginPasskeySignIn: build.mutation<
      PasskeyChallenge,
      { readonly userName?: string; readonly pending2FaToken?: string }
    >({
      ...call('BeginPasskeySignIn', ({ userName }) => ({ UserName: userName }), readChallenge, beforeSession),
    }),
    authenticatePasskey: build.mutation<
      LoginAnswer,
      PasskeyAssertion & { readonly pending2FaToken?: string }
    >({
      ...call(
        'AuthenticatePasskey',
        ({ challengeId, response }) => ({ ChallengeId: challengeId, Response: response }),
        readLoginAnswer,
        beforeSession,
      ),
      extraOptions: { keepsRefusal: true },
    }),
  }),
});

export const { useBeginPasskeySignInMutation, useAuthenticatePasskeyMutation } = injected;

function readChallenge(answer: AnswerOf<'BeginPasskeySignIn'>): PasskeyChallenge {
  const row = new WireRow(answer);
  return { challengeId: row.text('ChallengeId'), options: row.text('Options') };
}

/** Signing in with a passkey never uses a session. */
function beforeSession(waiting: Parameters<typeof inPendingSignIn>[0]): ReturnType<typeof inPendingSignIn> {
  return { ...inPendingSignIn(waiting), session: 'none' };
}
