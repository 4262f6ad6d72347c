import { api } from '../../../api/api.ts';
import { call } from '../../../api/request.ts';
import { readTexts } from '../../../api/wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** The permissions that the customer may grant to an API key. */
    getUserPermissions: build.query<readonly string[], { readonly userId: number }>({
      ...call('GetUserPermissions', ({ userId }) => ({ UserId: userId }), readTexts),
    }),
  }),
});

export const { useGetUserPermissionsQuery } = injected;
