/**
 * Gives the rows of a version without MACs theirs, once for each table.
 *
 * It proves that a row did not change since then, and nothing about the time before. That it happened is remembered outside
 * the database: otherwise, somebody who writes to the database could remove all MACs and have other rows proved.
 */
import type { Database, Queryable } from '@salar/store';
import type { Log } from '../ports/log.ts';

/** A table whose rows have MACs since a migration. */
export interface ProvedTable {
  readonly name: string;
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
 */
export async function proveOnce(
  database: Database,
  tables: readonly ProvedTable[],
  { marks, log }: { readonly marks: ProofMarks; readonly log: Log },
): Promise<void> {
  for (const table of tables) {
    const { name } = table;
    if (marks.has(name)) continue;
    if (!(await table.hasMacs(database))) {
      const rows = await database.transaction((tx) => table.proveAll(tx));
      if (rows > 0) log.warn({ table: name, rows }, 'rows of the version before got their MACs');
    }
    marks.add(name);
  }
}
