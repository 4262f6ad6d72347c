/** The messages between the processes that measure the market data feed. */

/**
 * Sent to the readers' process, in this order. It acknowledges each with its type, the last with `FeedResult`.
 */
export type ToReaders =
  | { readonly type: 'open'; readonly port: number; readonly readers: number; readonly withBooks: boolean }
  | { readonly type: 'mark' }
  /** The acknowledged orders and their times (`machineTime`), alternating. */
  | { readonly type: 'finish'; readonly acknowledged: readonly number[] };

export type FeedResult = {
  /** Milliseconds from the acknowledgement of an order that traded to the first event with its trades, per reader. */
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** The number of measured pairs of an order and a reader. */
  readonly pairs: number;
  /** Frames and bytes of all feeds that the readers received. */
  readonly frames: number;
  readonly bytes: number;
  readonly clientMillis: number;
};
