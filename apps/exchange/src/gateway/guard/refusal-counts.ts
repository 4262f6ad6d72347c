/**
 * Counts requests that were refused before their call: by a rate limit, because they are malformed, or because they need a session. One
 * line of the log has those of an hour, however many there were, so that an attack is seen and does not fill the log.
 */
import type { Log } from '@salar/services/ports/log';
import type { RateClass } from '../call.ts';

const hourMs = 60 * 60_000;

export type RefusalKind = 'limited' | 'malformed' | 'unauthenticated';
/** The part that was refused: a call of this class, the look-up of an unknown caller, a frame, or what is no request of HTTP. */
export type RefusedPart = RateClass | 'look-up' | 'frame' | 'http';

export class RefusalCounts {
  readonly #log: Log;
  readonly #counts = new Map<`${RefusalKind} ${RefusedPart}`, number>();
  #timer: NodeJS.Timeout | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  note(kind: RefusalKind, part: RefusedPart): void {
    const counted = `${kind} ${part}` as const;
    this.#counts.set(counted, (this.#counts.get(counted) ?? 0) + 1);
    this.#timer ??= setTimeout(() => this.close(), hourMs).unref();
  }

  /** Logs what was counted, and begins again. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#counts.size === 0) return;
    this.#log.warn({ refused: Object.fromEntries(this.#counts) }, 'requests were refused within an hour');
    this.#counts.clear();
  }
}
