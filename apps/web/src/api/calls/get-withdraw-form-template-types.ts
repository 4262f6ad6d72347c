import { api } from '../api.ts';
import { templateTypesSeconds } from '../cache-policy.ts';
import { omsCall } from '../request.ts';
import { readTemplateTypes } from '../records/template-type.ts';
import type { TemplateType } from '../records/template-type.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** The default provider comes first. */
    getWithdrawFormTemplateTypes: build.query<TemplateType[], { productId: number }>({
      ...omsCall(
        'GetWithdrawFormTemplateTypes',
        ({ productId }) => ({ ProductId: productId }),
        readTemplateTypes,
      ),
      keepUnusedDataFor: templateTypesSeconds,
    }),
  }),
});

export const { useGetWithdrawFormTemplateTypesQuery } = injected;
