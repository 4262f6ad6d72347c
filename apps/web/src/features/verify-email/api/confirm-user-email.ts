import { api } from '../../../api/api.ts';
import { call } from '../../../api/request.ts';
import { readGenericAnswer } from '../../../api/wire/generic-answer.ts';
import type { GenericAnswer } from '../../../api/wire/generic-answer.ts';

/** Both come from the query string of the link in the mail. */
export type EmailCode = { readonly userId: string; readonly verifyCode: string };

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    confirmUserEmail: build.mutation<GenericAnswer, EmailCode>({
      ...call(
        'ConfirmUserEmail',
        ({ userId, verifyCode }) => ({ UserId: userId, VerifyEmailCode: verifyCode }),
        readGenericAnswer,
      ),
      extraOptions: { keepsRefusal: true },
    }),
  }),
});

export const { useConfirmUserEmailMutation } = injected;
