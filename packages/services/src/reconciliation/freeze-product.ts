/** Halts withdrawals of a product whose money does not add up, and alerts once. */
import type { ProductId } from '@salar/protocol';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { Log } from '../ports/log.ts';

/** Halts the product unless it is halted already; the alert is logged with the halt. */
export async function freezeProduct(
  ledger: LedgerPort,
  log: Log,
  details: { readonly productId: ProductId; readonly difference: bigint; readonly chainId?: number },
  alert: string,
): Promise<void> {
  if (ledger.undurable.product(details.productId)?.halted === true) return;
  await ledger.submit({ type: 'SetProductHalt', productId: details.productId, halted: true });
  log.error({ ...details, difference: details.difference.toString() }, alert);
}
