import { api } from '../api.ts';
import { omsCall } from '../request.ts';
import { readAccount } from '../records/account.ts';
import type { Account } from '../records/account.ts';
import { readRows } from '../wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** The default account comes first. */
    getUserAccountInfos: build.query<Account[], { userId: number; userName: string }>({
      ...omsCall(
        'GetUserAccountInfos',
        ({ userId, userName }) => ({ UserId: userId, UserName: userName }),
        (answer) => readRows(answer).map(readAccount),
      ),
      providesTags: ['User'],
    }),
  }),
});

export const { useGetUserAccountInfosQuery, useLazyGetUserAccountInfosQuery } = injected;
