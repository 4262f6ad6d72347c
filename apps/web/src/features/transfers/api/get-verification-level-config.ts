import type { LevelProduct } from '@salar/client/generated/calls';
import { api } from '../../../api/api.ts';
import { omsCall } from '../../../api/request.ts';
import { WireRow } from '../../../api/wire/wire-row.ts';

/** The withdrawal limits of one product. `'-1'` is unlimited, `'0'` is nothing. Decimal text. */
export type WithdrawLimit = {
  readonly productId: number;
  readonly dailyLimit: string;
  readonly monthlyLimit: string;
  /** The part of the limit that other withdrawals have not used yet. */
  readonly dailyLeft: string;
  readonly monthlyLeft: string;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** The limits of the account's verification level. */
    getVerificationLevelConfig: build.query<WithdrawLimit[], { accountId: number }>({
      ...omsCall(
        'GetVerificationLevelConfig',
        ({ accountId }) => ({ AccountId: accountId }),
        (answer) => new WireRow(answer).rows('Products').map(readLimit),
      ),
      // Every withdrawal uses some of the limit.
      providesTags: ['User', { type: 'WithdrawTickets', id: 'limits' }],
    }),
  }),
});

export const { useGetVerificationLevelConfigQuery } = injected;

function readLimit(row: WireRow<LevelProduct>): WithdrawLimit {
  const dailyLimit = row.decimal('DailyWithdrawLimit');
  const monthlyLimit = row.decimalOr('MonthlyWithdrawLimit', '-1');
  return {
    productId: row.integer('ProductId'),
    dailyLimit,
    monthlyLimit,
    dailyLeft: row.decimalOr('DailyWithdrawLeft', dailyLimit),
    monthlyLeft: row.decimalOr('MonthlyWithdrawLeft', monthlyLimit),
  };
}
