/** Messages between the price feed process and its parent: lines of JSON. */

/** The file descriptor that the process sends its messages through; a library may write to the usual ones. */
export const feedOutput = 3;

/** A pair in ccxt's spelling, such as `BTC/USDT`. */
export type Pair = string;

export type FeedSettings = {
  /** Names of exchanges that ccxt supports. */
  readonly sources: readonly string[];
  /** The wanted pairs; each source is queried for those that it lists. */
  readonly pairs: readonly Pair[];
  readonly everyMs: number;
  /** Timeout of one request. */
  readonly timeoutMs: number;
  /** Consecutive failed requests until a source is left alone for `pauseMs`. */
  readonly failuresMax: number;
  readonly pauseMs: number;
  /**
   * Other addresses than the exchanges' own, by source, with ccxt's names (`public`, `rest`): for a proxy, and for
   * tests.
   */
  readonly addresses?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

export type ExchangeQuote = {
  readonly source: string;
  readonly pair: Pair;
  /** Between bid and ask, quote units for one base unit: an estimate, never an amount. */
  readonly middle: number;
  /** Milliseconds since 1970, by the source's clock when it provides a time. */
  readonly at: number;
};

export type FromFeed =
  | { readonly type: 'alive' }
  | { readonly type: 'quotes'; readonly quotes: readonly ExchangeQuote[] }
  | { readonly type: 'paused'; readonly source: string; readonly reason: string }
  | { readonly type: 'resumed'; readonly source: string }
  /** The source lists none of the pairs, or ccxt does not support it: a setting is wrong. */
  | { readonly type: 'useless'; readonly source: string; readonly reason: string };
