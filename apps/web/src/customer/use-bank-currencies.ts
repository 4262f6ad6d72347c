import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import { useGetBankProvidersQuery } from '../api/calls/transfers/get-bank-providers.ts';
import { useGetProductsQuery } from '../api/calls/market-data/get-products.ts';
import type { Product } from '../api/records/product.ts';
import type { TemplateType } from '../api/records/template-type.ts';

/** A currency that a bank pays out, with its bank rails. */
export type BankCurrency = { readonly product: Product; readonly providers: readonly TemplateType[] };

/** Returns the currencies with a bank provider; undefined while they are loading. */
export function useBankCurrencies() {
  const products = useGetProductsQuery();
  const fiat = useMemo(() => products.data?.filter(({ isFiat }) => isFiat), [products.data]);
  const banks = useGetBankProvidersQuery(
    fiat ? { productIds: fiat.map(({ productId }) => productId) } : skipToken,
  );
  const currencies = useMemo(
    () =>
      banks.data?.flatMap(({ productId, providers }): BankCurrency[] => {
        const product = fiat?.find((candidate) => candidate.productId === productId);
        return product ? [{ product, providers }] : [];
      }),
    [banks.data, fiat],
  );
  return {
    currencies,
    error: currencies === undefined ? (products.error ?? banks.error) : undefined,
    refetch: () => {
      if (products.error) void products.refetch();
      if (banks.error) void banks.refetch();
    },
  };
}
