import { useState } from 'react';
import { useGetWithdrawFormTemplateTypesQuery } from '../../api/calls/get-withdraw-form-template-types.ts';
import { useGetWithdrawTemplateQuery } from '../../api/calls/get-withdraw-template.ts';
import { isWithdrawNetwork } from '../../api/records/template-type.ts';
import { methodsOf, networkOf, withdrawMethod } from './method.ts';
import type { Method } from './method.ts';

const noMethods = { bank: [], wallet: [] } as const;

/**
 * The ways one asset goes out, and the form of the chosen one.
 *
 * Transfers to a bank are listed, so that customers see that they exist, but they cannot be chosen yet.
 */
export function useWithdrawOptions(productId: number) {
  const [chosenMethod, setChosenMethod] = useState<Method | null>(null);
  const [chosenProvider, setChosenProvider] = useState<number | null>(null);
  const types = useGetWithdrawFormTemplateTypesQuery({ productId });
  const listed = types.data ? methodsOf(types.data, isWithdrawNetwork) : noMethods;
  const usable = { ...listed, bank: [] };
  const network = networkOf(usable, chosenProvider);
  const template = useGetWithdrawTemplateQuery(
    { productId, providerId: network?.providerId ?? 0, templateType: network?.templateType ?? '' },
    { skip: network === null },
  );
  return {
    listed,
    method: withdrawMethod(usable, chosenMethod),
    chooseMethod: setChosenMethod,
    network,
    chooseNetwork: setChosenProvider,
    template: template.currentData,
    isLoading: types.isLoading,
    error: types.data ? (template.currentData ? undefined : template.error) : types.error,
    retry: () => {
      if (types.error) void types.refetch();
      if (template.error) void template.refetch();
    },
  };
}

export type WithdrawOptions = ReturnType<typeof useWithdrawOptions>;
