import { useMemo } from 'react';
import { useGetAccountPositionsQuery } from '../api/calls/get-account-positions.ts';
import { useGetProductAttributesQuery } from '../api/calls/get-product-attributes.ts';
import { useGetProductsQuery } from '../api/calls/get-products.ts';
import { visibleState } from '../api/visible-state.ts';
import { useAccountPollMs } from '../store/live-slice.ts';
import { joinHoldings, listProducts, strayPositions } from './holdings.ts';
import { useCustomer } from './use-customer.ts';

/**
 * What the customer has of every product, as it changes.
 *
 * `pollMs`: how often to ask while changes are not told.
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
      // When balances were answered is of interest once asking again has failed.
      selectFromResult: ({ fulfilledTimeStamp, ...state }) => ({
        ...visibleState(state),
        staleSince: state.error ? fulfilledTimeStamp : undefined,
      }),
    },
  );
  // Icons are decoration: without attributes every product still shows, with a drawn glyph.
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
    () => strayPositions(products.data ?? [], products.data ? (positions.data ?? []) : []),
    [products.data, positions.data],
  );
  return {
    holdings,
    /** The products, also while what the customer has of them is unknown. */
    listed,
    /** Balances whose product could not be found. */
    strays,
    accountId,
    isLoading: holdings === undefined && (isCustomerLoading || products.isLoading || positions.isLoading),
    /** When the shown balances were answered, once asking again has failed; else null. */
    staleSince: holdings === undefined ? null : (positions.staleSince ?? null),
    error: holdings === undefined ? (products.error ?? positions.error ?? customerError) : undefined,
    refetch: () => {
      if (customerError) refetchCustomer();
      void products.refetch();
      if (accountId !== null) void positions.refetch();
    },
  };
}
