/**
 * Postings: signed lines of ledger entries.
 *
 * Money only ever moves from one position to another, as a pair of lines that cancel out. The sums per product are
 * checked again over what was emitted to the sink.
 */
import { assert } from '@salar/protocol';
import type { Minor, Posting, PostingKind, Stamp } from '@salar/protocol';
import type { AccountRow } from '../state/accounts.ts';
import type { ProductEntry } from '../state/product-entry.ts';
import type { State } from '../state/state.ts';

export type Movement = {
  readonly source: AccountRow;
  readonly target: AccountRow;
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
  const { positions } = product;
  positions.pay(source, amount);
  if (!state.isQuiet) {
    const balance = positions.total(source);
    post(state, stamp, movement, {
      account: source,
      product,
      amount: -amount,
      balance,
      counterparty: target,
    });
  }
  positions.add(target, amount);
  if (!state.isQuiet) {
    const balance = positions.total(target);
    post(state, stamp, movement, { account: target, product, amount, balance, counterparty: source });
  }
}

export type Purpose = Pick<Posting, 'kind' | 'reference' | 'referenceKind'>;

/** One signed line of an entry. */
export type Line = {
  readonly account: AccountRow;
  readonly product: ProductEntry;
  readonly amount: bigint;
  /** The position's total right after the line. */
  readonly balance: bigint;
  readonly counterparty: AccountRow;
};

/** Emits one line to the sink. */
export function post(state: State, stamp: Stamp, purpose: Purpose, line: Line): void {
  const { account, product, amount, balance, counterparty } = line;
  product.posted += amount;
  state.sink.posting({
    sequence: stamp.sequence,
    at: stamp.at,
    accountId: state.accounts.getId(account),
    productId: product.productId,
    amount: amount as Minor,
    balance: balance as Minor,
    kind: purpose.kind,
    reference: purpose.reference,
    referenceKind: purpose.referenceKind,
    counterparty: state.accounts.getId(counterparty),
  });
}

/** Checks at the end of a command that its postings sum to zero per product. */
export function assertBalanced(state: State): void {
  for (const product of state.products.values()) {
    assert(product.posted === 0n, 'postings of an entry sum to zero per product');
  }
}
