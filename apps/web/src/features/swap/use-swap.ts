import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { swapMarketDataPollMs } from '../../api/cache-policy.ts';
import { useGetInstrumentsQuery } from '../../api/calls/get-instruments.ts';
import { useGetLevel1SummaryQuery } from '../../api/calls/get-level1-summary.ts';
import { useGetOrderFeeQuery } from '../../api/calls/get-order-fee.ts';
import type { Holding } from '../../api/customer/holdings.ts';
import { useHoldings } from '../../api/customer/use-holdings.ts';
import { isPositive } from '../../lib/decimal.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { partnersOf, resolvePair } from './pair.ts';
import type { SwapPair } from './pair.ts';
import { feeQuestion } from './swap-maths.ts';
import { swapObstacle } from './swap-obstacle.ts';
import { useSwapAmounts } from './use-swap-amounts.ts';

const feeDelayMs = 700; // product spec, section 9
const preferredPartner = 'USDT';
const noHoldings: readonly Holding[] = [];

/** Everything the swap page knows: both assets, their market, both amounts, the fee and what is still missing. */
export function useSwap() {
  const preselectedId = usePreselectedProduct();
  const { holdings, accountId, error: holdingsError, refetch: refetchHoldings } = useHoldings();
  const instruments = useGetInstrumentsQuery();
  const markets = useGetLevel1SummaryQuery(undefined, {
    pollingInterval: swapMarketDataPollMs,
    refetchOnMountOrArgChange: true,
    skipPollingIfUnfocused: true,
  });
  const [chosen, setChosen] = useState<{ fromId: number | null; toId: number | null }>({
    fromId: preselectedId,
    toId: null,
  });

  const list = holdings ?? noHoldings;
  const pairs = useMemo(() => instruments.data ?? [], [instruments.data]);
  const from =
    find(list, chosen.fromId) ?? list.find(({ available }) => isPositive(available)) ?? list[0] ?? null;
  const partners = useMemo(
    () => (from ? partnersOf(pairs, from.productId).flatMap((id) => find(list, id) ?? []) : []),
    [from, pairs, list],
  );
  const to =
    find(list, chosen.toId) ??
    partners.find(({ symbol }) => symbol === preferredPartner) ??
    partners[0] ??
    null;

  const fromId = from?.productId;
  const toId = to?.productId;
  const pair = useMemo(
    () =>
      fromId === undefined || toId === undefined
        ? null
        : resolvePair(pairs, markets.data ?? [], { fromId, toId }),
    [pairs, markets.data, fromId, toId],
  );
  const places = useMemo(
    () => ({ from: from?.decimals ?? 0, to: to?.decimals ?? 0 }),
    [from?.decimals, to?.decimals],
  );
  const amounts = useSwapAmounts(pair, places);
  const fee = useFeeQuote(accountId, pair, amounts);
  const isReady = holdings !== undefined && instruments.data !== undefined && markets.data !== undefined;

  return {
    isReady,
    error: isReady ? undefined : (holdingsError ?? instruments.error ?? markets.error),
    retry: () => {
      refetchHoldings();
      void instruments.refetch();
      void markets.refetch();
    },
    accountId,
    holdings: list,
    from,
    to,
    partners,
    pair,
    places,
    amounts,
    fee,
    ratesAt: markets.fulfilledTimeStamp,
    obstacle: swapObstacle({
      hasAssets: from !== null && to !== null,
      pair,
      pay: amounts.pay,
      receive: amounts.receive,
      isComputing: amounts.isComputing,
      available: from?.available ?? '0',
    }),
    chooseFrom: (id: number) => {
      if (id === toId) reverse();
      else setChosen({ fromId: id, toId: toId ?? null });
    },
    chooseTo: (id: number) => {
      if (id === fromId) reverse();
      else setChosen({ fromId: fromId ?? null, toId: id });
    },
    reverse,
  };

  function reverse() {
    setChosen({ fromId: toId ?? null, toId: fromId ?? null });
    amounts.reverse();
  }
}

export type Swap = ReturnType<typeof useSwap>;

/** The fee for what is typed, once it has rested. A failed lookup means no fee line (product spec, section 8). */
function useFeeQuote(
  accountId: number | null,
  pair: SwapPair | null,
  amounts: { pay: string; receive: string },
) {
  const { pay, receive } = amounts;
  const question = useMemo(
    () => (pair === null || pay === '' || receive === '' ? null : feeQuestion(pair, { pay, receive })),
    [pair, pay, receive],
  );
  const rested = useDebounced(question, feeDelayMs);
  const asked = accountId === null || rested === null ? null : { accountId, ...rested };
  const { currentData } = useGetOrderFeeQuery(asked ?? emptyQuestion, { skip: asked === null });
  return question !== null && asked !== null ? (currentData ?? null) : null;
}

const emptyQuestion = { accountId: 0, instrumentId: 0, price: '0', quantity: '0', side: 'buy' } as const;

function find(holdings: readonly Holding[], id: number | null): Holding | undefined {
  return id === null ? undefined : holdings.find(({ productId }) => productId === id);
}

/** The dashboard hands over the asset in the navigation state. */
function usePreselectedProduct(): number | null {
  const state: unknown = useLocation().state;
  const id = typeof state === 'object' && state !== null && 'fromCrypto' in state ? state.fromCrypto : null;
  return typeof id === 'number' ? id : null;
}
