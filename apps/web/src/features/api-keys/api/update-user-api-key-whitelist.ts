import { api } from '../../../api/api.ts';
import { readApiKey } from '../../../api/records/api-key.ts';
import type { ApiKey } from '../../../api/records/api-key.ts';
import { call } from '../../../api/request.ts';
import { readOneRow } from '../../../api/wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    updateUserApiKeyWhitelist: build.mutation<
      ApiKey,
      { readonly userId: number; readonly apiKey: string; readonly ipWhiteList: string }
    >({
      ...call(
        'UpdateUserAPIKeyWhitelist',
        ({ userId, apiKey, ipWhiteList }) => ({ UserId: userId, APIKey: apiKey, IpWhiteList: ipWhiteList }),
        readOneRow(readApiKey),
      ),
      invalidatesTags: ['UserApiKeys'],
    }),
  }),
});

export const { useUpdateUserApiKeyWhitelistMutation } = injected;
