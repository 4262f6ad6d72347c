import { ticketPollMs } from '../../api/cache-policy.ts';
import type { Holding } from '../../customer/holdings.ts';
import { useHoldings } from '../../customer/use-holdings.ts';
import { isNumberOrNull, useDraft } from '../../lib/use-draft.ts';
import { useHandedOver } from '../../lib/navigation/use-handed-over.ts';

/**
 * The asset of a page: the one passed in the navigation state, else the first (product spec, section 2) that the page
 * supports.
 */
export function useTransferAsset(ability: 'canDeposit' | 'canWithdraw') {
  const { holdings, accountId, error, refetch } = useHoldings({ pollMs: ticketPollMs });
  const handedOver = useHandedOver('productId');
  const [chosenId, setChosenId] = useDraft(
    `ramping.${ability}`,
    handedOver?.productId ?? null,
    isNumberOrNull,
    { handOver: handedOver?.navigation ?? null },
  );
  const asset: Holding | null =
    holdings?.find(({ productId }) => productId === chosenId) ??
    holdings?.find((holding) => holding[ability]) ??
    holdings?.[0] ??
    null;
  return { holdings, accountId, asset, choose: setChosenId, error, refetch };
}
