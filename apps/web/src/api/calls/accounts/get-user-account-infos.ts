import { accountsChanged } from '../../../session/session-slice.ts';
import { api } from '../../api.ts';
import { omsCall } from '../../request.ts';
import { readAccount } from '../../records/account.ts';
import type { Account } from '../../records/account.ts';
import { readEachRow } from '../../wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** The default account comes first. */
    getUserAccountInfos: build.query<Account[], { userId: number; userName: string }>({
      ...omsCall(
        'GetUserAccountInfos',
        ({ userId, userName }) => ({ UserId: userId, UserName: userName }),
        readEachRow(readAccount),
      ),
      providesTags: ['User'],
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => void dispatch(accountsChanged(data)),
          () => undefined,
        ),
    }),
  }),
});

export const { getUserAccountInfos } = injected.endpoints;
