/** The connection to PostgreSQL: a pool, transactions, and the connections of the journal. */
import pg from 'pg';
import {
  CommitUnknown,
  assertWaited,
  commitDoubt,
  durableSession,
  isOutcomeUnknown,
  proveCommits,
  watchCommits,
} from './commit-doubt.ts';
import { NoPrimary, createPrimaryClient, splitDatabaseAddress } from './database-hosts.ts';
import { readOnlyServer } from './transient-database-errors.ts';
import { typeParser } from './value-parsers.ts';
import { within } from './within.ts';

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
/** How long opening a connection, or waiting for a free one of the pool, may take. */
const connectTimeoutMs = 10_000;
/** How long somebody waits for a proof that commits are durable, and how long the proof itself goes on for those who come later. */
const proofPatienceMs = 2000;
const proofTimeoutMs = 30_000;
/** A silent connection is probed after this. A peer that does not answer is given up some ten seconds later. */
const keepAliveDelayMs = 10_000;

export type DatabaseOptions = {
  /** `postgres://...`, of one host or several. Without it, the embedded cluster's `socketDir` is used. */
  readonly connectionString?: string;
  /** Also connects to a replica, which may be behind. For programs that only read. */
  readonly acceptsReplica?: boolean;
  readonly socketDir?: string;
  readonly database?: string;
  readonly user?: string;
  readonly poolSize?: number;
  /** Statements of the pool, and its new connections, time out after this; without it the network's own timeouts apply to statements. */
  readonly answerTimeoutMs?: number;
  /**
   * The epoch of the writer that these connections belong to. They may write deposits and withdrawals while that epoch
   * is the current one; afterwards every such statement fails, and so does a transaction that began before.
   */
  readonly epoch?: number;
};

