import { api } from '../../../api/api.ts';
import { omsCall } from '../../../api/request.ts';
import { readGenericAnswer } from '../../../api/wire/generic-answer.ts';
import type { GenericAnswer } from '../../../api/wire/generic-answer.ts';

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
