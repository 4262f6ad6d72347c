/**
 * The writer's lease: who may append to the journal, and when it was last renewed.
 *
 * Safety comes from the epoch: each taker increments it, and an append under any other is rejected. The rest only
 * decides when taking it is appropriate: it was released, or not renewed within its term. All times are from the
 * database's clock.
 */
import type { Database, Queryable } from '../database.ts';
import { asQueryable } from '../database.ts';
import { lockUntilCommit } from '../tables/query.ts';
import { writePoint } from '../write-points.ts';
import { advisoryLocks } from '../advisory-locks.ts';

export const leaseTermMsDefault = 2000;

export type Lease = {
  /** Counts the holders: the one with the newest epoch is the writer. */
  readonly epoch: number;
  /** For people: host and process. */
  readonly holder: string;
  readonly termMs: number;
  /** Identifies the last renewal: different after each one. Null when the lease was released, or never taken. */
  readonly renewal: string | null;
  /** Milliseconds since the last renewal; null as above. */
  readonly ageMs: number | null;
  /** False while the server only reads, as during a switchover: nobody can renew it then. */
  readonly isWritable: boolean;
};

export type LeaseClaim = {
  readonly holder: string;
  readonly termMs?: number;
  /** Take it only while it is unchanged since it was read. Without this it is taken from any holder. */
  readonly ifStill?: Pick<Lease, 'epoch' | 'renewal'>;
};

/** A connection of the former writer that blocks the takeover for longer than this is terminated. */
const blockerPatienceMs = 100;
/** Takers wait for each other on this lock, so that none mistakes a slow one for the former writer. */
const takersLock = advisoryLocks.leaseTakers;

/** Returns false in a database whose tables no version of Salar with leases has created. */
export async function hasWriterLease(on: Queryable): Promise<boolean> {
  const rows = await on.query(
    `SELECT 1 FROM information_schema.columns
     WHERE table_schema = current_schema AND table_name = 'writer_lease' AND column_name = 'renewed_at'`,
  );
  return rows.length > 0;
}

export async function readLease(on: Queryable): Promise<Lease> {
  const rows = await on.query<Lease>(
    `SELECT epoch, holder, term_ms AS "termMs", renewed_at::text AS renewal,
       (extract(epoch FROM clock_timestamp() - renewed_at) * 1000)::float8 AS "ageMs",
       current_setting('transaction_read_only') = 'off' AS "isWritable" FROM writer_lease`,
    [],
    'read-lease',
  );
  const [lease] = rows;
  if (lease === undefined) throw new Error('the writer lease is missing from the database');
  return lease;
}

/**
 * Takes the lease: from now on no other writer can append.
 *
 * The locks wait for an append, a projection and tickets in flight, and block later ones until they see the new
 * epoch. A former writer that stopped in the middle of one, or lost its network, would hold them for ever, so its
 * connections are terminated. Takers take turns; one that stopped in its turn is terminated after a term.
 *
 * @returns the new epoch; null when the lease no longer matches `ifStill`
 */
export async function takeLease(database: Database, claim: LeaseClaim): Promise<number | null> {
  const { holder, termMs = leaseTermMsDefault, ifStill } = claim;
  const epoch = await database.transaction(async (tx) => {
    await waitForTurn(database, tx, termMs);
    const [backend] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const cutOff = (on: Queryable) => cutOffBlockers(on, backend?.pid ?? 0);
    await repeatingWhile(database, { everyMs: blockerPatienceMs, work: cutOff }, async () => {
      await tx.query('SELECT lock_journal()');
      await tx.query('SELECT sequence FROM projection FOR UPDATE');
      // Blocks writers of tickets (migration 085). Renewals change no key and need not wait for them.
      await tx.query('SELECT epoch FROM writer_lease FOR UPDATE');
    });
    const rows = await tx.query<{ epoch: number }>(
      `UPDATE writer_lease
       SET epoch = epoch + 1, holder = $1, term_ms = $2, taken_at = now(), renewed_at = clock_timestamp()
       WHERE $3::bigint IS NULL OR (epoch = $3 AND renewed_at::text IS NOT DISTINCT FROM $4)
       RETURNING epoch`,
      [holder, termMs, ifStill?.epoch ?? null, ifStill?.renewal ?? null],
    );
    const [row] = rows;
    if (row === undefined && ifStill === undefined) {
      throw new Error('the writer lease is missing from the database');
    }
    return row?.epoch ?? null;
  });
  if (epoch !== null) writePoint('lease.taken');
  return epoch;
}

/**
 * Renews the lease.
 * @returns false when another process holds it now
 */
export async function renewLease(on: Queryable, epoch: number): Promise<boolean> {
  const rows = await on.query(
    'UPDATE writer_lease SET renewed_at = clock_timestamp() WHERE epoch = $1 RETURNING epoch',
    [epoch],
    'renew-lease',
  );
  return rows.length === 1;
}

/** Releases the lease, if it is still ours: a standby need not wait for its term. */
export async function releaseLease(on: Queryable, epoch: number): Promise<void> {
  await on.query('UPDATE writer_lease SET renewed_at = NULL WHERE epoch = $1', [epoch]);
}

/**
 * Waits until no other process is taking the lease. One that has its turn for longer than a term is terminated, even while
 * it waits for a lock itself: only the taker whose turn it is terminates the former writer.
 */
async function waitForTurn(database: Database, tx: Queryable, termMs: number): Promise<void> {
  let seen: number | null = null;
  let seenSince = 0;
  const look = async (on: Queryable) => {
    const [taker] = await on.query<{ pid: number }>(`SELECT pid ${fromTakersTurn}`, [takersLock]);
    if (taker?.pid !== seen) {
      seen = taker?.pid ?? null;
      seenSince = performance.now();
    } else if (seen !== null && performance.now() - seenSince >= termMs) {
      await on.query(`SELECT pg_terminate_backend(pid) ${fromTakersTurn} AND pid = $2`, [takersLock, seen]);
    }
  };
  const everyMs = termMs / looksPerTerm;
  await repeatingWhile(database, { everyMs, work: look }, () => lockUntilCommit(tx, takersLock));
}

const looksPerTerm = 4;
/** The session that has the takers' lock. */
const fromTakersTurn = `FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1::bigint
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Runs `waiting`, and `work` at an interval until it ends, each time over a connection of its own. */
async function repeatingWhile(
  database: Database,
  { everyMs, work }: { readonly everyMs: number; readonly work: (on: Queryable) => Promise<void> },
  waiting: () => Promise<void>,
): Promise<void> {
  let isDone = false;
  let working = Promise.resolve();
  const timer = setInterval(() => {
    working = working
      .then(() => (isDone ? undefined : withConnection(database, work)))
      .catch(() => undefined); // no connection available right now: the next attempt will do
  }, everyMs);
  try {
    await waiting();
  } finally {
    isDone = true;
    clearInterval(timer);
    await working;
  }
}

async function withConnection(database: Database, work: (on: Queryable) => Promise<void>): Promise<void> {
  const client = await database.connect();
  try {
    await work(asQueryable(client));
  } finally {
    await client.end();
  }
}

/**
 * Terminates the connections that block the one with this process id, and wait for no lock themselves: those of the
 * former writer.
 */
async function cutOffBlockers(on: Queryable, pid: number): Promise<void> {
  await on.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE pid = ANY(pg_blocking_pids($1)) AND wait_event_type IS DISTINCT FROM 'Lock'`,
    [pid],
  );
}
