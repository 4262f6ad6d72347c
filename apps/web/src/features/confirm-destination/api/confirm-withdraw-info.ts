import { api } from '../../../api/api.ts';
import { call } from '../../../api/request.ts';
import { readGenericAnswer } from '../../../api/wire/generic-answer.ts';
import type { GenericAnswer } from '../../../api/wire/generic-answer.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Both come from the query string of the link in the mail. */
    confirmWithdrawInfo: build.mutation<GenericAnswer, { userId: string; verifyCode: string }>({
      ...call(
        'ConfirmWithdrawInfo',
        ({ userId, verifyCode }) => ({ VerifyEmailCode: verifyCode, UserId: userId }),
        readGenericAnswer,
      ),
      extraOptions: { keepsRefusal: true },
      invalidatesTags: ['AccountWithdrawInfos'],
    }),
  }),
});

export const { useConfirmWithdrawInfoMutation } = injected;
