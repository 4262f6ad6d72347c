import { api } from '../api.ts';
import { templateTypesSeconds } from '../cache-policy.ts';
import { omsCall } from '../request.ts';
import { WireRow } from '../wire/wire-row.ts';

/** How a provider takes a deposit. */
export type DepositTemplate = {
  /** `CryptoWallet` means: ask for an address. */
  readonly workflow: string;
  readonly usesAddress: boolean;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getDepositRequestInfoTemplate: build.query<DepositTemplate, { productId: number; providerId: number }>({
      ...omsCall(
        'GetDepositRequestInfoTemplate',
        ({ productId, providerId }) => ({ ProductId: productId, AccountProviderId: providerId }),
        (answer) => {
          const row = new WireRow(answer).row('Template');
          return {
            workflow: row.textOr('DepositWorkflow', ''),
            usesAddress: row.flag('UseGetDepositWorkflow'),
          };
        },
      ),
      keepUnusedDataFor: templateTypesSeconds,
    }),
  }),
});

export const { useGetDepositRequestInfoTemplateQuery } = injected;
