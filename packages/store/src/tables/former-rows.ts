/** Identifies the rows of a version without MACs, for the decision to trust them. */
import { sql } from 'kysely';
import type { Queryable } from '../database.ts';
import { runFirst } from './query.ts';

export type FormerRows = {
  readonly rows: number;
  /** SHA-256 over what was found, in hex: other rows have another one. */
  readonly digest: string;
};

/**
 * Computes the digest over all MACs of a table, whatever the order of its rows.
 *
 * @param columns  the columns with MACs, of which a row has at least one
 */
export async function digestMacs(
  on: Queryable,
  table: string,
  columns: readonly string[],
): Promise<FormerRows> {
  const parts = columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`);
  const macs = sql.join(parts, sql` || `);
  const found = await runFirst<FormerRows>(
    on,
    sql`select count(*)::int as rows, encode(sha256(coalesce(string_agg(macs, '' order by macs), '')), 'hex') as digest
      from (select ${macs} as macs from ${sql.table(table)}) as row where macs <> ''`,
  );
  if (found === null) throw new Error(`no count of the rows of ${table}`);
  return found;
}
