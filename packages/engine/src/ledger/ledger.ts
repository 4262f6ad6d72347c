/**
 * Postings: signed lines of ledger entries.
 *
 * Money only ever moves from one position to another, as a pair of lines that cancel out. The sums per product are
 * checked again over what was emitted to the sink.
 */
import { assert } from '@salar/protocol';
import type { Minor, Posting, PostingKind, Stamp } from '@salar/protocol';
import type { AccountEntry } from '../state/account-entry.ts';
import type { ProductEntry } from '../state/product-entry.ts';
import type { State } from '../state/state.ts';
import type { Position } from './position.ts';

export type Movement = {
  readonly source: AccountEntry;
  readonly target: AccountEntry;
  readonly product: ProductEntry;
  /** Minor units, zero or more; nothing is posted for zero. */
  readonly amount: bigint;
  readonly kind: PostingKind;
  readonly reference: number;
  readonly referenceKind: Posting['referenceKind'];
};

/** Moves available money from one account to another. The caller has checked that the source has it. */
export function move(state: State, stamp: Stamp, movement: Movement): void {
  const { source, target, product, amount } = movement;
  assert(amount >= 0n, 'an amount to move is not negative');
  if (amount === 0n) return;
  const given = source.positionIn(product);
  const taken = target.positionIn(product);
  given.available -= amount;
  given.assertSound();
  if (!state.isQuiet) post(state, stamp, movement, given, -amount, given.total, target);
  taken.available += amount;
  taken.assertSound();
  if (!state.isQuiet) post(state, stamp, movement, taken, amount, taken.total, source);
}

/** Emits one line to the sink. `balance` is the position's total right after it. */
export function post(
  state: State,
  stamp: Stamp,
  purpose: Pick<Posting, 'kind' | 'reference' | 'referenceKind'>,
  position: Position,
  amount: bigint,
  balance: bigint,
  counterparty: AccountEntry,
): void {
  const { product } = position;
  product.posted += amount;
  state.sink.posting({
    sequence: stamp.sequence,
    at: stamp.at,
    accountId: position.account.accountId,
    productId: product.productId,
    amount: amount as Minor,
    balance: balance as Minor,
    kind: purpose.kind,
    reference: purpose.reference,
    referenceKind: purpose.referenceKind,
    counterparty: counterparty.accountId,
  });
}

/** Checks at the end of a command that its postings sum to zero per product. */
export function assertBalanced(state: State): void {
  for (const product of state.products.values()) {
    assert(product.posted === 0n, 'postings of an entry sum to zero per product');
  }
}
