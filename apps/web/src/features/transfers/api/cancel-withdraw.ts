import { api } from '../../../api/api.ts';
import { omsCall } from '../../../api/request.ts';
import { readGenericAnswer } from '../../../api/wire/generic-answer.ts';
import type { GenericAnswer } from '../../../api/wire/generic-answer.ts';

export type WithdrawCancellation = {
  readonly userId: number;
  readonly accountId: number;
  readonly requestCode: string;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    cancelWithdraw: build.mutation<GenericAnswer, WithdrawCancellation>({
      ...omsCall(
        'CancelWithdraw',
        ({ userId, accountId, requestCode }) => ({
          UserId: userId,
          AccountId: accountId,
          RequestCode: requestCode,
        }),
        readGenericAnswer,
      ),
      extraOptions: { keepsRefusal: true },
      invalidatesTags: ['WithdrawTickets', { type: 'Product', id: 'positions' }],
    }),
  }),
});

export const { useCancelWithdrawMutation } = injected;
