/** Counts refused requests of the operators' listener by address, so that attempts are limited. */
import type { OperatorAnswer } from '@salar/services/operator/act';

/** Refused requests after which an address is disconnected until the minute is over. */
export const refusalsPerMinute = 20;
const minuteMs = 60_000;
/** Addresses that are remembered; the one that was refused first makes room. */
const addressesMax = 10_000;

export class RefusedAddresses {
  readonly #clock: () => number;
  readonly #minutes = new Map<string, { readonly startedAt: number; readonly count: number }>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Counts an answer that refuses who signed the request. */
  record(address: string, answer: OperatorAnswer): void {
    if (answer.ok || answer.refusal !== 'not_signed_in') return;
    const last = this.#minutes.get(address);
    const isSameMinute = last !== undefined && this.#clock() - last.startedAt < minuteMs;
    const oldest = this.#minutes.keys().next().value;
    if (last === undefined && this.#minutes.size >= addressesMax && oldest !== undefined)
      this.#minutes.delete(oldest);
    this.#minutes.set(
      address,
      isSameMinute ? { ...last, count: last.count + 1 } : { startedAt: this.#clock(), count: 1 },
    );
  }

  /** Returns true while an address has to wait. */
  mustWait(address: string): boolean {
    const minute = this.#minutes.get(address);
    return (
      minute !== undefined && this.#clock() - minute.startedAt < minuteMs && minute.count >= refusalsPerMinute
    );
  }
}
