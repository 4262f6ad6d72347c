/**
 * Commits whose outcome is unknown, and what is waited for before anything is decided by rows that they may have written.
 *
 * With synchronous replication a row that is visible is not always replicated: it also becomes visible when the wait for the
 * replica is canceled, when its connection is terminated, and when the server restarts. What is visible may therefore be
 * missing from the server that takes over. All commits are in one order, so a commit of our own that comes back proves those
 * before it.
 */
import pg from 'pg';
import { isTransientDatabaseError } from './transient-database-errors.ts';

/** Thrown when a commit is visible, and perhaps on one machine only. A later attempt reads what became of it. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
  /** The SQLSTATE of a transaction whose resolution is unknown: transient. */
  readonly code = '08007';
}

/** Raises the level of a session to at least `on`, whatever the server, the database or the role have as their default. */
export const durableSession = `set_config('synchronous_commit',
  CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)`;

/** Written to the log of the server only, so every login may do it, and it waits for no lock. */
const proof = `SELECT pg_logical_emit_message(true, 'salar', '')`;

/** Connections that reported a canceled wait since they were last checked. */
const canceled = new WeakSet<pg.ClientBase>();

/** Listens on a new connection for commits that did not wait for the replica. */
export function watchCommits(client: pg.ClientBase): void {
  client.on('notice', ({ file, message }) => {
    // The name of the source file is not translated, but a proxy may leave it out.
    if (file === 'syncrep.c' || /synchronous replication/.test(message ?? '')) canceled.add(client);
  });
}

/** @throws CommitUnknown when a commit on this connection did not wait for the replica since the last call */
export function assertWaited(client: pg.ClientBase): void {
  if (!canceled.delete(client)) return;
  commitDoubt.raise();
  throw new CommitUnknown('the wait for the synchronous replica was canceled: the commit may be lost');
}

/**
 * Resolves when a commit of this connection is durable, and with it everything that was visible before.
 *
 * @param openOther  opens another connection, which ends the wait when this one gives it up: the server would go on waiting,
 * and have no connections left in the end
 * @throws when the server cannot commit durably now
 */
export async function proveCommits(
  client: pg.ClientBase,
  openOther: () => Promise<pg.Client>,
): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  try {
    await client.query(proof);
  } catch (error) {
    await cancel(rows[0]?.pid ?? 0, openOther).catch(() => undefined); // the server is gone, and what waited with it
    throw error;
  }
  assertWaited(client);
}

async function cancel(pid: number, openOther: () => Promise<pg.Client>): Promise<void> {
  const other = await openOther();
  try {
    await other.query('SELECT pg_cancel_backend($1)', [pid]);
  } finally {
    await other.end();
  }
}

/** Returns true for an error after which the server may still have done, or may still do, what it was sent. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(?:08|57P)/.test(error.code ?? '');
  return isTransientDatabaseError(error);
}

class CommitDoubt {
  #raised = 0;
  #settled = 0;

  /** True from an unknown outcome until a later commit has come back. */
  get isOpen(): boolean {
    return this.#settled < this.#raised;
  }

  raise(): void {
    this.#raised += 1;
  }

  /** @param prove  resolves when a commit has come back that began after this call */
  async settle(prove: () => Promise<void>): Promise<void> {
    const seen = this.#raised;
    await prove();
    this.#settled = Math.max(this.#settled, seen);
  }
}

/** One for the process: what one connection may have written is read over another one. */
export const commitDoubt = new CommitDoubt();
