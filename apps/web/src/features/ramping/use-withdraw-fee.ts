import { useGetWithdrawFeeQuery } from '../../api/calls/get-withdraw-fee.ts';
import { isPositive } from '../../lib/decimal.ts';
import { useDebounced } from '../../lib/use-debounced.ts';

const feeDelayMs = 700; // product spec, section 9: fee quotes

export type FeeSubject = {
  readonly accountId: number | null;
  readonly productId: number;
  readonly providerId: number | null;
  /** Decimal text; empty while nothing is typed. */
  readonly amount: string;
};

/**
 * The fee for an amount that has rested.
 *
 * `fee` belongs to exactly this amount; `lastFee` may belong to an earlier one and is drawn grey meanwhile.
 */
export function useWithdrawFee({ accountId, productId, providerId, amount }: FeeSubject) {
  const rested = useDebounced(amount, feeDelayMs);
  const canAsk = accountId !== null && providerId !== null && rested !== '' && isPositive(rested);
  const quote = useGetWithdrawFeeQuery(
    { accountId: accountId ?? 0, productId, providerId: providerId ?? 0, amount: rested },
    { skip: !canAsk },
  );
  const isCurrent = canAsk && rested === amount;
  return {
    fee: isCurrent ? (quote.currentData ?? null) : null,
    lastFee: amount === '' ? null : (quote.data ?? null),
    error: isCurrent && quote.currentData === undefined ? quote.error : undefined,
    retry: () => void quote.refetch(),
  };
}
