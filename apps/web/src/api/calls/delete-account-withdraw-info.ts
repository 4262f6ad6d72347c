import { api } from '../api.ts';
import { omsCall } from '../request.ts';
import { readGenericAnswer } from '../wire/generic-answer.ts';
import type { GenericAnswer } from '../wire/generic-answer.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    deleteAccountWithdrawInfo: build.mutation<GenericAnswer, { accountId: number; infoId: string }>({
      query: ({ accountId, infoId }) =>
        omsCall('DeleteAccountWithdrawInfo', { AccountId: accountId, AccountWithdrawInfoId: infoId }),
      extraOptions: { keepsRefusal: true },
      transformResponse: (answer) => readGenericAnswer(answer),
      invalidatesTags: ['AccountWithdrawInfos'],
    }),
  }),
});

export const { useDeleteAccountWithdrawInfoMutation } = injected;
