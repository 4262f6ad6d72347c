import { useMemo } from 'react';
import { useBankCurrencies } from '../../customer/use-bank-currencies.ts';
import { useCustomer } from '../../customer/use-customer.ts';
import { useSavedDestinations } from '../../customer/use-saved-destinations.ts';
import { groupAccounts } from './account-groups.ts';

/** The customer's bank accounts by currency; undefined while loading. */
export function useBankAccounts() {
  const { accountId, error: customerError, refetch: refetchCustomer } = useCustomer();
  const { currencies, error: currenciesError, refetch: refetchCurrencies } = useBankCurrencies();
  const infos = useSavedDestinations(accountId);
  const groups = useMemo(
    () => (currencies && infos.data ? groupAccounts(currencies, infos.data) : undefined),
    [currencies, infos.data],
  );
  return {
    accountId,
    groups,
    error:
      groups === undefined
        ? (infos.error ?? currenciesError ?? (accountId === null ? customerError : undefined))
        : undefined,
    /** Repeats the queries that failed. */
    retry: () => {
      if (accountId === null) refetchCustomer();
      else if (infos.error) void infos.refetch();
      refetchCurrencies();
    },
  };
}
