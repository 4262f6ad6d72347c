import { api } from '../api.ts';
import { readApiKey } from '../records/api-key.ts';
import type { ApiKey } from '../records/api-key.ts';
import { call } from '../request.ts';
import { oneRow } from '../wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    updateUserApiKeyWhitelist: build.mutation<
      ApiKey,
      { readonly userId: number; readonly apiKey: string; readonly ipWhiteList: string }
    >({
      ...call(
        'UpdateUserAPIKeyWhitelist',
        ({ userId, apiKey, ipWhiteList }) => ({ UserId: userId, APIKey: apiKey, IpWhiteList: ipWhiteList }),
        oneRow(readApiKey),
      ),
      invalidatesTags: ['UserApiKeys'],
    }),
  }),
});

export const { useUpdateUserApiKeyWhitelistMutation } = injected;
