/** Writes operators' acts to the audit log: before the act, and its outcome. Nothing is done without an entry. */
import type { Database } from '@salar/store';
import { appendOperatorAudit, listOpenIntents } from '@salar/store/tables/operators/operator-audit';
import type { AuditPhase, OperatorAuditRow } from '@salar/store/tables/operators/operator-audit';
import type { Log } from '../ports/log.ts';

export type AuditedAct = {
  readonly operator: string;
  readonly act: string;
  /** The object of the act, such as `withdrawal 1003`. */
  readonly object: string;
  /** The operator's signed request; null for what the exchange does automatically. */
  readonly requestHash: Buffer | null;
};

type OperatorAuditLogOptions = {
  readonly database: Database;
  readonly clock: () => number;
  readonly log: Log;
};

export class OperatorAuditLog {
  readonly #options: OperatorAuditLogOptions;

  constructor(options: OperatorAuditLogOptions) {
    this.#options = options;
  }

  /** Writes a single entry: something was read, or an operator was refused. */
  async note(audited: AuditedAct, phase: 'read' | 'refused', detail: string): Promise<void> {
    await this.#append({ ...audited, phase, detail, intentId: null });
  }

  /** Writes the intent before an act; the outcome refers to this entry. */
  async intend(audited: AuditedAct, detail: string): Promise<OperatorAuditRow> {
    return this.#append({ ...audited, phase: 'intent', detail, intentId: null });
  }

  async conclude(
    intent: OperatorAuditRow,
    phase: 'done' | 'refused' | 'failed' | 'interrupted',
    detail: string,
  ): Promise<void> {
    const { operator, act, object, requestHash, entryId } = intent;
    await this.#append({ operator, act, object, requestHash, phase, detail, intentId: entryId });
  }

  /** After a crash, closes intents without an outcome as interrupted. */
  async concludeInterrupted(): Promise<void> {
    for (const intent of await listOpenIntents(this.#options.database))
      await this.conclude(intent, 'interrupted', 'the exchange stopped before the outcome was recorded');
  }

  async #append(entry: AuditedAct & { phase: AuditPhase; detail: string; intentId: number | null }) {
    const row = await this.#options.database.transaction((tx) =>
      appendOperatorAudit(tx, { ...entry, at: this.#options.clock() }),
    );
    // The log is stored outside the database: an entry that was changed cannot hide from it.
    const { entryId, operator, act, object, phase } = row;
    this.#options.log.info(
      { entryId, operator, act, object, phase, hash: row.hash.toString('hex') },
      'operator',
    );
    return row;
  }
}
