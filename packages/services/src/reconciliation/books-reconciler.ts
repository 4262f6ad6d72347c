/**
 * Compares custody in the books with the tickets of all rails together, and statements of banks with theirs, product by product.
 *
 * Rows follow the books by milliseconds, by seconds while a disk stands still, so a difference counts only when not one of many
 * looks finds both equal. What a crash has left half done is finished by the product's network in its first turn, so nothing
 * is judged before that, nor while the network is away.
 */
import { houseAccounts } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { Database } from '@salar/store';
import {
  compareBanks,
  expectedCustody,
  saveReconciliation,
} from '@salar/store/tables/operators/reconciliation';
import type { LedgerPort, TicketLog } from '../ports/ledger-port.ts';
import { freezeProduct } from './freeze-product.ts';

const looks = 20;

export type BooksReconcilerOptions = {
  readonly database: Database;
  readonly ledger: LedgerPort;
  readonly products: readonly ProductId[];
  readonly clock: () => number;
  /** Whether a network of the product may still have rows to finish. */
  readonly isBehind: (productId: ProductId) => boolean;
  /** Between two looks. */
  readonly pause: () => Promise<void>;
  readonly log: TicketLog;
};

/** Compares every product once, its books and its banks; one that differs is frozen. */
export async function reconcileBooks(options: BooksReconcilerOptions): Promise<void> {
  for (const productId of options.products) {
    await reconcileProduct(options, productId);
    await reconcileBanks(options, productId);
  }
}

async function reconcileBanks(
  { database, ledger, clock, log }: BooksReconcilerOptions,
  productId: ProductId,
): Promise<void> {
  const { expected, found } = await compareBanks(database, productId);
  if (expected === 0n && found === 0n) return; // nothing of it was ever in a bank
  await saveReconciliation(database, { productId, part: 'banks', expected, found, at: clock() });
  if (found === expected) return;
  const facts = { productId, difference: found - expected };
  await freezeProduct(ledger, log, facts, 'ALERT: the bank statements do not say what the tickets tell');
}

async function reconcileProduct(options: BooksReconcilerOptions, productId: ProductId): Promise<void> {
  const { database, ledger, clock, log, isBehind } = options;
  const wasBehind = isBehind(productId);
  let last = await look(options, productId);
  for (let count = 1; count < looks && last.found !== last.expected; count += 1) {
    await options.pause();
    last = await look(options, productId);
  }
  await saveReconciliation(database, { productId, part: 'books', ...last, at: clock() });
  const difference = last.found - last.expected;
  if (difference === 0n || wasBehind || isBehind(productId)) return;
  const facts = { productId, difference };
  await freezeProduct(ledger, log, facts, 'ALERT: custody in the books is not what the tickets tell');
}

/** Rows first: what the books have taken meanwhile shows as a difference that the next look does not have. */
async function look(
  { database, ledger }: BooksReconcilerOptions,
  productId: ProductId,
): Promise<{ readonly expected: bigint; readonly found: bigint }> {
  const expected = await expectedCustody(database, productId);
  const { total } = ledger.engine.position(houseAccounts.custody, productId);
  return { expected, found: 0n - total };
}
