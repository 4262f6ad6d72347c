/**
 * Named points around our writes, at which a test can end the process as a power cut would.
 *
 * `SALAR_KILL_AT=journal.appended:3` ends it with SIGKILL the third time that point is reached. Without the setting,
 * which production rejects, reaching a point costs one comparison.
 */

/** A crash can separate what lies between two points; docs/faults.md lists what repairs each. */
export const writePoints = [
  /** The lease is taken, nothing is restored yet. */
  'lease.taken',
  /** A batch is decided and not yet sent to the disk. */
  'journal.append',
  /** A batch is on disk, and nothing was answered or published. */
  'journal.appended',
  /** The answers were sent and the events published. */
  'journal.answered',
  /** Read models are written and not yet committed. */
  'history.copied',
  /** They are committed, and the writer has not been notified. */
  'history.committed',
  /** A snapshot is built and not yet stored. */
  'snapshot.saved',
  'snapshot.stored',
  /** A block's deposits are in the tables. */
  'deposit.seen',
  /** The ledger has credited a deposit, its ticket is not updated. */
  'deposit.credited',
  /** A deposit left its chain: its ticket says that a loss may be booked, the ledger has not been called. */
  'deposit.loss_expected',
  /** The loss of a credited one is booked, its ticket is not updated. */
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
  'withdrawal.returned',
  // The same points for payments on rails with their own way of paying.
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
  /** A line of a bank statement is in the tables, the ledger is not updated. */
  'bank.credit_written',
  'bank.cost_written',
  /** Between two of our own addresses. */
  'move.signed',
  'move.stored',
  'move.sent',
  'move.mined',
  'move.cost_booked',
  'move.final',
  /** An operator's act is announced in the audit record, and not done. */
  'operator.intended',
  'operator.approved',
  /** It is done, and the audit record does not say so yet. */
  'operator.acted',
  /** A wallet's balance from before the first comparison is in the tables, the ledger is not updated. */
  'reconciliation.correction_written',
  /** A mail was sent, its row is not updated. */
  'mail.sent',
] as const;
export type WritePoint = (typeof writePoints)[number];

const [wantedPoint, wantedPassage = '1'] = (process.env['SALAR_KILL_AT'] ?? '').split(':');
let passages = 0;

/** Reports that a point is reached. */
export function writePoint(point: WritePoint): void {
  pass(point);
}

/** Reports that a payment reaches a step, which is a point on some rails. */
export function railPoint(rail: 'bitcoin' | 'bank', step: string): void {
  pass(`${rail}.${step}`);
}

function pass(point: string): void {
  if (point !== wantedPoint) return;
  passages += 1;
  if (passages >= Number(wantedPassage)) process.kill(process.pid, 'SIGKILL');
}
