import { finishTyped } from '@salar/ui';
import { useState } from 'react';
import { useGetVerificationLevelConfigQuery } from '../../api/calls/get-verification-level-config.ts';
import { useGetWithdrawTicketsQuery } from '../../api/calls/get-withdraw-tickets.ts';
import type { Holding } from '../../api/customer/holdings.ts';
import { judgeAddress } from '../destinations/address-shape.ts';
import { addressField, askedFields, filledForm, missingFields } from '../destinations/template-form.ts';
import type { ReceiverValues } from '../destinations/template-form.ts';
import { useWithdrawFee } from './use-withdraw-fee.ts';
import { useWithdrawOptions } from './use-withdraw-options.ts';
import { checkAmount, netOf } from './withdraw-check.ts';
import { withdrawObstacle } from './withdraw-obstacle.ts';

const knownDestinationsMax = 100;

/** A withdrawal while it is being filled in: amount, receiver, fee, and what still stands in its way. */
export function useWithdrawDraft(asset: Holding, accountId: number | null) {
  const [draft, setDraft] = useState('');
  const [values, setValues] = useState<ReceiverValues>({});
  const options = useWithdrawOptions(asset.productId);
  const { network, template } = options;
  const amount = finishTyped(draft);
  const {
    fee,
    lastFee,
    error: feeError,
    retry: retryFee,
  } = useWithdrawFee({
    accountId,
    productId: asset.productId,
    providerId: network?.providerId ?? null,
    amount,
  });
  const dailyLimit = useDailyLimit(asset.productId, accountId);
  const amountProblem = checkAmount({ amount, available: asset.available, dailyLimit, fee });

  const address = (values[addressField] ?? '').trim();
  const asksAddress = template?.some(({ name }) => name === addressField) ?? false;
  const shape = asksAddress && address !== '' && network ? judgeAddress(address, network) : null;
  const isFormComplete = template !== undefined && missingFields(template, values).length === 0;
  const isAddressPlausible = shape === null || shape.kind === 'plausible' || shape.kind === 'unknown';
  const isNewAddress = useIsNewAddress(asset.productId, accountId, address);

  return {
    asset,
    accountId,
    options,
    fields: template ? askedFields(template) : undefined,
    draft,
    type: setDraft,
    values,
    fill: (name: string, value: string) => setValues((current) => ({ ...current, [name]: value })),
    amount,
    amountProblem,
    dailyLimit,
    fee,
    /** Drawn grey while the fee of the present amount is on its way. */
    lastFee,
    feeError,
    retryFee,
    net: fee === null || amount === '' ? null : netOf(amount, fee),
    address,
    shape,
    isNewAddress: isAddressPlausible && address !== '' && isNewAddress,
    obstacle: withdrawObstacle({
      hasProvider: network !== null,
      amountProblem,
      isFormComplete,
      isAddressPlausible,
      hasFee: fee !== null,
    }),
    /** The filled template, ready to be sent; null while no template is known. */
    form:
      template && network
        ? filledForm(template, values, { templateType: network.templateType, amount })
        : null,
    reset: () => {
      setDraft('');
      setValues({});
    },
  };
}

export type WithdrawDraft = ReturnType<typeof useWithdrawDraft>;

function useDailyLimit(productId: number, accountId: number | null): string | null {
  const { data } = useGetVerificationLevelConfigQuery(
    { accountId: accountId ?? 0 },
    { skip: accountId === null },
  );
  return data?.find((limit) => limit.productId === productId)?.dailyLimit ?? null;
}

/** True once we know that none of the newest withdrawals went there. */
function useIsNewAddress(productId: number, accountId: number | null, address: string): boolean {
  const { data } = useGetWithdrawTicketsQuery(
    { accountId: accountId ?? 0, startIndex: 0, limit: knownDestinationsMax },
    { skip: accountId === null },
  );
  if (data === undefined) return false;
  const sought = address.toLowerCase();
  return !data.some(
    (ticket) => ticket.productId === productId && ticket.destination?.toLowerCase() === sought,
  );
}
