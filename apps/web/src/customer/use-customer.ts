import { useSelector } from 'react-redux';
import { selectUser, selectUserId } from '../session/session-slice.ts';
import { useGetAccountInfoQuery } from '../api/calls/accounts/get-account-info.ts';
import { useGetUserInfoQuery } from '../api/calls/accounts/get-user-info.ts';
import { visibleState } from '../api/visible-state.ts';

export type CustomerOptions = { readonly accountPollMs?: number };

/**
 * Returns the signed-in customer and their account.
 *
 * `user` and `account` are undefined while they are loading; `level` is then 0 and must not be relied on.
 */
export function useCustomer({ accountPollMs = 0 }: CustomerOptions = {}) {
  const userId = useSelector(selectUserId);
  // The user of a restored session. Missing fields are fetched.
  const restored = useSelector(selectUser);
  const known = userId === null ? null : { userId };
  const user = useGetUserInfoQuery(known ?? { userId: 0 }, {
    skip: known === null,
    selectFromResult: visibleState,
  });
  const account = useGetAccountInfoQuery(known ?? { userId: 0 }, {
    skip: known === null,
    pollingInterval: accountPollMs,
    skipPollingIfUnfocused: true,
    selectFromResult: visibleState,
  });
  return {
    userId,
    user: user.data,
    account: account.data,
    accountId: user.data?.accountId ?? account.data?.accountId ?? restored?.accountId ?? null,
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
