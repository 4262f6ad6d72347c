import { useEffect, useState } from 'react';
import { useGetOrdersQuery } from '../../api/calls/orders/get-orders.ts';
import { visibleState } from '../../api/visible-state.ts';
import { useCustomer } from '../../customer/use-customer.ts';
import { filterOwned } from './asset-rows.ts';
import type { AssetRow } from './asset-rows.ts';
import { findFirstStep } from './first-step.ts';

/**
 * The next step of a newcomer. A customer who has ordered or dismissed the guide never sees it again in this browser.
 */
export function useFirstStep(
  rows: readonly AssetRow[] | undefined,
  pending: ReadonlyMap<number, string> | undefined,
) {
  const { accountId, account, isLoading: isCustomerLoading } = useCustomer();
  const [isDismissed, setIsDismissed] = useState(false);
  // One browser may serve several customers.
  const storageKey = `ui.firstSteps.${accountId}`;
  const isDone = isDismissed || localStorage.getItem(storageKey) !== null;
  const orders = useGetOrdersQuery(
    { accountId: accountId ?? 0, startIndex: 0, limit: 1 },
    { skip: isDone || accountId === null, selectFromResult: visibleState },
  );
  const hasOrdered = orders.data && orders.data.length > 0;
  useEffect(() => {
    if (isDismissed || hasOrdered) localStorage.setItem(storageKey, 'done');
  }, [isDismissed, hasOrdered, storageKey]);

  // An exchange that lists nothing has no step to offer.
  const owned = rows && rows.length > 0 ? filterOwned(rows) : undefined;
  const step = findFirstStep({
    level: account?.verificationLevel,
    ownsSomething: owned && owned.length > 0,
    isDepositPending: pending && pending.size > 0,
    hasOrdered: isDone || hasOrdered,
  });
  return {
    step,
    /** It is not known yet whether there is a step to show. */
    isLoading: !isDone && (isCustomerLoading || orders.isLoading),
    productId: owned?.[0]?.productId ?? pending?.keys().next().value,
    dismiss: () => setIsDismissed(true),
  };
}
