/**
 * Keeps an eye on what the signer's keys can move: above a share of what is owed to customers, the rest belongs into cold
 * storage (security rule C4). It only tells; cold moves are made by people.
 */
import { houseAccounts } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { listReconciliations } from '@salar/store/tables/operators/reconciliation';
import type { LedgerPort, TicketLog } from '../ports/ledger-port.ts';

const millionth = 1_000_000n;

export type HotWalletCapOptions = {
  readonly database: Database;
  readonly ledger: LedgerPort;
  /** The share of what is owed, in millionths. */
  readonly capPpm: bigint;
  readonly log: TicketLog;
};

export class HotWalletCap {
  readonly #options: HotWalletCapOptions;
  /** Products above their cap, told already. */
  readonly #told = new Set<ProductId>();

  constructor(options: HotWalletCapOptions) {
    this.#options = options;
  }

  /** Compares once, by the wallets' last count; a product above its cap is told once until it is below again. */
  async work(): Promise<void> {
    const { database, log } = this.#options;
    const held = new Map<ProductId, bigint>();
    for (const { productId, part, found } of await listReconciliations(database))
      if (part !== 'books' && part !== 'banks') held.set(productId, (held.get(productId) ?? 0n) + found);
    for (const [productId, hot] of held) {
      const cap = (this.#owedToCustomers(productId) * this.#options.capPpm) / millionth;
      if (hot <= cap) this.#told.delete(productId);
      else if (!this.#told.has(productId)) {
        this.#told.add(productId);
        const sums = { hot: hot.toString(), cap: cap.toString(), toMove: (hot - cap).toString() };
        log.error(
          { productId, ...sums },
          'ALERT: hot wallets hold more than their share; move the rest to cold storage',
        );
      }
    }
  }

  /** All accounts together are zero, so what the house does not own or owe is the customers'. */
  #owedToCustomers(productId: ProductId): bigint {
    const { engine } = this.#options.ledger;
    const house = Object.values(houseAccounts).map((account) => engine.position(account, productId).total);
    return house.reduce<bigint>((owed, total) => owed - total, 0n);
  }
}
