import { api } from '../api.ts';
import { omsCall } from '../request.ts';
import { WireRow } from '../wire/wire-row.ts';

/** How much of one product may leave in a day. `'-1'` is unlimited, `'0'` is nothing. */
export type WithdrawLimit = { readonly productId: number; readonly dailyLimit: string };

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** The limits of the account's verification level. */
    getVerificationLevelConfig: build.query<WithdrawLimit[], { accountId: number }>({
      query: ({ accountId }) => omsCall('GetVerificationLevelConfig', { AccountId: accountId }),
      transformResponse: (answer) =>
        new WireRow(answer).rows('Products').map((row) => ({
          productId: row.integer('ProductId'),
          dailyLimit: row.decimal('DailyWithdrawLimit'),
        })),
      providesTags: ['User'],
    }),
  }),
});

export const { useGetVerificationLevelConfigQuery } = injected;
