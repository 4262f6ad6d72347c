import { securityApi } from '../security-api.ts';
import { WireRow, readTexts } from '../wire/wire-row.ts';

export type SecondFactor = {
  readonly code: string;
  /** Completes this login; without it the code completes a change of the present session. */
  readonly pending2FaToken?: string;
};

export type SecondFactorAnswer = {
  readonly isAuthenticated: boolean;
  readonly userId: number | null;
  readonly sessionToken: string | null;
  readonly message: string | null;
  /** Shown once, after switching on. */
  readonly recoveryCodes: readonly string[];
};

const injected = securityApi.injectEndpoints({
  endpoints: (build) => ({
    authenticate2FA: build.mutation<SecondFactorAnswer, SecondFactor>({
      query: ({ code, pending2FaToken }) => ({
        path: '/AP/Authenticate2FA',
        body: { code },
        ...(pending2FaToken ? { session: 'none', headers: { pending2fatoken: pending2FaToken } } : {}),
      }),
      extraOptions: { keepsRefusal: true },
      transformResponse: (answer) => {
        const row = new WireRow(answer);
        return {
          isAuthenticated: row.flag('Authenticated'),
          userId: row.integerOr('UserId', 0) || null,
          sessionToken: row.textOr('SessionToken', null),
          message: row.textOr('errormsg', null) || null,
          recoveryCodes: readTexts(row.value('RecoveryCodes') ?? []),
        };
      },
      invalidatesTags: (answer, _, { pending2FaToken }) =>
        answer?.isAuthenticated && !pending2FaToken ? ['User', 'SecondFactor', 'Sessions', 'Activity'] : [],
    }),
  }),
});

export const { useAuthenticate2FAMutation } = injected;
