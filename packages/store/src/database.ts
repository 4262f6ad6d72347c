/**
 * The connection to PostgreSQL: a pool, transactions, and how numbers are parsed.
 *
 * `bigint` columns are ids, times and counters and become `number` (always below 2^53, checked); `numeric` columns
 * are amounts in minor units and become `bigint`. Nothing that is money is ever a double.
 */
import pg from 'pg';

/** Anything that can run one statement: the pool itself or an open transaction. */
export interface Queryable {
  /** Runs one parameterised statement and returns its rows. `name` makes it a prepared statement. */
  query<Row extends object>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  /**
   * Calls `effect` when what was written here may be committed: at once for the pool, and for a transaction after its
   * COMMIT; when the answer to that was lost, at once and again two seconds later. It is a hint that rows have changed; it
   * must not throw.
   */
  afterCommit(effect: () => void): void;
}

const lateCommitMs = 2000;

export type DatabaseOptions = {
  /** `postgres://...`. Without it, the embedded cluster's `socketDir` is used. */
  readonly connectionString?: string;
  readonly socketDir?: string;
  readonly database?: string;
  readonly user?: string;
  readonly poolSize?: number;
  /** Connections and statements of the pool time out after this; without it the network's own timeouts apply. */
  readonly answerTimeoutMs?: number;
  /**
   * The epoch of the writer that these connections belong to. They may write deposits and withdrawals while that epoch
   * is the current one; afterwards every such statement fails, and so does a transaction that began before.
   */
  readonly epoch?: number;
};

const int8 = 20;
const numeric = 1700;

export class Database implements Queryable {
  /** The options it was opened with: enough for another process or thread to open the same database. */
  readonly options: DatabaseOptions;
  readonly #pool: pg.Pool;
  readonly #config: pg.ClientConfig;

  constructor(options: DatabaseOptions) {
    this.options = options;
    this.#config = {
      ...(options.connectionString === undefined
        ? {
            host: options.socketDir,
            port: 5432, // part of the socket's name; PGPORT of the environment must not change it
            user: options.user ?? 'salar',
            database: options.database ?? 'salar',
          }
        : { connectionString: options.connectionString }),
      types: { getTypeParser: typeParser },
    };
    this.#pool = new pg.Pool({
      ...this.#config,
      ...toTimeouts(options.answerTimeoutMs),
      max: options.poolSize ?? 8,
      onConnect: (client) => this.#claim(client),
    });
    // A broken idle connection is replaced at its next use; without a listener the error would end the process.
    this.#pool.on('error', () => undefined);
  }

  async query<Row extends object>(
    text: string,
    values: readonly unknown[] = [],
    name?: string,
  ): Promise<Row[]> {
    return run<Row>(this.#pool, text, values, name);
  }

  afterCommit(effect: () => void): void {
    effect();
  }

  /** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
  async transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    const effects: (() => void)[] = [];
    let commit: 'not sent' | 'unknown' | 'done' = 'not sent';
    // Between two statements nothing else listens for errors; the next statement fails with this one.
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      await client.query('BEGIN');
      const result = await work({
        ...asQueryable(client),
        afterCommit: (effect) => void effects.push(effect),
      });
      commit = 'unknown';
      await client.query('COMMIT');
      commit = 'done';
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((cause: unknown) => {
        broken = cause instanceof Error ? cause : new Error('rollback failed', { cause });
      });
      throw withoutRow(error);
    } finally {
      client.off('error', onError);
      client.release(broken);
      if (commit !== 'not sent') for (const effect of effects) effect();
      // The server may still complete a commit whose answer was lost.
      if (commit === 'unknown') for (const effect of effects) setTimeout(effect, lateCommitMs).unref();
    }
  }

  /**
   * Opens a connection outside the pool, for the journal writer, COPY streams and LISTEN. The caller closes it.
   *
   * @param answerTimeoutMs  timeout of the connection attempt and of each statement; without it the network's own
   * timeouts apply
   */
  async connect(answerTimeoutMs?: number): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#config, ...toTimeouts(answerTimeoutMs) });
    // A connection that breaks while idle fails at its next use; without a listener the error would end the process.
    client.on('error', () => undefined);
    await client.connect();
    await this.#claim(client);
    return client;
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #claim(client: pg.ClientBase): Promise<void> {
    const { epoch } = this.options;
    if (epoch !== undefined) await client.query(`SELECT set_config('salar.epoch', $1, false)`, [`${epoch}`]);
  }
}

function toTimeouts(answerTimeoutMs: number | undefined): pg.ClientConfig {
  if (answerTimeoutMs === undefined) return {};
  return { connectionTimeoutMillis: answerTimeoutMs, query_timeout: answerTimeoutMs };
}

/** Adapts a single connection, outside of transactions, to `Queryable`. */
export function asQueryable(client: pg.ClientBase): Queryable {
  return {
    query: (text, values = [], name) => run(client, text, values, name),
    afterCommit: (effect) => effect(),
  };
}

async function run<Row extends object>(
  on: pg.Pool | pg.ClientBase,
  text: string,
  values: readonly unknown[],
  name?: string,
): Promise<Row[]> {
  try {
    const result = await on.query<Row>({
      text,
      values: [...values],
      ...(name === undefined ? {} : { name }),
    });
    return result.rows;
  } catch (error) {
    throw withoutRow(error);
  }
}

/** PostgreSQL quotes the row that it rejects, and errors end up in logs (security rule X2). */
function withoutRow(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) Object.assign(error, { detail: undefined, where: undefined });
  return error;
}

function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === int8) return parseSafeInteger;
  if (oid === numeric) return (value) => BigInt(value);
  return pg.types.getTypeParser(oid, format) as (value: string) => unknown;
}

function parseSafeInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint column holds ${value}, beyond 2^53`);
  return number;
}
