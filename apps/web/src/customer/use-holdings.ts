import { useMemo } from 'react';
import { useGetAccountPositionsQuery } from '../api/calls/accounts/get-account-positions.ts';
import { useGetProductAttributesQuery } from '../api/calls/market-data/get-product-attributes.ts';
import { useGetProductsQuery } from '../api/calls/market-data/get-products.ts';
import { visibleState } from '../api/visible-state.ts';
import { useAccountPollMs } from '../store/live-slice.ts';
import { joinHoldings, listProducts, findStrayPositions } from './holdings.ts';
import { useCustomer } from './use-customer.ts';

/**
 * Returns the customer's holdings of every product, kept up to date.
 *
 * `pollMs` is the polling interval while the live connection does not deliver changes.
 */
export function useHoldings({ pollMs = 0 }: { readonly pollMs?: number } = {}) {
  const {
    accountId,
    error: customerError,
    isLoading: isCustomerLoading,
    refetch: refetchCustomer,
  } = useCustomer();
  const products = useGetProductsQuery(undefined, { selectFromResult: visibleState });
  const attributes = useGetProductAttributesQuery(undefined, { selectFromResult: visibleState });
  const positions = useGetAccountPositionsQuery(
    { accountId: accountId ?? 0 },
    {
      skip: accountId === null,
      pollingInterval: useAccountPollMs(pollMs),
      skipPollingIfUnfocused: true,
      // The time of the last answer matters only once a refetch has failed.
      selectFromResult: ({ fulfilledTimeStamp, ...state }) => ({
        ...visibleState(state),
        staleSince: state.error ? fulfilledTimeStamp : undefined,
      }),
    },
  );
  // Icons are decoration: without attributes every product still appears, with a drawn glyph.
  const holdings = useMemo(
    () =>
      products.data && positions.data
        ? joinHoldings(products.data, positions.data, attributes.data ?? [])
        : undefined,
    [products.data, positions.data, attributes.data],
  );
  const listed = useMemo(
    () => products.data && listProducts(products.data, attributes.data ?? []),
    [products.data, attributes.data],
  );
  const strays = useMemo(
    () => findStrayPositions(products.data ?? [], products.data ? (positions.data ?? []) : []),
    [products.data, positions.data],
  );
  return {
    holdings,
    /** The products, available even while the balances are unknown. */
    listed,
    /** Balances whose product is not in the list. */
    strays,
    accountId,
    isLoading: holdings === undefined && (isCustomerLoading || products.isLoading || positions.isLoading),
    /** When the balances on screen were fetched, once a refetch has failed; otherwise null. */
    staleSince: holdings === undefined ? null : (positions.staleSince ?? null),
    error: holdings === undefined ? (products.error ?? positions.error ?? customerError) : undefined,
    refetch: () => {
      if (customerError) refetchCustomer();
      void products.refetch();
      if (accountId !== null) void positions.refetch();
    },
  };
}
