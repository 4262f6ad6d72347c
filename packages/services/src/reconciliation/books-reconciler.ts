/**
 * Compares custody in the ledger with the tickets of all rails, what was booked on banks with theirs, product by product, and
 * with the statements that banks sent.
 *
 * Rows follow the ledger by milliseconds, by seconds while a disk is slow, so a difference counts only when none of many looks
 * finds both equal. What a crash left half done is completed by the product's network in its first turn, so nothing is judged
 * before that, nor while the network is unavailable.
 */
import { houseAccounts } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { Database } from '@salar/store';
import {
  compareBanks,
  computeExpectedCustody,
  saveReconciliation,
} from '@salar/store/tables/operators/reconciliation';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { Log } from '../ports/log.ts';
import type { MacKey } from '../crypto/mac-keys.ts';
import type { BankProvider, TicketProvider } from '../tickets/networks.ts';
import { freezeProduct } from './freeze-product.ts';
import { compareStatements } from './statement-reconciler.ts';

const looksMax = 20;

export type BooksReconcilerOptions = {
  readonly database: Database;
  readonly ledger: LedgerPort;
  readonly ticketMacKey: MacKey;
  readonly providers: readonly TicketProvider[];
  readonly clock: () => number;
  /** Returns true while a network of the product may still have rows to complete. */
  readonly isBehind: (productId: ProductId) => boolean;
  /** Waits between two looks. */
  readonly pause: () => Promise<void>;
  readonly log: Log;
};

/** Compares the ledger and the banks of every product, and every bank with its statements; a product that differs is frozen. */
export async function reconcileBooks(options: BooksReconcilerOptions): Promise<void> {
  for (const productId of new Set(options.providers.map((provider) => provider.productId))) {
    await reconcileProduct(options, productId);
    await reconcileBanks(options, productId);
  }
  for (const provider of options.providers)
    if (provider.kind === 'bank') await reconcileStatements(options, provider);
}

/** Compares what operators booked with what the bank sent: a booking that no statement shows is a difference. */
async function reconcileStatements(
  options: BooksReconcilerOptions,
  { providerId, productId, name }: BankProvider,
): Promise<void> {
  const { database, ledger, clock, log } = options;
  const compared = await compareStatements(options, { providerId, now: clock() });
  if (compared === null) return;
  const { expected, found, isProved } = compared;
  await saveReconciliation(database, { productId, part: `statements ${name}`, expected, found, at: clock() });
  const details = { productId, difference: found - expected };
  if (!isProved)
    await freezeProduct(ledger, log, details, 'ALERT: a bank statement was not written by the exchange');
  else if (found !== expected)
    await freezeProduct(
      ledger,
      log,
      details,
      'ALERT: what was booked differs from the statements of the bank',
    );
}

async function reconcileBanks(
  { database, ledger, clock, log }: BooksReconcilerOptions,
  productId: ProductId,
): Promise<void> {
  const { expected, found } = await compareBanks(database, productId);
  if (expected === 0n && found === 0n) return; // the product was never in a bank
  await saveReconciliation(database, { productId, part: 'banks', expected, found, at: clock() });
  if (found === expected) return;
  const details = { productId, difference: found - expected };
  await freezeProduct(
    ledger,
    log,
    details,
    'ALERT: what was booked on bank accounts differs from the tickets',
  );
}

async function reconcileProduct(options: BooksReconcilerOptions, productId: ProductId): Promise<void> {
  const { database, ledger, clock, log, isBehind } = options;
  const wasBehind = isBehind(productId);
  let last = await readBoth(options, productId);
  for (let count = 1; count < looksMax && last.found !== last.expected; count += 1) {
    await options.pause();
    last = await readBoth(options, productId);
  }
  await saveReconciliation(database, { productId, part: 'books', ...last, at: clock() });
  const difference = last.found - last.expected;
  if (difference === 0n || wasBehind || isBehind(productId)) return;
  const details = { productId, difference };
  await freezeProduct(ledger, log, details, 'ALERT: custody in the ledger differs from the tickets');
}

/** Reads the rows first: commands in between show as a difference that the next look does not have. */
async function readBoth(
  { database, ledger }: BooksReconcilerOptions,
  productId: ProductId,
): Promise<{ readonly expected: bigint; readonly found: bigint }> {
  const expected = await computeExpectedCustody(database, productId);
  const { total } = await ledger.read((view) => view.position(houseAccounts.custody, productId));
  return { expected, found: 0n - total };
}
