import { expect, test } from 'vitest';
import { api } from '../api/api.ts';
import { signedOutState } from '../session/session-slice.ts';
import { retryFailedQueries, createStore } from './store.ts';

let requestCount = 0;
let isAway = true;

const { answered } = api.injectEndpoints({
  endpoints: (build) => ({
    answered: build.query<string, number>({
      queryFn: () => {
        requestCount += 1;
        return isAway ? { error: { status: 'FETCH_ERROR', error: 'no connection' } } : { data: 'here' };
      },
    }),
  }),
}).endpoints;

test('queries that failed without a connection are retried once it is back, and answered ones are not', async () => {
  const store = createStore(signedOutState, localStorage);
  await store.dispatch(answered.initiate(7));
  expect(requestCount).toBe(1);
  isAway = false;
  retryFailedQueries(store);
  await expect.poll(() => answered.select(7)(store.getState()).data).toBe('here');
  retryFailedQueries(store);
  expect(requestCount).toBe(2);
});
