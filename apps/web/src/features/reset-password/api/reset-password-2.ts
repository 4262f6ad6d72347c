import { api } from '../../../api/api.ts';
import { call } from '../../../api/request.ts';
import { readGenericAnswer } from '../../../api/wire/generic-answer.ts';
import type { GenericAnswer } from '../../../api/wire/generic-answer.ts';

/** The second half of a reset: id and code come from the link in the mail. */
export type NewPassword = { readonly userId: string; readonly verifyCode: string; readonly password: string };

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    resetPassword2: build.mutation<GenericAnswer, NewPassword>({
      ...call(
        'ResetPassword2',
        ({ userId, verifyCode, password }) => ({
          UserId: userId,
          PendingCode: verifyCode,
          Password: password,
        }),
        readGenericAnswer,
      ),
      extraOptions: { keepsRefusal: true },
    }),
  }),
});

export const { useResetPassword2Mutation } = injected;
