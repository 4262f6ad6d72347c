import { api } from '../../../api/api.ts';
import { omsCall } from '../../../api/request.ts';
import { WireRow } from '../../../api/wire/wire-row.ts';

export type WithdrawFeeQuestion = {
  readonly accountId: number;
  readonly productId: number;
  readonly providerId: number;
  readonly amount: string;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** The fee in the product itself, as decimal text; it is deducted from the amount. */
    getWithdrawFee: build.query<string, WithdrawFeeQuestion>({
      ...omsCall(
        'GetWithdrawFee',
        ({ accountId, productId, providerId, amount }) => ({
          AccountId: accountId,
          ProductId: productId,
          AccountProviderId: providerId,
          Amount: amount,
        }),
        (answer) => new WireRow(answer).decimal('FeeAmount'),
      ),
    }),
  }),
});

export const { useGetWithdrawFeeQuery } = injected;
