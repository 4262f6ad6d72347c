/** The order book of one instrument, for pages that show it temporarily: live while connected, polled otherwise. */
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import type { Level2Row } from '@salar/client/generated/calls';
import type { WireValue } from '@salar/client/lossless-json';
import { omsId } from '../api/api.ts';
import { swapMarketDataPollMs } from '../api/cache-policy.ts';
import { useGetL2SnapshotQuery } from '../api/calls/market-data/get-l2-snapshot.ts';
import type { ApiError } from '../api/failure.ts';
import { emptyBook, applyLevelChanges } from '../api/records/book.ts';
import type { Book } from '../api/records/book.ts';
import { readLevelChange } from '../api/records/market-rows.ts';
import { readList } from '../api/wire/wire-row.ts';
import { selectIsLiveOpen, usePricePollMs } from '../store/live-slice.ts';
import { FrameThrottle } from './frame-throttle.ts';
import { useLive } from './live.ts';

/** Changes arrive up to fifty times a second; rendering them ten times a second is enough for people. */
const renderPaceMs = 100;

type LiveBook = { readonly instrumentId: number; readonly book: Book };

/**
 * Returns the best `depth` prices of an instrument's book; undefined while it is unknown, or for the instrument null.
 */
export function useBook(
  instrumentId: number | null,
  depth: number,
): { readonly book: Book | undefined; readonly error: ApiError | undefined; readonly refetch: () => void } {
  const live = useLive();
  const isOpen = useSelector(selectIsLiveOpen);
  const [liveBook, setLiveBook] = useState<LiveBook | null>(null);
  useEffect(() => {
    if (instrumentId === null) return undefined;
    let book = emptyBook;
    let isOver = false;
    const apply = (known: Book, value: WireValue) => {
      book = applyLevelChanges(known, readList<Level2Row>(value).map(readLevelChange));
    };
    const rendering = new FrameThrottle(() => {
      if (!isOver) setLiveBook({ instrumentId, book });
      return true;
    }, renderPaceMs);
    const unsubscribe = live.listen(
      'SubscribeLevel2',
      { OMSId: omsId, InstrumentId: instrumentId, Depth: depth },
      {
        snapshot: (value) => {
          apply(emptyBook, value);
          setLiveBook({ instrumentId, book });
        },
        event: (_, value) => {
          apply(book, value);
          rendering.schedule();
        },
      },
    );
    return () => {
      isOver = true;
      unsubscribe();
    };
  }, [live, instrumentId, depth]);
  const isLive = isOpen && liveBook !== null && liveBook.instrumentId === instrumentId;
  const snapshot = useGetL2SnapshotQuery(
    { instrumentId: instrumentId ?? 0, depth },
    {
      skip: instrumentId === null || isLive,
      pollingInterval: usePricePollMs(swapMarketDataPollMs),
      refetchOnMountOrArgChange: swapMarketDataPollMs / 1000,
      skipPollingIfUnfocused: true,
    },
  );
  const book = isLive ? liveBook.book : snapshot.currentData;
  return {
    book,
    error: book === undefined ? snapshot.error : undefined,
    refetch: () => {
      if (instrumentId !== null && !isLive) void snapshot.refetch();
    },
  };
}
