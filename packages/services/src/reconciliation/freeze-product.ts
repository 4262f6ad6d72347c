/** Stops withdrawals of a product whose money does not add up, and says so once. */
import type { ProductId } from '@salar/protocol';
import type { LedgerPort, TicketLog } from '../ports/ledger-port.ts';

/** Halts the product unless it is halted already; the alert is told with the halt. */
export async function freezeProduct(
  ledger: LedgerPort,
  log: TicketLog,
  facts: { readonly productId: ProductId; readonly difference: bigint; readonly chainId?: number },
  alert: string,
): Promise<void> {
  if (ledger.engine.product(facts.productId)?.halted === true) return;
  await ledger.submit({ type: 'SetProductHalt', productId: facts.productId, halted: true });
  log.error({ ...facts, difference: facts.difference.toString() }, alert);
}
