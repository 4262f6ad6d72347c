import { useState } from 'react';
import { unconfirmedInfosPollMs } from '../api/cache-policy.ts';
import { useGetAccountWithdrawInfosQuery } from '../api/calls/transfers/get-account-withdraw-infos.ts';

/**
 * Returns the account's saved destinations. They are confirmed by mail, often in another tab, so they are fetched again
 * on return to the page, and polled while one waits for its confirmation.
 */
export function useSavedDestinations(accountId: number | null) {
  const [isWaiting, setIsWaiting] = useState(false);
  const infos = useGetAccountWithdrawInfosQuery(
    { accountId: accountId ?? 0 },
    {
      skip: accountId === null,
      refetchOnFocus: true,
      pollingInterval: isWaiting ? unconfirmedInfosPollMs : 0,
      skipPollingIfUnfocused: true,
    },
  );
  const hasUnconfirmed = infos.data?.some(({ isVerified }) => !isVerified) ?? false;
  if (hasUnconfirmed !== isWaiting) setIsWaiting(hasUnconfirmed);
  return infos;
}
