import { useSelector } from 'react-redux';
import { selectUserId } from '../../app/session-slice.ts';
import { useGetAccountInfoQuery } from '../calls/get-account-info.ts';
import { useGetUserInfoQuery } from '../calls/get-user-info.ts';

export type CustomerOptions = { readonly accountPollMs?: number };

/**
 * The signed-in customer and their account.
 *
 * `user` and `account` are undefined while they are loading; `level` is then 0 and must not be judged by.
 */
export function useCustomer({ accountPollMs = 0 }: CustomerOptions = {}) {
  const userId = useSelector(selectUserId);
  const known = userId === null ? null : { userId };
  const user = useGetUserInfoQuery(known ?? { userId: 0 }, { skip: known === null });
  const account = useGetAccountInfoQuery(known ?? { userId: 0 }, {
    skip: known === null,
    pollingInterval: accountPollMs,
    skipPollingIfUnfocused: true,
  });
  return {
    userId,
    user: user.data,
    account: account.data,
    accountId: user.data?.accountId ?? account.data?.accountId ?? null,
    level: account.data?.verificationLevel ?? 0,
    isLoading: user.isLoading || account.isLoading,
    error: account.error ?? user.error,
    refetch: () => {
      if (known === null) return;
      void user.refetch();
      void account.refetch();
    },
  };
}
