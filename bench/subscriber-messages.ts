/** What the processes that measure subscribers tell each other. */

/** Milliseconds that every process of one machine counts alike. */
export function machineTime(): number {
  return performance.timeOrigin + performance.now();
}

/** Each price of a run is one cent above the one before. */
export const firstPriceCents = 6_000_000;

/** Asking prices that rest far above, so that a whole book is a large answer. */
export const restingAsks = 400;

/** The numbers of the requests that subscribe. */
export const requestNumbers = { SubscribeLevel1: 2, SubscribeLevel2: 4, SubscribeTrades: 6 } as const;

/** To the process of the subscribers, in this order. Each is answered with the same word, the last with `SubscriberResult`. */
export type ToSubscribers =
  | { readonly type: 'open'; readonly port: number; readonly quick: number; readonly slow: number }
  | { readonly type: 'stall' }
  | { readonly type: 'mark' }
  /** `acknowledgedAt` of each price, from the first on. */
  | { readonly type: 'finish'; readonly acknowledgedAt: readonly number[] };

export type SubscriberResult = {
  /** Milliseconds from the acknowledgement of a price to the first event with it, or with a later one. */
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** Events that the quick ones heard. */
  readonly events: number;
  /** Bytes of them. */
  readonly bytes: number;
  /** Of the slow ones, when they look at last. */
  readonly cut: number;
  readonly clientMillis: number;
};
