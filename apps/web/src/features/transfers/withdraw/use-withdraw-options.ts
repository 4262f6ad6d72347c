import { useGetWithdrawFormTemplateTypesQuery } from '../api/get-withdraw-form-template-types.ts';
import { useGetWithdrawTemplateQuery } from '../../../api/calls/transfers/get-withdraw-template.ts';
import { isWithdrawNetwork } from '../../../api/records/template-type.ts';
import { isNumberOrNull, useDraft } from '../../../lib/use-draft.ts';
import { useHandOver } from '../../../lib/navigation/use-handed-over.ts';
import { groupByMethod, chooseProvider, chooseWithdrawMethod } from '../method.ts';
import type { Method } from '../method.ts';

const noMethods = { bank: [], wallet: [] } as const;

/** The withdrawal methods of one asset, and the form of the chosen one. */
export function useWithdrawOptions(productId: number) {
  const handOver = useHandOver('productId');
  const [chosenMethod, setChosenMethod] = useDraft<Method | null>(
    `withdraw.${productId}.method`,
    null,
    isMethod,
    { handOver },
  );
  const [chosenProvider, setChosenProvider] = useDraft<number | null>(
    `withdraw.${productId}.provider`,
    null,
    isNumberOrNull,
    { handOver },
  );
  const types = useGetWithdrawFormTemplateTypesQuery({ productId });
  const methods = types.data ? groupByMethod(types.data, isWithdrawNetwork) : noMethods;
  const method = chooseWithdrawMethod(methods, chosenMethod);
  const provider = chooseProvider(methods[method], chosenProvider);
  const template = useGetWithdrawTemplateQuery(
    { productId, providerId: provider?.providerId ?? 0, templateType: provider?.templateType ?? '' },
    { skip: provider === null },
  );
  return {
    methods,
    method,
    chooseMethod: setChosenMethod,
    /** A wallet network or a bank rail, depending on the method. */
    provider,
    chooseProvider: setChosenProvider,
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

function isMethod(kept: unknown): kept is Method {
  return kept === 'bank' || kept === 'wallet';
}
