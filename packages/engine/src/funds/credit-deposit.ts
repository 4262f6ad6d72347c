/** Deposits: what arrived outside is owed to the customer inside. */
import { accept, refuse } from '@salar/protocol';
import type { AccountId, CreditDeposit, Minor, OutcomeOf, ProductId, Stamp, TicketId } from '@salar/protocol';
import { move } from '../ledger/ledger.ts';
import type { State } from '../state/state.ts';

/** What a deposit key stands for, kept for ever. */
export type DepositContent = {
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly amount: Minor;
  readonly ticketId: TicketId;
};

/**
 * Credits a deposit: the customer's position grows, custody owes it.
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
  if (earlier !== undefined) return isSame(earlier, command) ? accept(null) : refuse('key_reused');

  // Nothing below can be refused.
  state.deposits.set(command.key, { accountId, productId, amount, ticketId });
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

function isSame(earlier: DepositContent, command: CreditDeposit): boolean {
  return (
    earlier.accountId === command.accountId &&
    earlier.productId === command.productId &&
    earlier.amount === command.amount &&
    earlier.ticketId === command.ticketId
  );
}
