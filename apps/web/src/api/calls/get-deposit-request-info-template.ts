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
      query: ({ productId, providerId }) =>
        omsCall('GetDepositRequestInfoTemplate', { ProductId: productId, AccountProviderId: providerId }),
      transformResponse: (answer) => {
        const row = new WireRow(new WireRow(answer).value('Template'));
        return {
          workflow: row.textOr('DepositWorkflow', ''),
          usesAddress: row.flag('UseGetDepositWorkflow'),
        };
      },
      keepUnusedDataFor: templateTypesSeconds,
    }),
  }),
});

export const { useGetDepositRequestInfoTemplateQuery } = injected;
