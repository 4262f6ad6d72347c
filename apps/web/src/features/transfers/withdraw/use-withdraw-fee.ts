import { useState } from 'react';
import { useGetWithdrawFeeQuery } from '../api/get-withdraw-fee.ts';
import { isPositive } from '../../../money/decimal.ts';
import { useDebounced } from '../../../lib/time/use-debounced.ts';

const feeDelayMs = 700; // Product spec, section 9: fee quotes.
/** A failed fee query is repeated automatically: without the fee nothing can be sent. */
const retryMs = 5000;

export type FeeSubject = {
  readonly accountId: number | null;
  readonly productId: number;
  readonly providerId: number | null;
  /** Decimal text; empty while nothing is typed. */
  readonly amount: string;
};

/**
 * The fee of an amount, once typing has settled.
 *
 * `fee` belongs to exactly this amount; `lastFee` may belong to an earlier one and is shown in grey meanwhile.
 */
export function useWithdrawFee({ accountId, productId, providerId, amount }: FeeSubject) {
  const [hasFailed, setHasFailed] = useState(false);
  const rested = useDebounced(amount, feeDelayMs);
  const canAsk = accountId !== null && providerId !== null && rested !== '' && isPositive(rested);
  const quote = useGetWithdrawFeeQuery(
    { accountId: accountId ?? 0, productId, providerId: providerId ?? 0, amount: rested },
    { skip: !canAsk, pollingInterval: hasFailed ? retryMs : 0 },
  );
  if ((quote.error !== undefined) !== hasFailed) setHasFailed(quote.error !== undefined);
  const isCurrent = canAsk && rested === amount;
  return {
    fee: isCurrent ? (quote.currentData?.fee ?? null) : null,
    lastFee: amount === '' ? null : (quote.data?.fee ?? null),
    passkeySignature: isCurrent ? (quote.currentData?.passkeySignature ?? 'None') : 'None',
    hasFailed: isCurrent && quote.currentData === undefined && hasFailed,
  };
}
