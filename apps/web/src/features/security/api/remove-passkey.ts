import { call } from '../../../api/request.ts';
import { securityApi } from '../../../api/security-api.ts';
import { readGenericAnswer } from '../../../api/wire/generic-answer.ts';
import type { GenericAnswer } from '../../../api/wire/generic-answer.ts';

const injected = securityApi.injectEndpoints({
  endpoints: (build) => ({
    removePasskey: build.mutation<GenericAnswer, { readonly passkeyId: string }>({
      ...call('RemovePasskey', ({ passkeyId }) => ({ PasskeyId: passkeyId }), readGenericAnswer),
      invalidatesTags: ['Passkeys', 'Activity'],
    }),
  }),
});

export const { useRemovePasskeyMutation } = injected;
