import { api } from '../../api.ts';
import { omsCall } from '../../request.ts';
import { emptyBook, applyLevelChanges } from '../../records/book.ts';
import type { Book } from '../../records/book.ts';
import { readLevelChange } from '../../records/market-rows.ts';
import { readList } from '../../wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** The order book of an instrument: the best `depth` prices of each side. */
    getL2Snapshot: build.query<Book, { readonly instrumentId: number; readonly depth: number }>({
      ...omsCall(
        'GetL2Snapshot',
        ({ instrumentId, depth }) => ({ InstrumentId: instrumentId, Depth: depth }),
        (answer) => applyLevelChanges(emptyBook, readList(answer).map(readLevelChange)),
      ),
    }),
  }),
});

export const { useGetL2SnapshotQuery } = injected;
