import { api } from '../api.ts';
import { omsCall } from '../request.ts';
import type { WireValue } from '../wire/lossless-json.ts';
import { parseLossless } from '../wire/lossless-json.ts';
import { WireRow, WireShapeError } from '../wire/wire-row.ts';

export type DepositInfoQuestion = {
  readonly accountId: number;
  readonly productId: number;
  readonly providerId: number;
};

/** Where to send coins. `memo` must travel with the transfer where the network asks for one. */
export type DepositAddress = { readonly address: string; readonly memo: string | null };

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Null when the server has no address to give. */
    getDepositInfo: build.query<DepositAddress | null, DepositInfoQuestion>({
      query: ({ accountId, productId, providerId }) =>
        omsCall('GetDepositInfo', {
          AccountId: accountId,
          ProductId: productId,
          AccountProviderId: providerId,
          GenerateNewKey: false,
        }),
      extraOptions: { keepsRefusal: true },
      transformResponse: (answer) => readDepositAddress(new WireRow(answer)),
    }),
  }),
});

export const { useGetDepositInfoQuery } = injected;

function readDepositAddress(row: WireRow): DepositAddress | null {
  if (!row.flag('result')) return null;
  const info = row.value('DepositInfo');
  const list: WireValue = typeof info === 'string' ? parseLossless(info) : info;
  const first = Array.isArray(list) ? list[0] : undefined;
  if (first === undefined) return null;
  if (typeof first !== 'string' || first === '') throw new WireShapeError('a deposit address is not a text');
  const memo = /\?(?:memo|dt)=(.+)$/.exec(first);
  return memo
    ? { address: first.slice(0, memo.index), memo: memo[1] ?? null }
    : { address: first, memo: null };
}
