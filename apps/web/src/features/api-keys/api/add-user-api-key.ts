import { useCallback } from 'react';
import { useAppDispatch } from '../../../store/store.ts';
import { api } from '../../../api/api.ts';
import { readApiKey } from '../../../api/records/api-key.ts';
import type { ApiKey } from '../../../api/records/api-key.ts';
import { call } from '../../../api/request.ts';
import { WireRow, WireShapeError } from '../../../api/wire/wire-row.ts';

/** A key with its secret, which the server returns once: it may live only in the memory of a component. */
export type NewApiKey = ApiKey & {
  readonly secret: string;
  readonly nonce: number;
  readonly userId: number;
};

export type AddApiKey = {
  readonly userId: number;
  readonly permissions: readonly string[];
  readonly ipWhiteList: string;
  /** Whether the key also accepts the signatures of clients that cannot sign whole requests. */
  readonly isForOlderClients: boolean;
  /** The most that it trades in a day, as plain decimal text; empty for the exchange's default. */
  readonly dailyNotional: string;
};

const { addUserApiKey } = api.injectEndpoints({
  endpoints: (build) => ({
    addUserApiKey: build.mutation<NewApiKey, AddApiKey>({
      ...call(
        'AddUserAPIKey',
        ({ userId, permissions, ipWhiteList, isForOlderClients, dailyNotional }) => ({
          UserId: userId,
          Permissions: permissions,
          IpWhiteList: ipWhiteList,
          ...(isForOlderClients && { SignedRequestsOnly: false }),
          ...(dailyNotional !== '' && { DailyNotional: dailyNotional }),
        }),
        (answer) => {
          const row = new WireRow(answer);
          const secret = row.textOr('APISecret', null);
          if (secret === null) throw new WireShapeError('the new key has no secret');
          return {
            ...readApiKey(row),
            secret,
            nonce: row.integerOr('Nonce', 0),
            userId: row.integer('UserId'),
          };
        },
      ),
      // Also after a failure: the key may have been created although no answer arrived.
      invalidatesTags: ['UserApiKeys'],
    }),
  }),
}).endpoints;

/** Creates a key. The answer goes to the caller and is not kept in the store. */
export function useAddUserApiKey() {
  const dispatch = useAppDispatch();
  return useCallback(
    (request: AddApiKey) => dispatch(addUserApiKey.initiate(request, { track: false })),
    [dispatch],
  );
}
