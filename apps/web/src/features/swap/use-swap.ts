import type { AmountRules } from '@salar/ui';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { swapMarketDataPollMs } from '../../api/cache-policy.ts';
import { useGetInstrumentsQuery } from '../../api/calls/get-instruments.ts';
import { useGetLevel1SummaryQuery } from '../../api/calls/get-level1-summary.ts';
import { useGetOrderFeeQuery } from '../../api/calls/get-order-fee.ts';
import type { Holding } from '../../api/customer/holdings.ts';
import { shown } from '../../api/shown.ts';
import { useHoldings } from '../../api/customer/use-holdings.ts';
import { selectIsLiveOpen, selectLiveLostAt, usePricePollMs } from '../../api/live/live-slice.ts';
import { useLivePrices } from '../../api/live/live.ts';
import { isPositive } from '../../lib/decimal.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { isNumberOrNull, useDraft } from '../../lib/use-draft.ts';
import { useHandedOver } from '../../lib/use-handed-over.ts';
import { useOnline } from '../../lib/use-online.ts';
import { usePaced } from '../../lib/use-paced.ts';
import { marketsBetween, partnersOf, resolvePair } from './pair.ts';
import type { SwapPair } from './pair.ts';
import { feeQuestion } from './swap-maths.ts';
import { swapObstacle } from './swap-obstacle.ts';
import { useSwapAmounts } from './use-swap-amounts.ts';

const feeDelayMs = 700; // product spec, section 9
/** A rate stands still long enough for its fee to be asked, and to be read. */
const ratePaceMs = 2000;
const preferredPartner = 'USDT';
type Chosen = { readonly fromId: number | null; readonly toId: number | null };
const noHoldings: readonly Holding[] = [];

/** Everything the swap page knows: both assets, their market, both amounts, the fee and what is still missing. */
export function useSwap() {
  const isOnline = useOnline();
  const handedOver = useHandedOver('fromCrypto');
  const { holdings, accountId, error: holdingsError, refetch: refetchHoldings } = useHoldings();
  const instruments = useGetInstrumentsQuery(undefined, { selectFromResult: shown });
  const markets = useGetLevel1SummaryQuery(undefined, {
    pollingInterval: usePricePollMs(swapMarketDataPollMs),
    refetchOnMountOrArgChange: swapMarketDataPollMs / 1000,
    skipPollingIfUnfocused: true,
  });
  const [chosen, setChosen] = useDraft<Chosen>(
    'swap.pair',
    { fromId: handedOver?.productId ?? null, toId: null },
    isChosen,
    { handOver: handedOver?.navigation ?? null },
  );

  const prices = usePaced(markets.data, ratePaceMs) ?? markets.data;
  const ratesAt = useRatesAt(markets.fulfilledTimeStamp);

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
      fromId === undefined || toId === undefined ? null : resolvePair(pairs, prices ?? [], { fromId, toId }),
    [pairs, prices, fromId, toId],
  );
  useLivePrices(useMemo(() => marketsBetween(pairs, fromId, toId), [pairs, fromId, toId]));
  const places = useMemo(
    () => ({ from: from?.decimals ?? 0, to: to?.decimals ?? 0 }),
    [from?.decimals, to?.decimals],
  );
  const rules = { pay: rulesFor(from), receive: rulesFor(to) };
  const amounts = useSwapAmounts(pair, places, rules, handedOver?.navigation ?? null);
  const fee = useFeeQuote(accountId, pair, amounts, toId);
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
    ratesAt,
    obstacle: swapObstacle({
      isOnline,
      hasAssets: from !== null && to !== null,
      pair,
      pay: amounts.pay,
      receive: amounts.receive,
      isComputing: amounts.isComputing,
      isReadable: amounts.problem === null,
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

/** When the rates were last known to be right; undefined while they are told as they change. */
function useRatesAt(answeredAt: number | undefined): number | undefined {
  const isOpen = useSelector(selectIsLiveOpen);
  const lostAt = useSelector(selectLiveLostAt);
  if (isOpen || answeredAt === undefined) return undefined;
  return Math.max(answeredAt, lostAt ?? answeredAt);
}

/** The fee for what is typed, once it has rested. A failed lookup means no fee line (product spec, section 8). */
function useFeeQuote(
  accountId: number | null,
  pair: SwapPair | null,
  amounts: { pay: string; receive: string },
  receivedId: number | undefined,
) {
  const { pay, receive } = amounts;
  const question = useMemo(
    () => (pair === null || pay === '' || receive === '' ? null : feeQuestion(pair, { pay, receive })),
    [pair, pay, receive],
  );
  const rested = useDebounced(question, feeDelayMs);
  const asked = accountId === null || rested === null ? null : { accountId, ...rested };
  const { currentData, data, isFetching } = useGetOrderFeeQuery(asked ?? emptyQuestion, {
    skip: asked === null,
  });
  if (question === null || asked === null) return null;
  // A rate that moves a little must not make the line come and go.
  const isOfThisMarket = data !== undefined && data.productId === receivedId;
  return currentData ?? (isFetching && isOfThisMarket ? data : null);
}

function rulesFor(asset: Holding | null): AmountRules {
  return asset ? { placesMax: asset.decimals, isFiat: asset.isFiat, unit: asset.symbol } : {};
}

function isChosen(kept: unknown): kept is Chosen {
  if (typeof kept !== 'object' || kept === null || !('fromId' in kept && 'toId' in kept)) return false;
  return isNumberOrNull(kept.fromId) && isNumberOrNull(kept.toId);
}

const emptyQuestion = { accountId: 0, instrumentId: 0, price: '0', quantity: '0', side: 'buy' } as const;

function find(holdings: readonly Holding[], id: number | null): Holding | undefined {
  return id === null ? undefined : holdings.find(({ productId }) => productId === id);
}
