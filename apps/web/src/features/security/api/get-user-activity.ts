import { isSecurityAction } from '@salar/protocol/security-actions';
import type { SecurityAction } from '@salar/protocol/security-actions';
import { call } from '../../../api/request.ts';
import type { RowOf } from '../../../api/request.ts';
import { securityApi } from '../../../api/security-api.ts';
import { readEachRow } from '../../../api/wire/wire-row.ts';

/** One logged action in the account or around signing in. */
export type ActivityEntry = {
  readonly id: number;
  /** ISO text. */
  readonly at: string;
  /** Null: an action that this version of the app has no text for. */
  readonly action: SecurityAction | null;
  readonly ipAddress: string | null;
  /** The object of the action: a key's first characters, a destination's name. */
  readonly object: string | null;
  readonly detail: string | null;
};

const pageSize = 20;

const injected = securityApi.injectEndpoints({
  endpoints: (build) => ({
    /** Newest first, a page at a time. A page that is not full is the last one. */
    getUserActivity: build.infiniteQuery<readonly ActivityEntry[], void, number>({
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: (last, pages) => (last.length < pageSize ? null : pages.flat().length),
      },
      ...call(
        'GetUserActivity',
        ({ pageParam }) => ({ StartIndex: pageParam, Limit: pageSize }),
        readEachRow(readEntry),
      ),
      providesTags: ['Activity'],
    }),
  }),
});

export const { useGetUserActivityInfiniteQuery } = injected;

function readEntry(row: RowOf<'GetUserActivity'>): ActivityEntry {
  const action = row.text('Action');
  return {
    id: row.integer('Id'),
    at: row.text('Time'),
    action: isSecurityAction(action) ? action : null,
    ipAddress: row.textOr('IpAddress', null) || null,
    object: row.textOr('Object', null) || null,
    detail: row.textOr('Detail', null) || null,
  };
}
