/**
 * The moments around our writes, by name: where a test can end the process as a power cut would.
 *
 * `SALAR_KILL_AT=journal.appended:3` ends it with SIGKILL the third time that point is passed. Without the setting, which
 * production refuses, passing a point costs a comparison.
 */

/** What lies between the points is what a crash can tear apart; docs/faults.md says what heals each. */
export const writePoints = [
  /** The lease is taken, nothing is restored yet. */
  'lease.taken',
  /** A batch is decided and not yet sent to the disk. */
  'journal.append',
  /** A batch is on disk, and nobody has been told. */
  'journal.appended',
  /** Everybody has been told. */
  'journal.answered',
  /** Read models are written and not yet committed. */
  'history.copied',
  /** They are committed, and the writer does not know. */
  'history.committed',
  /** A snapshot is worked out and not yet stored. */
  'snapshot.saved',
  'snapshot.stored',
  /** A block's deposits are in the tables. */
  'deposit.seen',
  /** The ledger has credited a deposit, its ticket does not know. */
  'deposit.credited',
  'withdrawal.ticket_written',
  'withdrawal.hold_placed',
  'withdrawal.mail_queued',
  'withdrawal.confirmed',
  'withdrawal.accepted',
  'withdrawal.processing',
  'withdrawal.nonce_reserved',
  /** Signed bytes exist in memory only. */
  'withdrawal.payment_signed',
  'withdrawal.payment_stored',
  'withdrawal.payment_sent',
  'withdrawal.payment_seen',
  'withdrawal.settled',
  'withdrawal.finished',
  'withdrawal.end_written',
  'withdrawal.released',
  /** A mail has left, its row does not know. */
  'mail.sent',
] as const;
export type WritePoint = (typeof writePoints)[number];

const [wantedPoint, wantedPassage = '1'] = (process.env['SALAR_KILL_AT'] ?? '').split(':');
let passages = 0;

/** Says that a point is passed. */
export function writePoint(point: WritePoint): void {
  if (point !== wantedPoint) return;
  passages += 1;
  if (passages >= Number(wantedPassage)) process.kill(process.pid, 'SIGKILL');
}
