/**
 * Carries out halts of the watcher: withdrawals of every product are frozen, until operators resume each of them.
 *
 * The watcher writes a halt as a row, and its signature decides whether it is one. It is recorded outside the database after every
 * product is frozen in the journal, so a crash repeats it, and a row that is marked as handled by somebody else is carried out all the
 * same.
 */
import { identifyHalt, readHalt } from '@salar/approvals/watcher-halt';
import type { Database } from '@salar/store';
import { closeHalt, listHalts } from '@salar/store/tables/operators/watcher-halts';
import type { WatcherHaltRow } from '@salar/store/tables/operators/watcher-halts';
import type { DecisionRecord } from '../operator/decision-record.ts';
import type { EnginePort } from '../ports/engine-port.ts';
import type { Log } from '../ports/log.ts';

export type WatcherHaltsOptions = {
  readonly database: Database;
  readonly ledger: EnginePort;
  /** The watcher's public key as base64 of its SubjectPublicKeyInfo. */
  readonly key: string;
  /** Remembers outside the database which halts were carried out. */
  readonly decisions: Pick<DecisionRecord, 'hasHalts' | 'isHaltCarriedOut' | 'recordHalts'>;
  readonly clock: () => number;
  readonly log: Log;
};

export class WatcherHalts {
  readonly #options: WatcherHaltsOptions;
  /** Rows that the watcher did not sign, each of which is reported once by this process. */
  readonly #unsigned = new Set<string>();

  constructor(options: WatcherHaltsOptions) {
    this.#options = options;
  }

  /** Carries out the halts that were not carried out yet. */
  async work(): Promise<void> {
    const { database, decisions } = this.#options;
    const rows = await listHalts(database);
    // Before this record existed, the column was all that said which halts were carried out.
    if (!decisions.hasHalts)
      decisions.recordHalts(rows.filter((row) => row.handledAt !== null).map(identifyHalt));
    for (const row of rows) if (!this.#isDone(row)) await this.#carryOut(row);
  }

  #isDone(row: WatcherHaltRow): boolean {
    if (row.handledAt === null) return false;
    return this.#options.decisions.isHaltCarriedOut(identifyHalt(row)) || this.#unsigned.has(toKey(row));
  }

  async #carryOut(row: WatcherHaltRow): Promise<void> {
    const { database, key, decisions, clock, log } = this.#options;
    const halt = readHalt(row, key);
    if (halt === null) {
      this.#unsigned.add(toKey(row));
      log.error({ haltId: row.haltId }, 'ALERT: a halt in the database is not signed by the watcher');
    } else if (!decisions.isHaltCarriedOut(identifyHalt(row))) {
      await this.#freeze();
      decisions.recordHalts([identifyHalt(row)]);
      log.error(
        { reason: halt.reason, at: new Date(halt.at).toISOString() },
        'ALERT: the watcher has halted withdrawals',
      );
    }
    await closeHalt(database, row.haltId, clock());
  }

  async #freeze(): Promise<void> {
    const { ledger } = this.#options;
    for (const { productId, halted } of ledger.undurable.products())
      if (!halted) await ledger.submit({ type: 'SetProductHalt', productId, halted: true });
  }
}

function toKey({ text, signature }: WatcherHaltRow): string {
  return JSON.stringify([text, signature]);
}
