import { findRailTemplate } from '@salar/protocol/bank-rails';
import { findAmountProblem, toAmountValue, toFieldText, useNumberFormat } from '@salar/ui';
import { useGetVerificationLevelConfigQuery } from '../api/get-verification-level-config.ts';
import type { Holding } from '../../../customer/holdings.ts';
import { isText, useDraft } from '../../../lib/use-draft.ts';
import { useHandOver } from '../../../lib/navigation/use-handed-over.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { useReceiver } from './use-receiver.ts';
import { useWithdrawFee } from './use-withdraw-fee.ts';
import { useWithdrawOptions } from './use-withdraw-options.ts';
import { checkAmount, getWithdrawMax, computeNet } from './withdraw-check.ts';
import { findWithdrawObstacle } from './withdraw-obstacle.ts';

/** A withdrawal while it is being filled in: amount, receiver, fee, and what still prevents it. */
export function useWithdrawDraft(asset: Holding, accountId: number | null) {
  const [draft, setDraft] = useDraft(`withdraw.${asset.productId}.amount`, '', isText, {
    handOver: useHandOver('productId'),
  });
  const isOnline = useOnline();
  const options = useWithdrawOptions(asset.productId);
  const { provider } = options;
  const receiver = useReceiver({ accountId, productId: asset.productId, options });
  const format = useNumberFormat();
  const rules = { placesMax: asset.decimals, isFiat: asset.isFiat, unit: asset.symbol };
  const amount = toAmountValue(draft, rules, format);
  const readProblem = findAmountProblem(draft, rules, format);
  const {
    fee,
    lastFee,
    hasFailed: hasFeeFailed,
    passkeySignature,
  } = useWithdrawFee({
    accountId,
    productId: asset.productId,
    providerId: provider?.providerId ?? null,
    amount,
  });
  const limits = useWithdrawLimits(asset.productId, accountId);
  const rail = provider ? findRailTemplate(provider.templateType) : null;
  const placesMax = Math.min(rail?.amountDecimals ?? asset.decimals, asset.decimals);
  const amountMin = provider?.amountMin ?? null;
  const amountProblem = checkAmount({
    amount,
    available: asset.available,
    daily: limits?.daily ?? null,
    monthly: limits?.monthly ?? null,
    fee,
    amountMin,
    placesMax,
  });

  return {
    asset,
    accountId,
    options,
    receiver,
    draft,
    type: setDraft,
    /** Sets the field to an amount in plain decimal text. */
    put: (value: string) => setDraft(toFieldText(value)),
    /** Why the typed text is not an amount. */
    readProblem,
    /** The maximum that can be withdrawn. */
    max: getWithdrawMax({
      available: asset.available,
      daily: limits?.daily ?? null,
      monthly: limits?.monthly ?? null,
      placesMax,
    }),
    amount,
    amountProblem,
    amountMin,
    limits,
    fee,
    /** Shown in grey while the fee of the present amount is loading. */
    lastFee,
    hasFeeFailed,
    /** The use of a signature with a passkey for this amount: `None`, `Optional` or `Needed`. */
    passkeySignature,
    net: fee === null || amount === '' ? null : computeNet(amount, fee),
    obstacle: findWithdrawObstacle({
      isOnline,
      // A missing provider is reported only after the methods are loaded.
      hasProvider: provider !== null || options.isLoading,
      isReadable: readProblem === null,
      amountProblem,
      isReceiverComplete: receiver.isComplete,
      isReceiverPlausible: receiver.isPlausible,
      hasFee: fee !== null,
    }),
    reset: () => {
      setDraft('');
      receiver.clear();
    },
  };
}

export type WithdrawDraft = ReturnType<typeof useWithdrawDraft>;

function useWithdrawLimits(productId: number, accountId: number | null) {
  const { data } = useGetVerificationLevelConfigQuery(
    { accountId: accountId ?? 0 },
    { skip: accountId === null },
  );
  const own = data?.find((limit) => limit.productId === productId);
  return own
    ? {
        daily: { limit: own.dailyLimit, left: own.dailyLeft },
        monthly: { limit: own.monthlyLimit, left: own.monthlyLeft },
      }
    : null;
}
