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
  /** A deposit left its chain: its ticket says that a loss may be booked, the ledger was not asked. */
  'deposit.loss_expected',
  /** The loss of a credited one is booked, its ticket does not know. */
  'deposit.loss_booked',
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
  // The same moments of a payment on the rails that pay in their own way.
  'bitcoin.processing',
  'bitcoin.nonce_reserved',
  'bitcoin.payment_signed',
  'bitcoin.payment_stored',
  'bitcoin.payment_sent',
  'bitcoin.payment_seen',
  'bitcoin.settled',
  'bitcoin.finished',
  'bank.processing',
  'bank.payment_sent',
  'bank.payment_seen',
  'bank.settled',
  'bank.finished',
  'bank.end_written',
  'bank.released',
  /** A line of a bank's statement is in the tables, the ledger does not know. */
  'bank.credit_written',
  'bank.cost_written',
  /** Between two of our own addresses. */
  'move.signed',
  'move.stored',
  'move.sent',
  'move.mined',
  'move.cost_booked',
  'move.final',
  /** An operator's act is announced in the record, and not done. */
  'operator.intended',
  'operator.approved',
  /** It is done, and the record does not say so. */
  'operator.acted',
  /** What a wallet held before anybody compared is in the tables, the ledger does not know. */
  'reconciliation.correction_written',
  /** A mail has left, its row does not know. */
  'mail.sent',
] as const;
export type WritePoint = (typeof writePoints)[number];

const [wantedPoint, wantedPassage = '1'] = (process.env['SALAR_KILL_AT'] ?? '').split(':');
let passages = 0;

/** Says that a point is passed. */
export function writePoint(point: WritePoint): void {
  pass(point);
}

/** Says that a payment passes a step, which is a point of some rails. */
export function railPoint(rail: 'bitcoin' | 'bank', step: string): void {
  pass(`${rail}.${step}`);
}

function pass(point: string): void {
  if (point !== wantedPoint) return;
  passages += 1;
  if (passages >= Number(wantedPassage)) process.kill(process.pid, 'SIGKILL');
}
