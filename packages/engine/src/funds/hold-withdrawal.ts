/** The start of a withdrawal: its amount is held and counted against the limits. */
import { accept, assert, divideUp, refuse } from '@salar/protocol';
import type { HoldWithdrawal, OutcomeOf, Stamp } from '@salar/protocol';
import type { AccountRow } from '../state/accounts.ts';
import type { State } from '../state/state.ts';
import { findLimitRefusal, WithdrawalUsage } from './withdrawal-limits.ts';
import type { Withdrawal } from './withdrawal.ts';

const withdrawalLevelMin = 1; // security rule W4

/**
 * Holds the amount of a withdrawal, fee included.
 *
 * Only customers can withdraw; any other account is `account_unknown`. A repeated ticket with the same content is
 * accepted again, before anything is checked that may have changed since.
 */
export function holdWithdrawal(
  state: State,
  command: HoldWithdrawal,
  stamp: Stamp,
): OutcomeOf<HoldWithdrawal> {
  const account = state.accounts.get(command.accountId);
  if (account === undefined || state.accounts.getKind(account) !== 'customer')
    return refuse('account_unknown');
  const product = state.products.get(command.productId);
  if (product === undefined) return refuse('product_unknown');
  const earlier = state.withdrawals.get(command.ticketId);
  if (earlier !== undefined && isSame(earlier, command, account)) return accept(null);
  if (product.halted) return refuse('product_halted');
  if (state.accounts.isLocked(account)) return refuse('account_locked');
  const details = state.accounts.getDetails(account);
  const level = details?.level ?? 0;
  if (level < withdrawalLevelMin) return refuse('level_too_low');
  const { ticketId, amount, fee } = command;
  if (amount <= 0n || fee < 0n) return refuse('amount_not_positive');
  if (fee >= amount) return refuse('net_not_positive');
  if (earlier !== undefined) return refuse('ticket_reused');
  if (product.referencePrice === null) return refuse('reference_price_missing');
  if (!product.positions.covers(account, amount)) return refuse('insufficient_funds');
  const limits = state.levels.get(level);
  assert(limits !== undefined, "an account's level is defined");
  const notional = divideUp(amount * product.referencePrice, product.unit);
  const localTime = state.toLocalTime(stamp.at);
  const usage = details?.usage ?? new WithdrawalUsage();
  const limitRefusal = findLimitRefusal(usage, limits, notional, localTime);
  if (limitRefusal !== null) return refuse(limitRefusal);

  // Nothing below can be refused.
  product.positions.hold(account, amount);
  usage.add(notional, localTime);
  state.accounts.openDetails(account).usage = usage;
  state.withdrawals.set(ticketId, {
    ticketId,
    account,
    product,
    amount,
    fee,
    notional,
    heldAt: stamp.at,
    state: 'held',
  });
  return accept(null);
}

function isSame(earlier: Withdrawal, command: HoldWithdrawal, account: AccountRow): boolean {
  return (
    earlier.account === account &&
    earlier.product.productId === command.productId &&
    earlier.amount === command.amount &&
    earlier.fee === command.fee
  );
}
