/**
 * The writer's lease: who may append to the journal, and since when it was heard of.
 *
 * The epoch is what makes it safe: each taker counts it up, and an append is refused under any other. The rest only says
 * when taking it is right: it was given back, or not renewed within its term. All times are of the database's clock.
 */
import type { Database, Queryable } from '../database.ts';
import { asQueryable } from '../database.ts';
import { writePoint } from '../write-points.ts';

export const leaseTermMsDefault = 2000;

export type Lease = {
  /** Counts the holders: the newest one is the writer. */
  readonly epoch: number;
  /** For people: machine and process. */
  readonly holder: string;
  readonly termMs: number;
  /** Names the last renewal: another text after each one. Null when the lease was given back, or never taken. */
  readonly renewal: string | null;
  /** Since the last renewal; null as above. */
  readonly ageMs: number | null;
};

export type LeaseClaim = {
  readonly holder: string;
  readonly termMs?: number;
  /** Take it only while it is as it was seen here. Without this it is taken from whoever has it. */
  readonly ifStill?: Pick<Lease, 'epoch' | 'renewal'>;
};

/** Who is in the way of a taker and does not move in this time is cut off. */
const blockerPatienceMs = 100;

/** False in a database that no Salar with leases has made its tables in. */
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
       (extract(epoch FROM clock_timestamp() - renewed_at) * 1000)::float8 AS "ageMs" FROM writer_lease`,
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
 * The locks wait for an append, a projection and tickets in flight, and hold back later ones until they see the new epoch. A
 * former writer that stopped in the middle of one, or lost its network, would hold them for ever: it is cut off.
 *
 * @returns the new epoch; null when the lease is not what `ifStill` says any more
 */
export async function takeLease(database: Database, claim: LeaseClaim): Promise<number | null> {
  const { holder, termMs = leaseTermMsDefault, ifStill } = claim;
  const epoch = await database.transaction(async (tx) => {
    await cuttingOffBlockers(database, tx, async () => {
      await tx.query('LOCK TABLE journal IN EXCLUSIVE MODE');
      await tx.query('SELECT sequence FROM projection FOR UPDATE');
      // Against whoever writes tickets (migration 085). Renewals change no key and need not wait for those.
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

/** Tells that the holder lives. @returns false when another one has the lease now */
export async function renewLease(on: Queryable, epoch: number): Promise<boolean> {
  const rows = await on.query(
    'UPDATE writer_lease SET renewed_at = clock_timestamp() WHERE epoch = $1 RETURNING epoch',
    [epoch],
    'renew-lease',
  );
  return rows.length === 1;
}

/** Gives the lease back, if it is still ours: whoever waits for it need not wait for its term. */
export async function releaseLease(on: Queryable, epoch: number): Promise<void> {
  await on.query('UPDATE writer_lease SET renewed_at = NULL WHERE epoch = $1', [epoch]);
}

/** Does `work`, which waits for locks in `tx`, and ends the connections that hold them longer than a moment. */
async function cuttingOffBlockers(
  database: Database,
  tx: Queryable,
  work: () => Promise<void>,
): Promise<void> {
  const rows = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  let isDone = false;
  let cutting = Promise.resolve();
  const timer = setInterval(() => {
    cutting = cutting
      .then(() => (isDone ? undefined : cutOff(database, rows[0]?.pid ?? 0)))
      .catch(() => undefined); // no connection to be had just now: the next time will do
  }, blockerPatienceMs);
  try {
    await work();
  } finally {
    isDone = true;
    clearInterval(timer);
    await cutting;
  }
}

/** Only those that hold locks and wait for none: another taker in the same queue is not in the way for long. */
async function cutOff(database: Database, pid: number): Promise<void> {
  const client = await database.connect();
  try {
    await asQueryable(client).query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE pid = ANY(pg_blocking_pids($1)) AND wait_event_type IS DISTINCT FROM 'Lock'`,
      [pid],
    );
  } finally {
    await client.end();
  }
}
