import { api } from '../api.ts';
import { call } from '../request.ts';
import { readTexts } from '../wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** What the customer may give to an API key. */
    getUserPermissions: build.query<readonly string[], { readonly userId: number }>({
      query: ({ userId }) => call('GetUserPermissions', { UserId: userId }),
      transformResponse: (answer) => readTexts(answer),
    }),
  }),
});

export const { useGetUserPermissionsQuery } = injected;
