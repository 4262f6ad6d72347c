import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query.ts';
import { unusedDataSeconds } from './cache-policy.ts';

/**
 * The RTK Query API that caches the server's answers. Calls register themselves with `injectEndpoints`, one file each
 * under `calls/`, so that a route loads only the calls it makes.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: [
    'User',
    'Instruments',
    'Product',
    'AccountWithdrawInfos',
    'WithdrawTickets',
    'OrderTickets',
    'UserApiKeys',
  ],
  keepUnusedDataFor: unusedDataSeconds,
  refetchOnFocus: false,
  refetchOnReconnect: false,
  refetchOnMountOrArgChange: false,
  endpoints: () => ({}),
});

/** The only order management system and the only operator of an installation. */
export const omsId = 1;
export const operatorId = 1;
