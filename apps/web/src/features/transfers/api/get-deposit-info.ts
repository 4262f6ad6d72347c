import { api } from '../../../api/api.ts';
import { omsCall } from '../../../api/request.ts';
import type { RowOf } from '../../../api/request.ts';
import { parseLossless } from '@salar/client/lossless-json';
import { readOneRow, WireShapeError } from '../../../api/wire/wire-row.ts';

export type DepositInfoQuestion = {
  readonly accountId: number;
  readonly productId: number;
  readonly providerId: number;
};

/** The address to send coins to. `memo` must be part of the transfer where the network requires one. */
export type DepositAddress = { readonly address: string; readonly memo: string | null };

/** `tooManyUnused`: earlier addresses still wait for their first deposit. */
export type NewAddressOutcome = 'made' | 'tooManyUnused' | 'refused';

const operationFailed = 101;

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Null when the server has no address. */
    getDepositInfo: build.query<DepositAddress | null, DepositInfoQuestion>({
      ...omsCall(
        'GetDepositInfo',
        ({ accountId, productId, providerId }) => ({
          AccountId: accountId,
          ProductId: productId,
          AccountProviderId: providerId,
          GenerateNewKey: false,
        }),
        readOneRow(readDepositAddress),
      ),
      extraOptions: { keepsRefusal: true },
      providesTags: [{ type: 'Product', id: 'address' }],
    }),
    /** Creates another address; the earlier ones keep crediting. */
    createDepositAddress: build.mutation<NewAddressOutcome, DepositInfoQuestion>({
      ...omsCall(
        'GetDepositInfo',
        ({ accountId, productId, providerId }) => ({
          AccountId: accountId,
          ProductId: productId,
          AccountProviderId: providerId,
          GenerateNewKey: true,
        }),
        readOneRow(readOutcome),
      ),
      extraOptions: { keepsRefusal: true },
      invalidatesTags: [{ type: 'Product', id: 'address' }],
    }),
  }),
});

export const { useGetDepositInfoQuery, useCreateDepositAddressMutation } = injected;

function readDepositAddress(row: RowOf<'GetDepositInfo'>): DepositAddress | null {
  if (!row.flag('result')) return null;
  const info = row.textOr('DepositInfo', null);
  const list = info === null ? null : parseLossless(info);
  const first = Array.isArray(list) ? list[0] : undefined;
  if (first === undefined) return null;
  if (typeof first !== 'string' || first === '')
    throw new WireShapeError('the deposit address is not a string');
  const memo = /\?(?:memo|dt)=(.+)$/.exec(first);
  return memo
    ? { address: first.slice(0, memo.index), memo: memo[1] ?? null }
    : { address: first, memo: null };
}

function readOutcome(row: RowOf<'GetDepositInfo'>): NewAddressOutcome {
  if (row.flag('result')) return 'made';
  return row.integerOr('statuscode', 0) === operationFailed ? 'tooManyUnused' : 'refused';
}
