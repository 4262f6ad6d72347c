/** Sums what each account traded on one instrument within a time, as taker and as maker. */
import { accountId } from '@salar/protocol';
import type { AccountId, InstrumentId, Millis } from '@salar/protocol';
import type { Queryable } from '../database.ts';

/** Quote minor units. */
export type TradedNotional = {
  readonly accountId: AccountId;
  readonly asTaker: bigint;
  readonly asMaker: bigint;
};

/** Trades are found by their number, and none by its time: so many of the newest are read at most. */
const tradesMax = 1_000_000;

export async function sumTradedNotional(
  on: Queryable,
  filter: { readonly instrumentId: InstrumentId; readonly from: Millis; readonly until: Millis },
): Promise<readonly TradedNotional[]> {
  const rows = await on.query<{ id: number; taker: bigint; maker: bigint }>(
    `WITH newest AS (
       SELECT at, taker_account_id, maker_account_id, notional FROM trade
       WHERE instrument_id = $1 ORDER BY trade_id DESC LIMIT $4),
     within AS (SELECT * FROM newest WHERE at >= $2 AND at < $3),
     sides AS (
       SELECT taker_account_id AS id, notional AS taker, 0 AS maker FROM within
       UNION ALL SELECT maker_account_id, 0, notional FROM within)
     SELECT id, sum(taker) AS taker, sum(maker) AS maker FROM sides GROUP BY id ORDER BY id`,
    [filter.instrumentId, filter.from, filter.until, tradesMax],
  );
  return rows.map(({ id, taker, maker }) => ({ accountId: accountId(id), asTaker: taker, asMaker: maker }));
}
