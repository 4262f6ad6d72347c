import { useSelector } from 'react-redux';
import { selectUser, selectUserId } from '../session/session-slice.ts';
import { useGetAccountInfoQuery } from '../api/calls/get-account-info.ts';
import { useGetUserInfoQuery } from '../api/calls/get-user-info.ts';
import { visibleState } from '../api/visible-state.ts';

export type CustomerOptions = { readonly accountPollMs?: number };

/**
 * The signed-in customer and their account.
 *
 * `user` and `account` are undefined while they are loading; `level` is then 0 and must not be judged by.
 */
export function useCustomer({ accountPollMs = 0 }: CustomerOptions = {}) {
  const userId = useSelector(selectUserId);
  // Of a session that was restored; what it does not remember is asked for.
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
