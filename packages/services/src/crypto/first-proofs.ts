/**
 * Gives the rows of a version without MACs theirs, once for each table, after somebody has decided to trust them.
 *
 * It proves that a row did not change since then, and nothing about the time before. That it happened is remembered outside
 * the database: otherwise, somebody who writes to the database could remove all MACs and have other rows proved.
 */
import { digestMacs } from '@salar/store/tables/former-rows';
import type { FormerRows } from '@salar/store/tables/former-rows';
import type { Database, Queryable } from '@salar/store';
import type { Log } from '../ports/log.ts';
import type { TrustDecision } from '../ports/trust-decision.ts';

/** A table whose rows have MACs since a migration. */
export interface ProvedTable {
  readonly name: string;
  /** The table whose MACs cover what is proved; this one when missing. */
  readonly macTable?: string;
  /** The columns with the MACs; `mac` when missing. */
  readonly macColumns?: readonly string[];
  /** Returns true when some row has a MAC. */
  hasMacs(on: Queryable): Promise<boolean>;
  /** Gives every row its MAC. @returns how many rows */
  proveAll(tx: Queryable): Promise<number>;
}

/** Remembers, outside the database, which tables were proved. */
export interface ProofMarks {
  has(table: string): boolean;
  add(table: string): void;
}

/**
 * Proves each table without a mark. When rows have MACs already, another machine did so: rows without one are not proved
 * again.
 *
 * @throws what `trust` throws when nobody has decided to trust exactly these rows; then none of the table has a MAC
 */
export async function proveOnce(
  database: Database,
  tables: readonly ProvedTable[],
  { marks, trust, log }: { readonly marks: ProofMarks; readonly trust: TrustDecision; readonly log: Log },
): Promise<void> {
  for (const table of tables) {
    const { name } = table;
    if (marks.has(name)) continue;
    if (!(await table.hasMacs(database))) {
      const { rows } = await database.transaction(async (tx) => {
        const former = await prove(tx, table);
        if (former.rows > 0) trust.check(name, former);
        return former;
      });
      if (rows > 0) log.warn({ table: name, rows }, 'rows of the version before got their MACs');
    }
    marks.add(name);
  }
}

/** Returns what `proveOnce` would prove, and changes nothing: the rows of each table that has some, with their digest. */
export async function previewProofs(
  database: Database,
  tables: readonly ProvedTable[],
  marks: Pick<ProofMarks, 'has'>,
): Promise<ReadonlyMap<string, FormerRows>> {
  const found = new Map<string, FormerRows>();
  try {
    await database.transaction(async (tx) => {
      for (const table of tables) {
        if (marks.has(table.name) || (await table.hasMacs(tx))) continue;
        const former = await prove(tx, table);
        if (former.rows > 0) found.set(table.name, former);
      }
      throw new Preview('a preview changes nothing');
    });
  } catch (error) {
    if (!(error instanceof Preview)) throw error;
  }
  return found;
}

/** No row had a MAC before, so those of the table are those of its former rows. */
async function prove(tx: Queryable, table: ProvedTable): Promise<FormerRows> {
  const rows = await table.proveAll(tx);
  if (rows === 0) return { rows, digest: '' };
  const { digest } = await digestMacs(tx, table.macTable ?? table.name, table.macColumns ?? ['mac']);
  return { rows, digest };
}

class Preview extends Error {
  override readonly name = 'Preview';
}
