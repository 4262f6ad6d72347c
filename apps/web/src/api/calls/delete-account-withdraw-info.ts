import { api } from '../api.ts';
import { omsCall } from '../request.ts';
import { readGenericAnswer } from '../wire/generic-answer.ts';
import type { GenericAnswer } from '../wire/generic-answer.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    deleteAccountWithdrawInfo: build.mutation<GenericAnswer, { accountId: number; infoId: string }>({
      ...omsCall(
        'DeleteAccountWithdrawInfo',
        ({ accountId, infoId }) => ({ AccountId: accountId, AccountWithdrawInfoId: infoId }),
        readGenericAnswer,
      ),
      extraOptions: { keepsRefusal: true },
      invalidatesTags: ['AccountWithdrawInfos'],
    }),
  }),
});

export const { useDeleteAccountWithdrawInfoMutation } = injected;
