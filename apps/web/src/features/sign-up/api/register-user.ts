import type { Language } from '../../../i18n/languages.ts';
import { api, operatorId } from '../../../api/api.ts';
import { call } from '../../../api/request.ts';
import { readGenericAnswer } from '../../../api/wire/generic-answer.ts';
import { WireRow } from '../../../api/wire/wire-row.ts';

export type Registration = {
  readonly userName: string;
  readonly email: string;
  readonly password: string;
  /** The language of the mails, including the first one; English when absent. */
  readonly language?: Language | undefined;
};

export type RegistrationAnswer = {
  /** Null when the server refused. */
  readonly userId: number | null;
  /** The server's reason for a refusal. */
  readonly message: string | null;
  readonly detail: string | null;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    registerUser: build.mutation<RegistrationAnswer, Registration>({
      ...call(
        'RegisterUser',
        ({ userName, email, password, language = 'en' }) => ({
          // The wire calls the plain password "passwordHash"; the server hashes it.
          UserInfo: { UserName: userName, Email: email, passwordHash: password },
          OperatorId: operatorId,
          ...(language === 'en' ? {} : { UserConfig: [{ Key: 'Language', Value: language.toUpperCase() }] }),
        }),
        (answer) => {
          const { message, detail } = readGenericAnswer(answer);
          return { userId: new WireRow(answer).integerOr('UserId', 0) || null, message, detail };
        },
      ),
      extraOptions: { keepsRefusal: true },
    }),
  }),
});

export const { useRegisterUserMutation } = injected;
