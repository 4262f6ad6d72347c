/** The record of operators' acts: append-only, each row with the hash of the one before. */
import { createHash } from 'node:crypto';
import type { Queryable } from '../../database.ts';

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
  readonly previousHash: Buffer;
  readonly hash: Buffer;
};
export type NewOperatorAudit = Omit<OperatorAuditRow, 'entryId' | 'previousHash' | 'hash'>;

const columns = `entry_id AS "entryId", at, operator, act, phase, intent_id AS "intentId", object, detail,
  previous_hash AS "previousHash", hash`;

/** The previous hash of the first row. */
const firstHash = Buffer.alloc(32);

/** Adds a row; call it inside a transaction. Writers wait for one another, so that the chain never forks. */
export async function appendOperatorAudit(tx: Queryable, entry: NewOperatorAudit): Promise<OperatorAuditRow> {
  await tx.query('SELECT pg_advisory_xact_lock(7236218)'); // any constant; only this function takes it
  const rows = await tx.query<OperatorAuditRow>(
    `SELECT ${columns} FROM operator_audit ORDER BY entry_id DESC LIMIT 1`,
  );
  const [last] = rows;
  const body = { ...entry, entryId: (last?.entryId ?? 0) + 1, previousHash: last?.hash ?? firstHash };
  const row: OperatorAuditRow = { ...body, hash: computeAuditHash(body) };
  await tx.query(
    `INSERT INTO operator_audit (entry_id, at, operator, act, phase, intent_id, object, detail, previous_hash, hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      row.entryId,
      row.at,
      row.operator,
      row.act,
      row.phase,
      row.intentId,
      row.object,
      row.detail,
      row.previousHash,
      row.hash,
    ],
  );
  return row;
}

/** Computes SHA-256 over the previous row's hash and the whole content of this row. */
function computeAuditHash(row: Omit<OperatorAuditRow, 'hash'>): Buffer {
  const { entryId, at, operator, act, phase, intentId, object, detail } = row;
  const said = JSON.stringify([entryId, at, operator, act, phase, intentId, object, detail]);
  return createHash('sha256').update(row.previousHash).update(said).digest();
}

/** Returns rows after `entryId`, oldest first. */
async function listAuditAfter(
  db: Queryable,
  page: { readonly entryId: number; readonly limit: number },
): Promise<readonly OperatorAuditRow[]> {
  return db.query<OperatorAuditRow>(
    `SELECT ${columns} FROM operator_audit WHERE entry_id > $1 ORDER BY entry_id LIMIT $2`,
    [page.entryId, page.limit],
  );
}

/** Returns the newest rows, newest first. */
export async function listNewestAudit(db: Queryable, limit: number): Promise<readonly OperatorAuditRow[]> {
  return db.query<OperatorAuditRow>(`SELECT ${columns} FROM operator_audit ORDER BY entry_id DESC LIMIT $1`, [
    limit,
  ]);
}

/** Returns the acts on one object, oldest first. */
export async function listOperatorAudit(db: Queryable, object: string): Promise<readonly OperatorAuditRow[]> {
  return db.query<OperatorAuditRow>(
    `SELECT ${columns} FROM operator_audit WHERE object = $1 ORDER BY entry_id`,
    [object],
  );
}

/** Returns rows that announced an act whose outcome is not recorded: a crash came between. */
export async function listOpenIntents(db: Queryable): Promise<readonly OperatorAuditRow[]> {
  return db.query<OperatorAuditRow>(
    `SELECT ${columns} FROM operator_audit intent WHERE phase = 'intent'
       AND NOT EXISTS (SELECT FROM operator_audit later WHERE later.intent_id = intent.entry_id) ORDER BY entry_id`,
  );
}

export type AuditChainReport =
  | { readonly isWhole: true; readonly rows: number; readonly lastHash: Buffer }
  | { readonly isWhole: false; readonly entryId: number };

const rowsPerPage = 1000;

/** Recomputes the chain from its first row; a broken one names the first row that differs. */
export async function checkOperatorAudit(db: Queryable): Promise<AuditChainReport> {
  let rows = 0;
  let lastHash: Buffer = firstHash;
  for (;;) {
    const page = await listAuditAfter(db, { entryId: rows, limit: rowsPerPage });
    for (const row of page) {
      const isNext = row.entryId === rows + 1 && row.previousHash.equals(lastHash);
      if (!isNext || !computeAuditHash(row).equals(row.hash)) return { isWhole: false, entryId: rows + 1 };
      rows = row.entryId;
      lastHash = row.hash;
    }
    if (page.length < rowsPerPage) return { isWhole: true, rows, lastHash };
  }
}
