import { api } from '../../api.ts';
import { templateTypesSeconds } from '../../cache-policy.ts';
import { omsCall } from '../../request.ts';
import { isBank, readTemplateTypes } from '../../records/template-type.ts';
import type { TemplateType } from '../../records/template-type.ts';

/** The banks that pay out one product. */
export type ProductBanks = { readonly productId: number; readonly providers: readonly TemplateType[] };

const waysOut = omsCall(
  'GetWithdrawFormTemplateTypes',
  (productId: number) => ({ ProductId: productId }),
  readTemplateTypes,
);

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Keeps those of the given products that a bank pays out, in the same order. */
    getBankProviders: build.query<ProductBanks[], { productIds: readonly number[] }>({
      queryFn: async ({ productIds }, _api, _options, ask) => {
        const currencies: ProductBanks[] = [];
        for (const productId of productIds) {
          const answer = await ask(waysOut.query(productId));
          if (answer.error) return { error: answer.error };
          const providers = waysOut.transformResponse(answer.data).filter(isBank);
          if (providers.length > 0) currencies.push({ productId, providers });
        }
        return { data: currencies };
      },
      keepUnusedDataFor: templateTypesSeconds,
    }),
  }),
});

export const { useGetBankProvidersQuery } = injected;
