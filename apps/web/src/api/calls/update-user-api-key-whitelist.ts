import { api } from '../api.ts';
import { readApiKey } from '../records/api-key.ts';
import type { ApiKey } from '../records/api-key.ts';
import { call } from '../request.ts';
import { WireRow } from '../wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    updateUserApiKeyWhitelist: build.mutation<
      ApiKey,
      { readonly userId: number; readonly apiKey: string; readonly ipWhiteList: string }
    >({
      query: ({ userId, apiKey, ipWhiteList }) =>
        call('UpdateUserAPIKeyWhitelist', { UserId: userId, APIKey: apiKey, IpWhiteList: ipWhiteList }),
      transformResponse: (answer) => readApiKey(new WireRow(answer)),
      invalidatesTags: ['UserApiKeys'],
    }),
  }),
});

export const { useUpdateUserApiKeyWhitelistMutation } = injected;
