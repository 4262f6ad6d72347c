import { api } from '../../../api/api.ts';
import { call } from '../../../api/request.ts';
import { readGenericAnswer } from '../../../api/wire/generic-answer.ts';
import type { GenericAnswer } from '../../../api/wire/generic-answer.ts';

/** Both come from the query string of the link in the mail. */
export type WithdrawCode = { readonly userId: string; readonly verifyCode: string };

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    confirmWithdraw: build.mutation<GenericAnswer, WithdrawCode>({
      ...call(
        'ConfirmWithdraw',
        ({ userId, verifyCode }) => ({ VerifyCode: verifyCode, UserId: userId }),
        readGenericAnswer,
      ),
      extraOptions: { keepsRefusal: true },
      invalidatesTags: ['WithdrawTickets', { type: 'Product', id: 'positions' }],
    }),
  }),
});

export const { useConfirmWithdrawMutation } = injected;
