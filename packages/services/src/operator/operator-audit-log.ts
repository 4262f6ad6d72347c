/** Writes down what operators do: before the act, and how it went. Nothing is done that is not written. */
import type { Database } from '@salar/store';
import { appendOperatorAudit, openIntents } from '@salar/store/tables/operators/operator-audit';
import type { AuditPhase, OperatorAuditRow } from '@salar/store/tables/operators/operator-audit';
import type { Log } from '../ports/log.ts';

export type AuditedAct = {
  readonly operator: string;
  readonly act: string;
  /** What it is done to, such as `withdrawal 1003`. */
  readonly object: string;
};

export class OperatorAuditLog {
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #log: Log;

  constructor(options: { readonly database: Database; readonly clock: () => number; readonly log: Log }) {
    this.#database = options.database;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  /** A row that stands alone: something was read, or somebody was turned away. */
  async note(deed: AuditedAct, phase: 'read' | 'refused', detail: string): Promise<void> {
    await this.#append({ ...deed, phase, detail, intentId: null });
  }

  /** Says what is about to be done; the outcome names this row. */
  async intend(deed: AuditedAct, detail: string): Promise<OperatorAuditRow> {
    return this.#append({ ...deed, phase: 'intent', detail, intentId: null });
  }

  async conclude(
    intent: OperatorAuditRow,
    phase: 'done' | 'refused' | 'failed' | 'interrupted',
    detail: string,
  ): Promise<void> {
    const { operator, act, object, entryId } = intent;
    await this.#append({ operator, act, object, phase, detail, intentId: entryId });
  }

  /** After a crash: acts of which nobody knows how they went are told as that. */
  async concludeInterrupted(): Promise<void> {
    for (const intent of await openIntents(this.#database))
      await this.conclude(intent, 'interrupted', 'the exchange stopped before it could say how it went');
  }

  async #append(entry: AuditedAct & { phase: AuditPhase; detail: string; intentId: number | null }) {
    const row = await this.#database.transaction((tx) =>
      appendOperatorAudit(tx, { ...entry, at: this.#clock() }),
    );
    // The log leaves this machine by other ways than the database: a record that was changed cannot hide from it.
    const { entryId, operator, act, object, phase } = row;
    this.#log.info({ entryId, operator, act, object, phase, hash: row.hash.toString('hex') }, 'operator');
    return row;
  }
}