export class Database implements Queryable {
  /** The options it was opened with: enough for another process or thread to open the same database. */
  readonly options: DatabaseOptions;
  readonly #pool: pg.Pool;
  readonly #config: pg.ClientConfig;
  readonly #Client: new (config?: pg.ClientConfig) => pg.Client;
  /** The proof that is being waited for: one for all who need it. */
  #proving: Promise<void> | null = null;

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
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelayMs,
    };
    const addresses = splitDatabaseAddress(options.connectionString ?? '');
    this.#Client = addresses.length > 1 ? createPrimaryClient(addresses) : pg.Client;
    this.#pool = new pg.Pool({
      ...this.#config,
      ...toTimeouts(options.answerTimeoutMs),
      max: options.poolSize ?? 8,
      Client: this.#Client,
      onConnect: (client) => this.#claim(client),
    });
    // A broken idle connection is replaced at its next use; without a listener the error would end the process.
    this.#pool.on('error', () => commitDoubt.raise());
  }

  async query<Row extends object>(
    text: string,
    values: readonly unknown[] = [],
    name?: string,
  ): Promise<Row[]> {
    await this.#settle();
    return this.#lend(
      (client) => run<Row>(client, text, values, name),
      () => Promise.resolve(false), // a prepared statement may be out of date, too
    );
  }

  afterCommit(effect: () => void): void {
    effect();
  }

  /** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
  async transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    await this.#settle();
    const effects: (() => void)[] = [];
    const commit: { state: 'not sent' | 'unknown' | 'done' } = { state: 'not sent' };
    const inTransaction = async (client: pg.ClientBase) => {
      await run(client, 'BEGIN');
      const result = await work({
        ...asQueryable(client),
        afterCommit: (effect) => void effects.push(effect),
      });
      commit.state = 'unknown';
      await run(client, 'COMMIT');
      commit.state = 'done';
      return result;
    };
    try {
      return await this.#lend(inTransaction, rollBack);
    } finally {
      if (commit.state !== 'not sent') for (const effect of effects) effect();
      // The server may still complete a commit whose answer was lost.
      if (commit.state === 'unknown') for (const effect of effects) setTimeout(effect, lateCommitMs).unref();
    }
  }

  /**
   * Opens a connection outside the pool, for the journal writer, COPY streams and LISTEN. The caller closes it.
   *
   * @param answerTimeoutMs  timeout of the connection attempt and of each statement; without it the network's own
   * timeouts apply to statements
   */
  async connect(answerTimeoutMs?: number): Promise<pg.Client> {
    const client = new this.#Client({ ...this.#config, ...toTimeouts(answerTimeoutMs) });
    // A connection that breaks while idle fails at its next use; without a listener the error would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await this.#claim(client);
    } catch (error) {
      client.end().catch(() => undefined); // not awaited: a server that is gone does not confirm it
      throw error;
    }
    return client;
  }

  /**
   * Resolves when a commit has come back durably, and with it everything that was visible before.
   *
   * @throws within seconds when the server cannot, for example without its synchronous replica
   */
  async proveCommits(): Promise<void> {
    this.#proving ??= this.#prove().finally(() => {
      this.#proving = null;
    });
    await within(
      proofPatienceMs,
      this.#proving,
      () => new CommitUnknown('the database does not confirm that its commits are durable'),
    );
  }

  /** Resolves when a commit of this connection has come back durably. @throws when the server cannot commit now */
  async proveCommitsOn(client: pg.Client): Promise<void> {
    await proveCommits(client, () => this.connect(connectTimeoutMs));
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  /** States what no default of the server, the database or the role may weaken: durability, and whose the connection is. */
  async #claim(client: pg.ClientBase): Promise<void> {
    watchCommits(client);
    const { epoch, acceptsReplica } = this.options;
    const [server] = await run<{ isReplica: boolean }>(
      client,
      `SELECT pg_is_in_recovery() AS "isReplica", ${durableSession}, set_config('salar.epoch', $1, false)`,
      [epoch === undefined ? '' : `${epoch}`],
    );
    // A proxy takes a moment to notice a switchover. What a replica shows may be out of date.
    if (server?.isReplica === true && acceptsReplica !== true)
      throw new NoPrimary('the database that was reached is a replica');
  }

  /** After a commit with an unknown outcome, nothing is read or written before a commit of our own has come back. */
  async #settle(): Promise<void> {
    if (this.options.acceptsReplica === true) return;
    while (commitDoubt.isOpen) await this.proveCommits();
  }

  /** On a connection of its own, because those of the pool may all be waiting for a replica. */
  async #prove(): Promise<void> {
    const client = await this.connect(proofTimeoutMs);
    try {
      await commitDoubt.settle(() => this.proveCommitsOn(client));
    } finally {
      client.end().catch(() => undefined); // not awaited: a server that is gone does not confirm it
    }
  }

  /**
   * Runs `work` on a connection of the pool.
   *
   * @param recover  prepares the connection for its next use after an error, and returns false when it must be closed
   */
  async #lend<T>(
    work: (client: pg.PoolClient) => Promise<T>,
    recover: (client: pg.PoolClient, error: unknown) => Promise<boolean>,
  ): Promise<T> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    // Between two statements nothing else listens for errors; the next statement fails with this one.
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      return await work(client);
    } catch (error) {
      if (!(await recover(client, error)))
        broken ??= new Error('the connection is not used again', { cause: error });
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }
}

/** @returns false when the connection must be closed */
async function rollBack(client: pg.PoolClient, error: unknown): Promise<boolean> {
  // A connection that does not answer would not answer this either, and a server that only reads may be the former primary.
  if (isOutcomeUnknown(error) || (error instanceof pg.DatabaseError && error.code === readOnlyServer))
    return false;
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
}

function toTimeouts(answerTimeoutMs: number | undefined): pg.ClientConfig {
  if (answerTimeoutMs === undefined) return { connectionTimeoutMillis: connectTimeoutMs };
  return {
    connectionTimeoutMillis: Math.min(answerTimeoutMs, connectTimeoutMs),
    query_timeout: answerTimeoutMs,
  };
}

/** Adapts a single connection, outside of transactions, to `Queryable`. */
export function asQueryable(client: pg.ClientBase): Queryable {
  return {
    query: (text, values = [], name) => run(client, text, values, name),
    afterCommit: (effect) => effect(),
  };
}

async function run<Row extends object>(
  on: pg.ClientBase,
  text: string,
  values: readonly unknown[] = [],
  name?: string,
): Promise<Row[]> {
  try {
    const result = await on.query<Row>({
      text,
      values: [...values],
      ...(name === undefined ? {} : { name }),
    });
    assertWaited(on);
    return result.rows;
  } catch (error) {
    if (isOutcomeUnknown(error)) commitDoubt.raise();
    throw withoutRow(error);
  }
}

/** PostgreSQL quotes the row that it rejects, and errors end up in logs (security rule X2). */
function withoutRow(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) Object.assign(error, { detail: undefined, where: undefined });
  return error;
}
