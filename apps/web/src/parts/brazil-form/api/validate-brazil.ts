import type { BrazilFormText } from '@salar/protocol/brazil';
import { call } from '../../../api/request.ts';
import { brazilApi } from '../../../api/calls/get-brazil-validation.ts';

export type BrazilRequest = BrazilFormText & { readonly userId: number; readonly accountId: number };

const injected = brazilApi.injectEndpoints({
  endpoints: (build) => ({
    /** Sends the Brazilian form. While a check is running, sending it again changes nothing. */
    validateBrazil: build.mutation<null, BrazilRequest>({
      ...call(
        'ValidateBrazil',
        ({ userId, accountId, ...form }) => ({ AccountId: accountId, UserId: userId, ...form }),
        () => null,
        ({ userId }) => ({ path: '/api/avenia/validate', headers: { userid: String(userId) } }),
      ),
      invalidatesTags: ['BrazilValidation'],
    }),
  }),
});

export const { useValidateBrazilMutation } = injected;
