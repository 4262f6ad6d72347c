import { api } from '../../api.ts';
import { omsCall } from '../../request.ts';
import { readAccount } from '../../records/account.ts';
import type { Account } from '../../records/account.ts';
import { readOneRow } from '../../wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getAccountInfo: build.query<Account, { userId: number }>({
      ...omsCall('GetAccountInfo', ({ userId }) => ({ UserId: userId }), readOneRow(readAccount)),
      providesTags: ['User'],
    }),
  }),
});

export const { useGetAccountInfoQuery } = injected;
