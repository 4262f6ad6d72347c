import { api } from '../../../api/api.ts';
import { call } from '../../../api/request.ts';
import { readGenericAnswer } from '../../../api/wire/generic-answer.ts';
import type { GenericAnswer } from '../../../api/wire/generic-answer.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    removeUserApiKey: build.mutation<GenericAnswer, { readonly userId: number; readonly apiKey: string }>({
      ...call(
        'RemoveUserAPIKey',
        ({ userId, apiKey }) => ({ UserId: userId, APIKey: apiKey }),
        readGenericAnswer,
      ),
      invalidatesTags: ['UserApiKeys'],
    }),
  }),
});

export const { useRemoveUserApiKeyMutation } = injected;
