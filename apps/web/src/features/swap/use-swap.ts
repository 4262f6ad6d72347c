import type { AmountRules } from '@salar/ui';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { swapMarketDataPollMs } from '../../api/cache-policy.ts';
import { useGetInstrumentsQuery } from '../../api/calls/market-data/get-instruments.ts';
import { useGetLevel1SummaryQuery } from '../../api/calls/market-data/get-level1-summary.ts';
import { useGetOrderFeeQuery } from '../../api/calls/orders/get-order-fee.ts';
import type { Holding } from '../../customer/holdings.ts';
import { visibleState } from '../../api/visible-state.ts';
import { useHoldings } from '../../customer/use-holdings.ts';
import { selectIsLiveOpen, selectLiveLostAt, usePricePollMs } from '../../store/live-slice.ts';
import { useLivePrices } from '../../live/live.ts';
import { useBook } from '../../live/use-book.ts';
import { isPositive } from '../../money/decimal.ts';
import { useDebounced } from '../../lib/time/use-debounced.ts';
import { isNumberOrNull, useDraft } from '../../lib/use-draft.ts';
import { useHandedOver } from '../../lib/navigation/use-handed-over.ts';
import { useIsOlderThan } from '../../lib/time/use-is-older-than.ts';
import { useOnline } from '../../lib/use-online.ts';
import { usePaced } from '../../lib/time/use-paced.ts';
import { findHaltedMarket, findMarketsBetween, findPartners, resolvePair } from './pair.ts';
import type { SwapPair } from './pair.ts';
import { toFeeOf, toFeeQuery } from './swap-maths.ts';
import type { Places } from './swap-maths.ts';
import { quoteSwap } from './swap-quote.ts';
import type { SwapQuote } from './swap-quote.ts';
import { findSwapObstacle } from './swap-obstacle.ts';
import { useSwapAmounts } from './use-swap-amounts.ts';
import type { QuoteFunction } from './use-swap-amounts.ts';

const feeDelayMs = 700; // Product spec, section 9.
/** How long a rate is held, so that its fee can be requested and read. */
const ratePaceMs = 2000;
const staleAfterMs = 20_000;
const preferredPartner = 'USDT';
type Chosen = { readonly fromId: number | null; readonly toId: number | null };
const noHoldings: readonly Holding[] = [];
/** Prices of each side of the book. Swaps beyond them are not offered. */
const bookDepth = 250;

