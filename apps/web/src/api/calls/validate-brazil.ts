import type { BrazilFormText } from '@salar/protocol/brazil/index';
import { brazilApi } from './get-brazil-validation.ts';

export type BrazilRequest = BrazilFormText & { readonly userId: number; readonly accountId: number };

const injected = brazilApi.injectEndpoints({
  endpoints: (build) => ({
    /** Sends the Brazilian form. While a check runs, sending again changes nothing. */
    validateBrazil: build.mutation<null, BrazilRequest>({
      query: ({ userId, accountId, ...form }) => ({
        path: '/api/avenia/validate',
        headers: { userid: String(userId) },
        body: { AccountId: accountId, UserId: userId, ...form },
      }),
      transformResponse: () => null,
      invalidatesTags: ['BrazilValidation'],
    }),
  }),
});

export const { useValidateBrazilMutation } = injected;
