/**
 * Typed statements on the tables. Kysely builds the SQL and checks names and types of columns against `generated/tables.ts`; a
 * `Queryable` runs it, so that pool, transactions and errors are those of `database.ts`.
 */
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { CompiledQuery, QueryExecutorProvider, RawBuilder } from 'kysely';
import type { Queryable } from '../database.ts';
import type { Tables } from './generated/tables.ts';
import type { AdvisoryLock } from '../advisory-locks.ts';

/** Builds statements; it has no connection. */
export const tables = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A statement of `tables`, or an `sql` template. */
type Statement<Row> = { compile(provider: QueryExecutorProvider): CompiledQuery<Row> };

/** Runs a statement and returns its rows. */
export async function run<Row>(on: Queryable, statement: Statement<Row>): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(tables);
  return on.query<Row & object>(text, parameters);
}

/** Runs a statement and returns its first row; null when it has none. */
export async function runFirst<Row>(on: Queryable, statement: Statement<Row>): Promise<Row | null> {
  const [row] = await run(on, statement);
  return row ?? null;
}

/** Runs a statement and returns how many rows it selected or, with `returning`, wrote. */
export async function countRows<Row>(on: Queryable, statement: Statement<Row>): Promise<number> {
  return (await run(on, statement)).length;
}

class Placeholder {
  readonly key: string;

  constructor(key: string) {
    this.key = key;
  }
}

/**
 * Compiles a statement once, to be prepared by PostgreSQL under `name`: for the statements of hot paths.
 *
 * @param build  is called once with placeholders, so it must not look at the values of its parameters
 */
export function prepare<Parameters extends Record<string, unknown>, Row>(
  name: string,
  build: (parameters: Parameters) => Statement<Row>,
): (on: Queryable, parameters: Parameters) => Promise<Row[]> {
  const placeholders = new Proxy({}, { get: (_, key) => new Placeholder(String(key)) }) as Parameters;
  const { sql: text, parameters: compiled } = build(placeholders).compile(tables);
  return (on, parameters) => {
    const values = compiled.map((value) => (value instanceof Placeholder ? parameters[value.key] : value));
    return on.query<Row & object>(text, values, name);
  };
}

/** Builds `any($1)`: for a column that equals one of the values, however many there are. */
export function matchAny<Value>(values: readonly Value[]): RawBuilder<Value> {
  return sql<Value>`any(${values})`;
}

/** Takes an advisory lock until the transaction ends. `id` selects one of the locks under the key. */
export async function lockUntilCommit(tx: Queryable, key: AdvisoryLock | bigint, id?: number): Promise<void> {
  if (id === undefined) await run(tx, sql`select pg_advisory_xact_lock(${key}::bigint)`);
  else await run(tx, sql`select pg_advisory_xact_lock(${key}::int, ${id % 2_147_483_647}::int)`);
}
