import { call } from '../request.ts';
import { securityApi } from '../security-api.ts';
import { readGenericAnswer } from '../wire/generic-answer.ts';
import type { GenericAnswer } from '../wire/generic-answer.ts';

const injected = securityApi.injectEndpoints({
  endpoints: (build) => ({
    removePasskey: build.mutation<GenericAnswer, { readonly passkeyId: string }>({
      ...call('RemovePasskey', ({ passkeyId }) => ({ PasskeyId: passkeyId }), readGenericAnswer),
      invalidatesTags: ['Passkeys', 'Activity'],
    }),
  }),
});

export const { useRemovePasskeyMutation } = injected;
