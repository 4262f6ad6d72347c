import { api } from '../api.ts';
import { WireRow } from '../wire/wire-row.ts';

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
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    authenticate2FA: build.mutation<SecondFactorAnswer, SecondFactor>({
      query: ({ code, pending2FaToken }) => ({
        path: '/AP/Authenticate2FA',
        body: { code },
        ...(pending2FaToken ? { headers: { pending2fatoken: pending2FaToken } } : {}),
      }),
      extraOptions: { keepsRefusal: true },
      transformResponse: (answer) => {
        const row = new WireRow(answer);
        return {
          isAuthenticated: row.flag('Authenticated'),
          userId: row.integerOr('UserId', 0) || null,
          sessionToken: row.textOr('SessionToken', null),
          message: row.textOr('errormsg', null) || null,
        };
      },
    }),
  }),
});

export const { useAuthenticate2FAMutation } = injected;
