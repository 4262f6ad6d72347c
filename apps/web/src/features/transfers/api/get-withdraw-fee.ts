import { api } from '../../../api/api.ts';
import { omsCall } from '../../../api/request.ts';
import { WireRow } from '../../../api/wire/wire-row.ts';

export type WithdrawFeeQuestion = {
  readonly accountId: number;
  readonly productId: number;
  readonly providerId: number;
  readonly amount: string;
};

export type WithdrawFee = {
  /** In the product itself, as decimal text; it is deducted from the amount. */
  readonly fee: string;
  /**
   * The use of a signature with a passkey: `None` can be given, it is `Optional`, or `Needed` for a payment without waiting for
   * people.
   */
  readonly passkeySignature: string;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getWithdrawFee: build.query<WithdrawFee, WithdrawFeeQuestion>({
      ...omsCall(
        'GetWithdrawFee',
        ({ accountId, productId, providerId, amount }) => ({
          AccountId: accountId,
          ProductId: productId,
          AccountProviderId: providerId,
          Amount: amount,
        }),
        (answer) => {
          const row = new WireRow(answer);
          return {
            fee: row.decimal('FeeAmount'),
            passkeySignature: row.textOr('PasskeySignature', 'None'),
          };
        },
      ),
    }),
  }),
});

export const { useGetWithdrawFeeQuery } = injected;
