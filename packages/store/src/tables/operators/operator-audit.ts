/** The record of operators' acts: append-only, each row with the hash of the one before. */
import { createHash } from 'node:crypto';
import type { Queryable } from '../../database.ts';
import { lockUntilCommit, run, runFirst, tables } from '../query.ts';
import { advisoryLocks } from '../../advisory-locks.ts';

export type AuditPhase = 'intent' | 'done' | 'refused' | 'failed' | 'interrupted' | 'read';

export type OperatorAuditRow = {
  /** From 1, without gaps. */
  readonly entryId: number;
  readonly at: number;
  readonly operator: string;
  readonly act: string;
  readonly phase: AuditPhase;
  /** The row that announced the act; null for a row that stands alone. */
  readonly intentId: number | null;
  /** The object of the act, such as `withdrawal 1003`. */
  readonly object: string;
  readonly detail: string;
  /** The signed request that caused the entry; null for what the exchange does automatically. */
  readonly requestHash: Buffer | null;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
};
export type NewOperatorAudit = Omit<OperatorAuditRow, 'entryId' | 'previousHash' | 'hash'>;

const selectAudit = tables
  .selectFrom('operator_audit')
  .select([
    'entry_id as entryId',
    'at',
    'operator',
    'act',
    'phase',
    'intent_id as intentId',
    'object',
    'detail',
    'request_hash as requestHash',
    'previous_hash as previousHash',
    'hash',
  ]);

/** The previous hash of the first row. */
const firstHash = Buffer.alloc(32);

/** Adds a row; call it inside a transaction. Writers wait for one another, so that the chain never forks. */
export async function appendOperatorAudit(tx: Queryable, entry: NewOperatorAudit): Promise<OperatorAuditRow> {
  await lockUntilCommit(tx, advisoryLocks.operatorAudit);
  const last = await runFirst(tx, selectAudit.orderBy('entry_id', 'desc').limit(1));
  const body = { ...entry, entryId: (last?.entryId ?? 0) + 1, previousHash: last?.hash ?? firstHash };
  const row: OperatorAuditRow = { ...body, hash: computeAuditHash(body) };
  await run(
    tx,
    tables.insertInto('operator_audit').values({
      entry_id: row.entryId,
      at: row.at,
      operator: row.operator,
      act: row.act,
      phase: row.phase,
      intent_id: row.intentId,
      object: row.object,
      detail: row.detail,
      request_hash: row.requestHash,
      previous_hash: row.previousHash,
      hash: row.hash,
    }),
  );
  return row;
}

/** Computes SHA-256 over the previous row's hash and the whole content of this row. */
function computeAuditHash(row: Omit<OperatorAuditRow, 'hash'>): Buffer {
  const { entryId, at, operator, act, phase, intentId, object, detail, requestHash } = row;
  const fields = [entryId, at, operator, act, phase, intentId, object, detail];
  // Entries of version 0.1 have no request and keep their hashes.
  const content = JSON.stringify(requestHash === null ? fields : [...fields, requestHash.toString('hex')]);
  return createHash('sha256').update(row.previousHash).update(content).digest();
}

/** Returns rows after `entryId`, oldest first. */
async function listAuditAfter(
  db: Queryable,
  page: { readonly entryId: number; readonly limit: number },
): Promise<readonly OperatorAuditRow[]> {
  return run(db, selectAudit.where('entry_id', '>', page.entryId).orderBy('entry_id').limit(page.limit));
}

/** Returns the newest rows, newest first. */
export async function listNewestAudit(db: Queryable, limit: number): Promise<readonly OperatorAuditRow[]> {
  return run(db, selectAudit.orderBy('entry_id', 'desc').limit(limit));
}

/** Returns the acts on one object, oldest first. */
export async function listOperatorAudit(db: Queryable, object: string): Promise<readonly OperatorAuditRow[]> {
  return run(db, selectAudit.where('object', '=', object).orderBy('entry_id'));
}

/** Returns rows that announced an act whose outcome is not recorded: a crash came between. */
export async function listOpenIntents(db: Queryable): Promise<readonly OperatorAuditRow[]> {
  return run(
    db,
    selectAudit
      .where('phase', '=', 'intent')
      .where((eb) => {
        const outcomes = eb.selectFrom('operator_audit as later').select('later.entry_id');
        return eb.not(eb.exists(outcomes.whereRef('later.intent_id', '=', 'operator_audit.entry_id')));
      })
      .orderBy('entry_id'),
  );
}

export type AuditChainReport =
  | { readonly isWhole: true; readonly rows: number; readonly lastHash: Buffer }
  | { readonly isWhole: false; readonly entryId: number };

const rowsPerPage = 1000;

/**
 * Recomputes the chain from its first row; a broken one names the first row that differs.
 *
 * @param onRow  receives each row, oldest first, once its hash has been compared
 */
export async function checkOperatorAudit(
  db: Queryable,
  onRow: (row: OperatorAuditRow) => Promise<void> = () => Promise.resolve(),
): Promise<AuditChainReport> {
  let rows = 0;
  let lastHash: Buffer = firstHash;
  for (;;) {
    const page = await listAuditAfter(db, { entryId: rows, limit: rowsPerPage });
    for (const row of page) {
      const isNext = row.entryId === rows + 1 && row.previousHash.equals(lastHash);
      if (!isNext || !computeAuditHash(row).equals(row.hash)) return { isWhole: false, entryId: rows + 1 };
      await onRow(row);
      rows = row.entryId;
      lastHash = row.hash;
    }
    if (page.length < rowsPerPage) return { isWhole: true, rows, lastHash };
  }
}
