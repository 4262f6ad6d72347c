import { api } from '../../../api/api.ts';
import { templateTypesSeconds } from '../../../api/cache-policy.ts';
import { omsCall } from '../../../api/request.ts';
import { readTemplateTypes } from '../../../api/records/template-type.ts';
import type { TemplateType } from '../../../api/records/template-type.ts';

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