/** The state of the swap page: both assets, their market, both amounts, the fee and what is still missing. */
export function useSwap() {
  const isOnline = useOnline();
  const handedOver = useHandedOver('fromCrypto');
  const { holdings, accountId, error: holdingsError, refetch: refetchHoldings } = useHoldings();
  const instruments = useGetInstrumentsQuery(undefined, { selectFromResult: visibleState });
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
  const rates = useRateAge(markets.fulfilledTimeStamp, isOnline);

  const list = holdings ?? noHoldings;
  const pairs = useMemo(() => instruments.data ?? [], [instruments.data]);
  const from =
    find(list, chosen.fromId) ?? list.find(({ available }) => isPositive(available)) ?? list[0] ?? null;
  const partners = useMemo(
    () => (from ? findPartners(pairs, from.productId).flatMap((id) => find(list, id) ?? []) : []),
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
  const halted = findHaltedMarket(pairs, fromId, toId);
  useLivePrices(useMemo(() => findMarketsBetween(pairs, fromId, toId), [pairs, fromId, toId]));
  const places = useMemo(
    () => ({ from: from?.decimals ?? 0, to: to?.decimals ?? 0 }),
    [from?.decimals, to?.decimals],
  );
  const rules = { pay: getRules(from), receive: getRules(to) };
  const market = useThrottledBook(pair);
  const { book } = market;
  const toQuote = useMemo<QuoteFunction | null>(
    () =>
      pair === null || pair.rate === null || book === undefined
        ? null
        : (request) => quoteSwap(pair, book, request, places),
    [pair, book, places],
  );
  const amounts = useSwapAmounts(toQuote, {
    isQuoteExpected: pair !== null && pair.rate !== null && market.error === undefined,
    rules,
    handOver: handedOver?.navigation ?? null,
  });
  const { quote } = amounts;
  const fee = useFeeQuote(accountId, pair, quote, { receivedId: toId, places });
  const isReady = holdings !== undefined && instruments.data !== undefined && markets.data !== undefined;

  return {
    isReady,
    error: isReady ? undefined : (holdingsError ?? instruments.error ?? markets.error),
    retry: () => {
      refetchHoldings();
      void instruments.refetch();
      void markets.refetch();
      market.refetch();
    },
    accountId,
    holdings: list,
    from,
    to,
    partners,
    pair,
    /** The market of the two products while it is halted. */
    halted,
    places,
    amounts,
    quote,
    /** Per unit of the base product: the average price of the quote, or the best price before anything is typed. */
    price: quote?.averagePrice ?? pair?.rate ?? null,
    fee,
    rates,
    obstacle: findSwapObstacle({
      isOnline,
      hasAssets: from !== null && to !== null,
      pair,
      isHalted: halted !== null,
      pay: amounts.pay,
      receive: amounts.receive,
      quote,
      hasBook: market.error === undefined,
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

/** The book of the pair, updated no faster than amounts can be read. */
function useThrottledBook(pair: SwapPair | null) {
  const instrumentId = pair?.instrument.instrumentId ?? null;
  const { book, error, refetch } = useBook(instrumentId, bookDepth);
  const known = useMemo(() => (book ? { instrumentId, book } : undefined), [instrumentId, book]);
  const paced = usePaced(known, ratePaceMs);
  const shownBook = paced?.instrumentId === instrumentId ? paced : known;
  return { book: shownBook?.book, error, refetch };
}

/** The age of the rate. */
export type RateAge = {
  /** Nothing indicates a change since: the rate is updated live, or was requested just now. */
  readonly isCurrent: boolean;
  /** When it was last known to be right, in milliseconds since 1970; undefined while it is updated live. */
  readonly at: number | undefined;
};

/** @param answeredAt  when prices arrived last */
function useRateAge(answeredAt: number | undefined, isOnline: boolean): RateAge {
  const isOpen = useSelector(selectIsLiveOpen);
  const lostAt = useSelector(selectLiveLostAt);
  const isOld = useIsOlderThan(answeredAt, staleAfterMs);
  const at = isOpen || answeredAt === undefined ? undefined : Math.max(answeredAt, lostAt ?? answeredAt);
  const wasLostSince = lostAt !== null && answeredAt !== undefined && lostAt > answeredAt;
  return { isCurrent: isOnline && (isOpen || (!isOld && !wasLostSince)), at };
}

/** The fee of the typed amount, once it has settled. A failed lookup means no fee line (product spec, section 8). */
function useFeeQuote(
  accountId: number | null,
  pair: SwapPair | null,
  quote: SwapQuote | null,
  { receivedId, places }: { readonly receivedId: number | undefined; readonly places: Places },
) {
  const question = useMemo(() => {
    if (pair === null || quote === null || quote.isBeyondDepth) return null;
    return toFeeQuery(pair, quote, pair.side === 'buy' ? places.from : places.to);
  }, [pair, quote, places]);
  const rested = useDebounced(question, feeDelayMs);
  const query = accountId === null || rested === null ? null : { accountId, ...rested };
  const { currentData, data, isFetching } = useGetOrderFeeQuery(query ?? emptyQuestion, {
    skip: query === null,
  });
  if (question === null || query === null || quote === null) return null;
  if (currentData && question === rested) return currentData;
  // A rate that moves a little must not make the line flicker, and the fee of another amount must not be shown.
  const isOfThisMarket = data !== undefined && data.productId === receivedId;
  const known = currentData ?? (isFetching && isOfThisMarket ? data : null);
  return known && { ...known, fee: toFeeOf(quote.receive, known, places.to) };
}

function getRules(asset: Holding | null): AmountRules {
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
