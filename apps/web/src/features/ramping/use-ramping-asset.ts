import { useLocation } from 'react-router';
import { ticketPollMs } from '../../api/cache-policy.ts';
import type { Holding } from '../../api/customer/holdings.ts';
import { useHoldings } from '../../api/customer/use-holdings.ts';
import { isNumberOrNull, useDraft } from '../../lib/use-draft.ts';

/**
 * The asset a page is about: the one handed over in the navigation state, else the first (product spec, section 2) that
 * the page can do something with.
 */
export function useRampingAsset(ability: 'canDeposit' | 'canWithdraw') {
  const { holdings, accountId, error, refetch } = useHoldings({ pollMs: ticketPollMs });
  const handedOver = useHandedOverProduct();
  const [chosenId, setChosenId] = useDraft(`ramping.${ability}`, handedOver, isNumberOrNull);
  const asset: Holding | null =
    holdings?.find(({ productId }) => productId === chosenId) ??
    holdings?.find((holding) => holding[ability]) ??
    holdings?.[0] ??
    null;
  return { holdings, accountId, asset, choose: setChosenId, error, refetch };
}

function useHandedOverProduct(): number | null {
  const state: unknown = useLocation().state;
  const id = typeof state === 'object' && state !== null && 'productId' in state ? state.productId : null;
  return typeof id === 'number' ? id : null;
}
