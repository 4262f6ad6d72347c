import { api } from '../../api.ts';
import { withdrawInfosSeconds } from '../../cache-policy.ts';
import { omsCall } from '../../request.ts';
import { readWithdrawInfo } from '../../records/withdraw-info.ts';
import type { WithdrawInfo } from '../../records/withdraw-info.ts';
import { readEachRow } from '../../wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Every saved destination of the account; callers filter by product. */
    getAccountWithdrawInfos: build.query<WithdrawInfo[], { accountId: number }>({
      ...omsCall(
        'GetAccountWithdrawInfos',
        ({ accountId }) => ({ AccountId: accountId }),
        readEachRow(readWithdrawInfo),
      ),
      keepUnusedDataFor: withdrawInfosSeconds,
      providesTags: ['AccountWithdrawInfos'],
    }),
  }),
});

export const { useGetAccountWithdrawInfosQuery } = injected;
