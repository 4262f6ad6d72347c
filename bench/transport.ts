/** The transport of the load generator: calls are sent in slots, each with at most one call in flight. */
import type { CallName, Customer } from './load-messages.ts';

export interface Transport {
  /** Builds the part of a request that does not depend on the slot. */
  prepare(customer: Customer, call: CallName, body: string): string;
  /** @param customer  index of the calling customer */
  send(slot: number, customer: number, prepared: string): void;
  close(): void;
}

/** Receives the response to the call in a slot as status, space, body; a WebSocket reply has the status 200. */
export type OnReply = (slot: number, answer: string) => void;
