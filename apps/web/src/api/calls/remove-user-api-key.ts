import { api } from '../api.ts';
import { call } from '../request.ts';
import { readGenericAnswer } from '../wire/generic-answer.ts';
import type { GenericAnswer } from '../wire/generic-answer.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    removeUserApiKey: build.mutation<GenericAnswer, { readonly userId: number; readonly apiKey: string }>({
      query: ({ userId, apiKey }) => call('RemoveUserAPIKey', { UserId: userId, APIKey: apiKey }),
      transformResponse: (answer) => readGenericAnswer(answer),
      invalidatesTags: ['UserApiKeys'],
    }),
  }),
});

export const { useRemoveUserApiKeyMutation } = injected;
