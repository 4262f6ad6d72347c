import { call, inPendingSignIn } from '../../request.ts';
import type { AnswerOf } from '../../request.ts';
import { securityApi } from '../../security-api.ts';
import { WireRow } from '../../wire/wire-row.ts';

export type SecondFactor = {
  readonly code: string;
  /** Completes this sign-in. Without it, the code confirms a change in the current session. */
  readonly pending2FaToken?: string;
};

export type SecondFactorAnswer = {
  readonly isAuthenticated: boolean;
  readonly userId: number | null;
  readonly sessionToken: string | null;
  readonly message: string | null;
  /** Returned once, after the second factor is switched on. */
  readonly recoveryCodes: readonly string[];
};

const injected = securityApi.injectEndpoints({
  endpoints: (build) => ({
    authenticate2FA: build.mutation<SecondFactorAnswer, SecondFactor>({
      ...call('Authenticate2FA', ({ code }) => ({ code }), readSecondFactorAnswer, inPendingSignIn),
      extraOptions: { keepsRefusal: true },
      invalidatesTags: (answer, _, { pending2FaToken }) =>
        answer?.isAuthenticated && !pending2FaToken ? ['User', 'SecondFactor', 'Sessions', 'Activity'] : [],
    }),
  }),
});

export const { useAuthenticate2FAMutation } = injected;

function readSecondFactorAnswer(answer: AnswerOf<'Authenticate2FA'>): SecondFactorAnswer {
  const row = new WireRow(answer);
  return {
    isAuthenticated: row.flag('Authenticated'),
    userId: row.integerOr('UserId', 0) || null,
    sessionToken: row.textOr('SessionToken', null),
    message: row.textOr('errormsg', null) || null,
    recoveryCodes: row.textsOr('RecoveryCodes', []),
  };
}
