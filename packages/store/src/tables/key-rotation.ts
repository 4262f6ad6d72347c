/**
 * Finds rows that were written under a former key. Their first bytes are the id of the key: of sealed values, and of the MACs of
 * rows. The caller opens and seals.
 */
import { sql } from 'kysely';
import type { Queryable } from '../database.ts';
import { run, runFirst } from './query.ts';

export type RotatedColumns = {
  readonly table: string;
  /** The primary key, a number or a UUID. */
  readonly key: string;
  /** The columns that begin with the id of a key. */
  readonly columns: readonly string[];
  /** True for MACs that have no id when key 1 made them: they have 32 bytes, others 33. */
  readonly hasPlainMacs?: boolean;
};

function isFormer({ columns, hasPlainMacs = false }: RotatedColumns, keyId: number) {
  const conditions = columns.map((name) => {
    const column = sql.ref(name);
    const id = sql`get_byte(${column}, 0)`;
    return hasPlainMacs
      ? sql`case when length(${column}) = 32 then 1 else ${id} end <> ${keyId}`
      : sql`${id} <> ${keyId}`;
  });
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** Counts the rows that are not under a key. */
export async function countFormerRows(on: Queryable, rows: RotatedColumns, keyId: number): Promise<number> {
  const query = sql<{
    readonly count: number;
  }>`select count(*) as count from ${sql.table(rows.table)} where ${isFormer(rows, keyId)}`;
  return (await runFirst(on, query))?.count ?? 0;
}

/** Lists the keys of rows that are not under a key, in their order, from after `after` on. */
export async function listFormerRows(
  on: Queryable,
  rows: RotatedColumns,
  page: { readonly keyId: number; readonly after: string | null; readonly limit: number },
): Promise<readonly string[]> {
  const { keyId, after, limit } = page;
  const key = sql.ref(rows.key);
  const isLater = after === null ? sql`true` : sql`${key} > ${after}`;
  const found = await run(
    on,
    sql<{ readonly id: string }>`select ${key}::text as id from ${sql.table(rows.table)}
      where ${isFormer(rows, keyId)} and ${isLater} order by ${key} limit ${limit}`,
  );
  return found.map(({ id }) => id);
}

/** Reads the columns of one row, locked until the transaction ends. */
export async function lockColumns(
  tx: Queryable,
  { table, key, columns }: RotatedColumns,
  id: string,
): Promise<Readonly<Record<string, Buffer | null>> | null> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  return runFirst(
    tx,
    sql<Record<string, Buffer | null>>`select ${names} from ${sql.table(table)}
      where ${sql.ref(key)} = ${id} for update`,
  );
}

/** Writes columns of one row. */
export async function writeColumns(
  tx: Queryable,
  { table, key }: Pick<RotatedColumns, 'table' | 'key'>,
  id: string,
  values: Readonly<Record<string, Buffer | null>>,
): Promise<void> {
  const set = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await run(tx, sql`update ${sql.table(table)} set ${sql.join(set)} where ${sql.ref(key)} = ${id}`);
}
