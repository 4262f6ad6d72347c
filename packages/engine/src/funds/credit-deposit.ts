/** Deposits: a customer is credited with what arrived in custody. */
import { accept, assert, refuse } from '@salar/protocol';
import type { AccountId, CreditDeposit, Minor, OutcomeOf, ProductId, Stamp, TicketId } from '@salar/protocol';
import { move } from '../ledger/ledger.ts';
import type { AccountRow } from '../state/accounts.ts';
import type { State } from '../state/state.ts';

/** The content of a deposit key, kept forever. */
export type Deposit = {
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly amount: Minor;
  readonly ticketId: TicketId;
  /** The chain reverted the deposit, and the house carries the loss. */
  isReversed: boolean;
};

/**
 * Credits a deposit: the customer's position grows, and custody owes it. A deposit that was reversed pays the loss
 * back.
 *
 * @returns accepted again, without a posting, when the key was used with the same content
 */
export function creditDeposit(state: State, command: CreditDeposit, stamp: Stamp): OutcomeOf<CreditDeposit> {
  const account = state.accounts.get(command.accountId);
  if (account === undefined || account === state.custody) return refuse('account_unknown');
  const product = state.products.get(command.productId);
  if (product === undefined) return refuse('product_unknown');
  const { accountId, productId, amount, ticketId } = command;
  if (amount <= 0n) return refuse('amount_not_positive');
  const earlier = state.deposits.get(command.key);
  if (earlier !== undefined && !isSame(earlier, command)) return refuse('key_reused');

  // Nothing below can be refused.
  if (earlier !== undefined) {
    if (earlier.isReversed)
      moveLoss(state, stamp, { deposit: earlier, source: state.custody, target: state.loss });
    earlier.isReversed = false;
    return accept(null);
  }
  state.deposits.set(command.key, { accountId, productId, amount, ticketId, isReversed: false });
  move(state, stamp, {
    source: state.custody,
    target: account,
    product,
    amount,
    kind: 'deposit',
    reference: ticketId,
    referenceKind: 'deposit',
  });
  return accept(null);
}

/** Moves the amount of a deposit between custody and the house's losses. */
export function moveLoss(
  state: State,
  stamp: Stamp,
  { deposit, source, target }: { deposit: Deposit; source: AccountRow; target: AccountRow },
): void {
  const product = state.products.get(deposit.productId);
  assert(product !== undefined, 'the product of a deposit is defined');
  move(state, stamp, {
    source,
    target,
    product,
    amount: deposit.amount,
    kind: 'deposit',
    reference: deposit.ticketId,
    referenceKind: 'deposit',
  });
}

function isSame(earlier: Deposit, command: CreditDeposit): boolean {
  return (
    earlier.accountId === command.accountId &&
    earlier.productId === command.productId &&
    earlier.amount === command.amount &&
    earlier.ticketId === command.ticketId
  );
}
