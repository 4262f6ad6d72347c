/** The end of a withdrawal: its hold is spent once, released once, or returned without the fee once. */
import { accept, refuse } from '@salar/protocol';
import type {
  OutcomeOf,
  ReleaseWithdrawal,
  ReturnWithdrawal,
  SettleWithdrawal,
  Stamp,
  TicketId,
} from '@salar/protocol';
import { move } from '../ledger/ledger.ts';
import type { State } from '../state/state.ts';

const endedRefusals = {
  settled: 'ticket_already_settled',
  released: 'ticket_already_released',
  returned: 'ticket_already_returned',
} as const;

/** Spends the hold: the net amount leaves custody, the fee becomes income. */
export function settleWithdrawal(
  state: State,
  command: SettleWithdrawal,
  stamp: Stamp,
): OutcomeOf<SettleWithdrawal> {
  const withdrawal = state.withdrawals.get(command.ticketId);
  if (withdrawal === undefined) return refuse('ticket_unknown');
  if (withdrawal.state !== 'held') return refuse(endedRefusals[withdrawal.state]);

  // Nothing below can be refused.
  const { account, product, amount, fee } = withdrawal;
  withdrawal.state = 'settled';
  product.positions.release(account, amount);
  const reference: TicketId = command.ticketId;
  const common = { source: account, product, reference, referenceKind: 'withdrawal' } as const;
  move(state, stamp, { ...common, target: state.custody, amount: amount - fee, kind: 'withdrawal' });
  move(state, stamp, { ...common, target: state.feeIncome, amount: fee, kind: 'fee' });
  return accept(null);
}

/** Releases the hold and returns the share of the limits that the withdrawal used. */
export function releaseWithdrawal(state: State, command: ReleaseWithdrawal): OutcomeOf<ReleaseWithdrawal> {
  const withdrawal = state.withdrawals.get(command.ticketId);
  if (withdrawal === undefined) return refuse('ticket_unknown');
  if (withdrawal.state !== 'held') return refuse(endedRefusals[withdrawal.state]);

  // Nothing below can be refused.
  const { account, product, amount } = withdrawal;
  withdrawal.state = 'released';
  product.positions.release(account, amount);
  state.accounts
    .getDetails(account)
    ?.usage?.subtract(withdrawal.notional, state.toLocalTime(withdrawal.heldAt));
  return accept(null);
}

/**
 * Releases the hold except for the fee, which becomes income: the network refused the payment and charged for it. The
 * withdrawal still counts against the limits, so that refused payments end for the day.
 */
export function returnWithdrawal(
  state: State,
  command: ReturnWithdrawal,
  stamp: Stamp,
): OutcomeOf<ReturnWithdrawal> {
  const withdrawal = state.withdrawals.get(command.ticketId);
  if (withdrawal === undefined) return refuse('ticket_unknown');
  if (withdrawal.state !== 'held') return refuse(endedRefusals[withdrawal.state]);

  // Nothing below can be refused.
  const { account: source, product, amount, fee } = withdrawal;
  withdrawal.state = 'returned';
  product.positions.release(source, amount);
  const reference: TicketId = command.ticketId;
  const common = { source, product, reference, referenceKind: 'withdrawal' } as const;
  move(state, stamp, { ...common, target: state.feeIncome, amount: fee, kind: 'fee' });
  return accept(null);
}
