import { api } from '../../api.ts';
import { readApiKey } from '../../records/api-key.ts';
import type { ApiKey } from '../../records/api-key.ts';
import { call } from '../../request.ts';
import { readEachRow } from '../../wire/wire-row.ts';

export const userApiKeys = api.injectEndpoints({
  endpoints: (build) => ({
    getUserApiKeys: build.query<readonly ApiKey[], { readonly userId: number }>({
      ...call('GetUserAPIKeys', ({ userId }) => ({ UserId: userId }), readEachRow(readApiKey)),
      providesTags: ['UserApiKeys'],
    }),
  }),
});

export const { useGetUserApiKeysQuery } = userApiKeys;
