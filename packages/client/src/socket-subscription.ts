/** A subscription of a socket, which lasts over its connections. */
import type { Listener, SubscribeName } from './live-socket-options.ts';

export type Subscription = {
  readonly name: SubscribeName;
  payload: object;
  /** Sequence number of the latest request; its events carry it. */
  sequence: number;
  readonly listeners: Set<Listener>;
};

/** Builds the key by which the exchange identifies a subscription of a socket. */
export function toSubscriptionKey(name: string, payload: object): string {
  const { InstrumentId, Symbol: symbol, AccountId, Interval } = payload as Record<string, unknown>;
  return JSON.stringify([name, InstrumentId ?? symbol, AccountId, Interval]);
}
