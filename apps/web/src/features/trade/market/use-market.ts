/** The live subscriptions of the page. One connection carries them all and is shared with the rest of the app. */
import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { omsId } from '../../../api/api.ts';
import { useGetTickerHistoryQuery } from '../api/get-ticker-history.ts';
import { selectIsLiveOpen } from '../../../store/live-slice.ts';
import { useLive } from '../../../live/live.ts';
import type { Interval } from './candles.ts';
import { MarketStore, tradesMax } from './market-store.ts';

/** Levels per side: enough for the ladder at coarse prices, and for the depth chart. */
const bookDepth = 100;

/** Subscribes to all data of one instrument. Another instrument starts with an empty store. */
export function useMarket(instrumentId: number): MarketStore {
  const live = useLive();
  const [kept, setKept] = useState(() => ({ instrumentId, store: new MarketStore() }));
  if (kept.instrumentId !== instrumentId) setKept({ instrumentId, store: new MarketStore() });
  const { store } = kept;
  useEffect(() => {
    const named = { OMSId: omsId, InstrumentId: instrumentId };
    const ends = [
      live.listen('SubscribeLevel1', named, {
        snapshot: (value) => store.setQuote(value),
        event: (_, value) => store.setQuote(value),
      }),
      live.listen(
        'SubscribeLevel2',
        { ...named, Depth: bookDepth },
        { snapshot: (value) => store.setBook(value), event: (_, value) => store.changeBook(value) },
      ),
      live.listen(
        'SubscribeTrades',
        { ...named, IncludeLastCount: tradesMax },
        { snapshot: (value) => store.setTrades(value), event: (_, value) => store.addTrades(value) },
      ),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [live, instrumentId, store]);
  return store;
}

/**
 * Fills the store with the candles of a chart: past ones by a call, then each one that closes. Trades arrive through
 * `useMarket`.
 */
export function useCandles(store: MarketStore, instrumentId: number, interval: Interval) {
  const live = useLive();
  const { currentData, error, refetch } = useGetTickerHistoryQuery({ instrumentId, interval });
  useEffect(() => store.setCandles(currentData ?? null, interval), [store, currentData, interval]);

  // Changes during an interruption of the connection were not published to this page.
  const isOpen = useSelector(selectIsLiveOpen);
  const wasOpen = useRef(true);
  useEffect(() => {
    if (isOpen && !wasOpen.current) void refetch();
    wasOpen.current = isOpen;
  }, [isOpen, refetch]);

  useEffect(() => {
    const requested = { OMSId: omsId, InstrumentId: instrumentId, Interval: interval, IncludeLastCount: 0 };
    return live.listen('SubscribeTicker', requested, {
      snapshot: () => undefined,
      event: (_, value) => store.closeCandles(value),
    });
  }, [live, store, instrumentId, interval]);
  return { error: currentData === undefined ? error : undefined, retry: () => void refetch() };
}
