/** The headline of a withdrawal's receipt, by the state of its ticket. */

export type WithdrawStage =
  | 'awaiting'
  | 'checking'
  | 'held'
  | 'accepted'
  | 'sending'
  | 'sent'
  | 'arrived'
  | 'refused'
  | 'failed'
  | 'expired'
  | 'canceled'
  | 'other';

const stages: Readonly<Record<string, WithdrawStage>> = {
  New: 'awaiting',
  Pending: 'awaiting',
  Pending2Fa: 'awaiting',
  Confirmed2Fa: 'checking',
  AdminProcessing: 'checking',
  AmlProcessing: 'checking',
  Delayed: 'held',
  AutoAccepted: 'accepted',
  Accepted: 'accepted',
  SystemProcessing: 'sending',
  Submitted: 'sent',
  Confirmed: 'sent',
  FullyProcessed: 'arrived',
  Rejected: 'refused',
  Failed: 'failed',
  Expired: 'expired',
  UserCanceled: 'canceled',
  AdminCanceled: 'canceled',
  AdminCancelled: 'canceled',
};

/** @returns `other` for a state unknown to this version */
export function getWithdrawStage(status: string): WithdrawStage {
  return stages[status] ?? 'other';
}
