/** The messages between the processes that measure subscribers. */

/** Returns the milliseconds of a clock that all processes of the machine share. */
export function machineTime(): number {
  return performance.timeOrigin + performance.now();
}

/** The first price in cents; each price of a run is one cent above the one before. */
export const firstPriceCents = 6_000_000;

/** The number of ask prices far above the market, so that a whole book is a large response. */
export const restingAsks = 400;

/** The numbers of the requests that subscribe. */
export const requestNumbers = { SubscribeLevel1: 2, SubscribeLevel2: 4, SubscribeTrades: 6 } as const;

/**
 * Sent to the subscribers' process, in this order. It acknowledges each with its type, the last with
 * `SubscriberResult`.
 */
export type ToSubscribers =
  | { readonly type: 'open'; readonly port: number; readonly quick: number; readonly slow: number }
  | { readonly type: 'stall' }
  | { readonly type: 'mark' }
  /** The acknowledgement time of each price, starting with the first. */
  | { readonly type: 'finish'; readonly acknowledgedAt: readonly number[] };

export type SubscriberResult = {
  /** Milliseconds from the acknowledgement of a price to the first event with it, or with a later one. */
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** The number of events that the quick sockets received. */
  readonly events: number;
  /** The bytes of these events. */
  readonly bytes: number;
  /** The number of slow sockets that were disconnected when they read again. */
  readonly cut: number;
  readonly clientMillis: number;
};
