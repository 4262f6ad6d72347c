/** Transfers out of house accounts. */
import { accept, refuse } from '@salar/protocol';
import type { AccountId, Minor, OutcomeOf, ProductId, Stamp, TransferFunds } from '@salar/protocol';
import { move } from '../ledger/ledger.ts';
import type { State } from '../state/state.ts';

/** The content of a transfer key, kept forever. */
export type TransferContent = {
  readonly sourceAccountId: AccountId;
  readonly targetAccountId: AccountId;
  readonly productId: ProductId;
  readonly amount: Minor;
};

/**
 * Moves available money from a house account to any account.
 *
 * @returns accepted again, without a posting, when the key was used with the same content; `insufficient_funds` unless
 *   the source may owe
 */
export function transferFunds(state: State, command: TransferFunds, stamp: Stamp): OutcomeOf<TransferFunds> {
  const source = state.accounts.get(command.sourceAccountId);
  const target = state.accounts.get(command.targetAccountId);
  if (source === undefined || target === undefined) return refuse('account_unknown');
  const product = state.products.get(command.productId);
  if (product === undefined) return refuse('product_unknown');
  if (state.accounts.getKind(source) !== 'house') return refuse('source_not_house');
  const { sourceAccountId, targetAccountId, productId, amount } = command;
  if (amount <= 0n) return refuse('amount_not_positive');
  const earlier = state.transfers.get(command.key);
  if (earlier !== undefined) return isSame(earlier, command) ? accept(null) : refuse('key_reused');
  if (!state.accounts.canOwe(source) && !product.positions.covers(source, amount))
    return refuse('insufficient_funds');

  // Nothing below can be refused.
  state.transfers.set(command.key, { sourceAccountId, targetAccountId, productId, amount });
  move(state, stamp, {
    source,
    target,
    product,
    amount,
    kind: 'transfer',
    reference: 0,
    referenceKind: 'transfer',
  });
  return accept(null);
}

function isSame(earlier: TransferContent, command: TransferFunds): boolean {
  return (
    earlier.sourceAccountId === command.sourceAccountId &&
    earlier.targetAccountId === command.targetAccountId &&
    earlier.productId === command.productId &&
    earlier.amount === command.amount
  );
}
