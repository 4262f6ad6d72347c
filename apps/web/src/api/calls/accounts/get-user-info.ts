import { api } from '../../api.ts';
import { call } from '../../request.ts';
import type { RowOf } from '../../request.ts';
import { readOneRow } from '../../wire/wire-row.ts';

/** The signed-in customer. Every page uses the account `accountId`. */
export type CurrentUser = {
  readonly userId: number;
  readonly userName: string;
  readonly email: string;
  readonly accountId: number;
  readonly operatorId: number;
  readonly isEmailVerified: boolean;
  readonly use2FA: boolean;
  readonly isLocked: boolean;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getUserInfo: build.query<CurrentUser, { userId: number }>({
      ...call('GetUserInfo', ({ userId }) => ({ UserId: userId }), readOneRow(readUser)),
      providesTags: ['User'],
    }),
  }),
});

export const { useGetUserInfoQuery, useLazyGetUserInfoQuery } = injected;
export const getUserInfo = injected.endpoints.getUserInfo;

function readUser(row: RowOf<'GetUserInfo'>): CurrentUser {
  return {
    userId: row.integer('UserId'),
    userName: row.text('UserName'),
    email: row.text('Email'),
    accountId: row.integer('AccountId'),
    operatorId: row.integerOr('OperatorId', 1),
    isEmailVerified: row.flag('EmailVerified'),
    use2FA: row.flag('Use2FA'),
    isLocked: row.flag('Locked'),
  };
}
