/** What the load generator asks of a door: calls in slots, each of which has one call in flight at most. */
import type { CallName, Customer } from './load-messages.ts';

export interface Transport {
  /** All of a call that is known before it is sent. */
  prepare(customer: Customer, call: CallName, body: string): string;
  /** @param customer  index of who calls */
  send(slot: number, customer: number, prepared: string): void;
  close(): void;
}

/** Hears the answer to the call in a slot: status, blank, body; a reply on a WebSocket has the status 200. */
export type OnReply = (slot: number, answer: string) => void;
