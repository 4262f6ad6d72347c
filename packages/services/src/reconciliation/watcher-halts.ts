/**
 * Carries out halts of the watcher: withdrawals of every product are frozen, until operators resume each of them.
 *
 * The watcher writes a halt as a row, and its signature decides whether it is one. A row is marked only after every product is
 * frozen in the journal, so a crash repeats it.
 */
import { readHalt } from '@salar/approvals/watcher-halt';
import type { Database } from '@salar/store';
import { closeHalt, listOpenHalts } from '@salar/store/tables/operators/watcher-halts';
import type { EnginePort } from '../ports/engine-port.ts';
import type { Log } from '../ports/log.ts';

export type WatcherHaltsOptions = {
  readonly database: Database;
  readonly ledger: EnginePort;
  /** The watcher's public key as base64 of its SubjectPublicKeyInfo. */
  readonly key: string;
  readonly clock: () => number;
  readonly log: Log;
};

export class WatcherHalts {
  readonly #options: WatcherHaltsOptions;

  constructor(options: WatcherHaltsOptions) {
    this.#options = options;
  }

  /** Carries out the halts that were not carried out yet. */
  async work(): Promise<void> {
    const { database, key, clock, log } = this.#options;
    for (const row of await listOpenHalts(database)) {
      const halt = readHalt(row, key);
      if (halt === null)
        log.error({ haltId: row.haltId }, 'ALERT: a halt in the database is not signed by the watcher');
      else {
        await this.#freeze();
        log.error(
          { reason: halt.reason, at: new Date(halt.at).toISOString() },
          'ALERT: the watcher has halted withdrawals',
        );
      }
      await closeHalt(database, row.haltId, clock());
    }
  }

  async #freeze(): Promise<void> {
    const { ledger } = this.#options;
    for (const { productId, halted } of ledger.undurable.products())
      if (!halted) await ledger.submit({ type: 'SetProductHalt', productId, halted: true });
  }
}
