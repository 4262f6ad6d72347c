/** Logs calls that failed because of an outage, once a second for each call: in a rush thousands are refused in a second. */
import type { Log } from '@salar/services/ports/log';

const everyMs = 1000;

type Entry = { loggedAt: number; unlogged: number };

export class OutageLog {
  readonly #log: Log;
  /** By the name of the call, of which there are a fixed number. */
  readonly #entries = new Map<string, Entry>();

  constructor(log: Log) {
    this.#log = log;
  }

  record(call: string, error: unknown, at: number): void {
    const entry = this.#entries.get(call) ?? { loggedAt: -Infinity, unlogged: 0 };
    this.#entries.set(call, entry);
    if (at - entry.loggedAt < everyMs) {
      entry.unlogged += 1;
      return;
    }
    const { unlogged } = entry;
    this.#log.warn(
      { call, error: String(error), ...(unlogged > 0 && { unlogged }) },
      'call failed because of an outage',
    );
    entry.loggedAt = at;
    entry.unlogged = 0;
  }
}
