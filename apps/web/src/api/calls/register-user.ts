import { api, operatorId } from '../api.ts';
import { call } from '../request.ts';
import { WireRow } from '../wire/wire-row.ts';

export type Registration = { readonly userName: string; readonly email: string; readonly password: string };

export type RegistrationAnswer = {
  /** Null when the server refused. */
  readonly userId: number | null;
  /** The server's words for a refusal. */
  readonly message: string | null;
  readonly detail: string | null;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    registerUser: build.mutation<RegistrationAnswer, Registration>({
      query: ({ userName, email, password }) =>
        call('RegisterUser', {
          // The family calls the plain password "passwordHash"; the server hashes it.
          UserInfo: { UserName: userName, Email: email, passwordHash: password },
          OperatorId: operatorId,
        }),
      extraOptions: { keepsRefusal: true },
      transformResponse: (answer) => {
        const row = new WireRow(answer);
        return {
          userId: row.integerOr('UserId', 0) || null,
          message: row.textOr('errormsg', null) || null,
          detail: row.textOr('detail', null) || null,
        };
      },
    }),
  }),
});

export const { useRegisterUserMutation } = injected;
