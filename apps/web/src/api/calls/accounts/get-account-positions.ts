import { api } from '../../api.ts';
import { omsCall } from '../../request.ts';
import { readPosition } from '../../records/position.ts';
import type { Position } from '../../records/position.ts';
import { readEachRow } from '../../wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getAccountPositions: build.query<Position[], { accountId: number }>({
      ...omsCall(
        'GetAccountPositions',
        ({ accountId }) => ({ AccountId: accountId }),
        readEachRow(readPosition),
      ),
      providesTags: [{ type: 'Product', id: 'positions' }],
    }),
  }),
});

export const { useGetAccountPositionsQuery } = injected;
