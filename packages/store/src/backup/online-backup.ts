/**
 * PostgreSQL's side of an online backup of its files.
 *
 * Between `begin` and `end` the files may be copied as they are, torn or not: together with the WAL of that period
 * they become the database as it was at the end.
 *
 * @see https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
import type pg from 'pg';
import type { Sequence } from '@salar/protocol';
import { asQueryable } from '../database.ts';
import type { Database, Queryable } from '../database.ts';
import { readJournalHead } from '../journal/read-journal.ts';

export type BackupEnd = {
  /** The file `backup_label` of the copy. */
  readonly label: string;
  /** Names of the first and the last WAL file that the copy needs. */
  readonly walFirst: string;
  readonly walLast: string;
  /** By the database's clock. */
  readonly endedAt: string;
  /** The last command that the copy is guaranteed to contain. */
  readonly sequence: Sequence;
};

export class OnlineBackup {
  readonly #client: pg.Client;
  readonly #walFirst: string;

  private constructor(client: pg.Client, walFirst: string) {
    this.#client = client;
    this.#walFirst = walFirst;
  }

  /** Starts the backup and keeps the WAL from here on until `close`. */
  static async begin(database: Database): Promise<OnlineBackup> {
    const client = await database.connect();
    const on = asQueryable(client);
    try {
      await on.query('SELECT pg_create_physical_replication_slot($1, true, true)', [
        `salar_backup_${process.pid}`,
      ]);
      const [start] = await on.query<{ wal: string }>(
        `SELECT pg_walfile_name(pg_backup_start('salar', true)) AS wal`,
      );
      if (start === undefined) throw new Error('PostgreSQL did not return the start of the backup');
      return new OnlineBackup(client, start.wal);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** Ends the backup once the files are copied. The WAL must be copied next, before `close`. */
  async end(): Promise<BackupEnd> {
    const on = asQueryable(this.#client);
    const { sequence } = await readJournalHead(on);
    const [end] = await on.query<{ label: string; tablespaces: string; wal: string; at: string }>(
      `SELECT labelfile AS label, spcmapfile AS tablespaces, pg_walfile_name(lsn) AS wal,
         to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
       FROM pg_backup_stop(false)`,
    );
    if (end === undefined) throw new Error('PostgreSQL did not return the end of the backup');
    if (end.tablespaces.trim() !== '')
      throw new Error('the cluster has tablespaces, which a backup does not copy');
    return {
      label: end.label,
      walFirst: this.#walFirst,
      walLast: end.wal,
      endedAt: end.at,
      sequence,
    };
  }

  /** Lets PostgreSQL remove its WAL again; aborts a backup that was not ended. */
  async close(): Promise<void> {
    await this.#client.end();
  }
}

/**
 * Returns the transaction that wrote the batch with this command, as PostgreSQL's recovery names it; null when it is
 * unknown.
 */
export async function findTransactionOfCommand(
  on: Queryable,
  sequence: Sequence,
): Promise<{ readonly xid: string; readonly last: Sequence } | null> {
  const rows = await on.query<{ xid: string; last: Sequence }>(
    `SELECT xmin::text AS xid, first_sequence + count - 1 AS last FROM journal WHERE first_sequence <= $1
     ORDER BY first_sequence DESC LIMIT 1`,
    [sequence],
  );
  const [row] = rows;
  return row === undefined || row.last < sequence ? null : row;
}

/** Switches to a new WAL file, so that the current one is archived, and waits until it is. */
export async function archiveWalNow(database: Database, pause: () => Promise<void>): Promise<void> {
  const [current] = await database.query<{ wal: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS wal');
  for (;;) {
    const [archived] = await database.query<{ isDone: boolean }>(
      `SELECT coalesce(last_archived_wal >= $1, false) AS "isDone" FROM pg_stat_archiver`,
      [current?.wal],
    );
    if (archived?.isDone === true) return;
    await pause();
  }
}
