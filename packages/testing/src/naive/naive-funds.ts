/** Deposits, transfers and withdrawals. */
import { houseAccounts } from '@salar/protocol';
import type { CreditDeposit, HoldWithdrawal, SetDayStart, TransferFunds } from '@salar/protocol';
import { computeUnit, divideUp } from './naive-state.ts';
import type { NaiveAccount, NaiveState, NaiveTicket } from './naive-state.ts';

const { custody, operatorFunding, loss, networkCosts } = houseAccounts;
const owing: readonly number[] = [custody, operatorFunding, loss, networkCosts];

export function creditDeposit(state: NaiveState, command: CreditDeposit): string | null {
  const { accountId, productId, amount, ticketId } = command;
  if (!state.accounts.has(accountId) || accountId === custody) return 'account_unknown';
  if (!state.products.has(productId)) return 'product_unknown';
  if (amount <= 0n) return 'amount_not_positive';
  const key = `deposit ${command.key}`;
  const content = [accountId, productId, amount, ticketId].join();
  const used = state.keys.get(key);
  if (used !== undefined && used !== content) return 'key_reused';
  state.keys.set(key, content);
  if (used === undefined) state.pay(custody, accountId, productId, amount);
  if (state.lost.delete(command.key)) state.pay(custody, loss, productId, amount);
  return null;
}

export function reverseDeposit(state: NaiveState, key: string): string | null {
  const content = state.keys.get(`deposit ${key}`);
  if (content === undefined) return 'deposit_unknown';
  const [, productId, amount] = content.split(',');
  if (!state.lost.has(key)) state.pay(loss, custody, Number(productId), BigInt(amount ?? ''));
  state.lost.add(key);
  return null;
}

export function setDayStart(state: NaiveState, { offsetMinutes }: SetDayStart): string | null {
  if (!Number.isInteger(offsetMinutes) || offsetMinutes < -840 || offsetMinutes > 840) {
    return 'definition_invalid';
  }
  state.dayOffsetMinutes = offsetMinutes;
  return null;
}

export function transferFunds(state: NaiveState, command: TransferFunds): string | null {
  const { sourceAccountId, targetAccountId, productId, amount } = command;
  const source = state.accounts.get(sourceAccountId);
  if (!source || !state.accounts.has(targetAccountId)) return 'account_unknown';
  if (!state.products.has(productId)) return 'product_unknown';
  if (source.kind !== 'house') return 'source_not_house';
  if (amount <= 0n) return 'amount_not_positive';
  const key = `transfer ${command.key}`;
  const content = [sourceAccountId, targetAccountId, productId, amount].join();
  const used = state.keys.get(key);
  if (used !== undefined) return used === content ? null : 'key_reused';
  if (!owing.includes(sourceAccountId) && state.available(sourceAccountId, productId) < amount) {
    return 'insufficient_funds';
  }
  state.keys.set(key, content);
  state.pay(sourceAccountId, targetAccountId, productId, amount);
  return null;
}

export function holdWithdrawal(state: NaiveState, command: HoldWithdrawal): string | null {
  const { accountId, productId, amount, fee, ticketId } = command;
  const account = state.accounts.get(accountId);
  if (account?.kind !== 'customer') return 'account_unknown';
  const product = state.products.get(productId);
  if (!product) return 'product_unknown';
  const known = state.tickets.get(ticketId);
  if (known && toContentKey(known) === toContentKey(command)) return null;
  if (product.halted) return 'product_halted';
  if (account.locked) return 'account_locked';
  if (account.level < 1) return 'level_too_low';
  if (amount <= 0n || fee < 0n) return 'amount_not_positive';
  if (fee >= amount) return 'net_not_positive';
  if (known) return 'ticket_reused';
  if (product.referencePrice === null) return 'reference_price_missing';
  if (state.available(accountId, productId) < amount) return 'insufficient_funds';
  const notional = divideUp(amount * product.referencePrice, computeUnit(product));
  const limits = state.levels.get(account.level);
  const used = computeUsage(state, account);
  if (limits?.day != null && used.day + notional > limits.day) return 'daily_limit_exceeded';
  if (limits?.month != null && used.month + notional > limits.month) return 'monthly_limit_exceeded';
  const ticket: NaiveTicket = { ...command, at: state.now, notional, state: 'held' };
  state.tickets.set(ticketId, ticket);
  account.tickets.push(ticket);
  return null;
}

/** Computes the value of an account's withdrawals of today and of this month, without the released ones. */
export function computeUsage(state: NaiveState, account: NaiveAccount): { day: bigint; month: bigint } {
  const formatLocalDate = (at: number) => new Date(at + state.dayOffsetMinutes * 60_000).toISOString();
  const isSame = (at: number, letters: number) =>
    formatLocalDate(at).slice(0, letters) === formatLocalDate(state.now).slice(0, letters);
  const usedSince = (letters: number) =>
    account.tickets
      .filter((ticket) => ticket.state !== 'released' && isSame(ticket.at, letters))
      .reduce((used, ticket) => used + ticket.notional, 0n);
  return { day: usedSince('2027-12-31'.length), month: usedSince('2027-12'.length) };
}

function toContentKey(command: HoldWithdrawal): string {
  return [command.accountId, command.productId, command.amount, command.fee].join();
}

export function endWithdrawal(
  state: NaiveState,
  ticketId: number,
  ending: 'settled' | 'released' | 'returned',
): string | null {
  const ticket = state.tickets.get(ticketId);
  if (!ticket) return 'ticket_unknown';
  if (ticket.state !== 'held') return `ticket_already_${ticket.state}`;
  ticket.state = ending;
  if (ending === 'released') return null;
  if (ending === 'settled')
    state.pay(ticket.accountId, custody, ticket.productId, ticket.amount - ticket.fee);
  state.pay(ticket.accountId, houseAccounts.feeIncome, ticket.productId, ticket.fee);
  return null;
}
