import { api } from '../../../api/api.ts';
import { omsCall } from '../../../api/request.ts';
import { readGenericAnswer } from '../../../api/wire/generic-answer.ts';
import type { GenericAnswer } from '../../../api/wire/generic-answer.ts';

/**
 * `name` as built by `buildWalletInfoName` and `buildBankInfoName`; `identifier` is the address or the bank fields as JSON text.
 */
export type NewWithdrawInfo = {
  readonly accountId: number;
  readonly productId: number;
  readonly name: string;
  readonly identifier: string;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** On success `detail` is the id of the new destination. */
    createAccountWithdrawInfo: build.mutation<GenericAnswer, NewWithdrawInfo>({
      ...omsCall(
        'CreateAccountWithdrawInfo',
        ({ accountId, productId, name, identifier }) => ({
          AccountId: accountId,
          ProductId: productId,
          Name: name,
          AccountIdentifier: identifier,
        }),
        readGenericAnswer,
      ),
      extraOptions: { keepsRefusal: true },
      invalidatesTags: ['AccountWithdrawInfos'],
    }),
  }),
});

export const { useCreateAccountWithdrawInfoMutation } = injected;
