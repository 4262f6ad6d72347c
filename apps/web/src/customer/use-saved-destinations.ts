import { useState } from 'react';
import { unconfirmedInfosPollMs } from '../api/cache-policy.ts';
import { useGetAccountWithdrawInfosQuery } from '../api/calls/get-account-withdraw-infos.ts';

/**
 * The account's saved destinations. They are confirmed by mail, often in another tab: they are asked for again on return
 * to the page, and from time to time while one waits for its confirmation.
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
