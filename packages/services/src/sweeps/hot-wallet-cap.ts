/**
 * Monitors what the signer's keys can move: above a share of what is owed to customers, the rest belongs into cold storage
 * (security rule C4). It only alerts; transfers to cold storage are made by people.
 */
import { houseAccounts } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { listReconciliations } from '@salar/store/tables/operators/reconciliation';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { Log } from '../ports/log.ts';

const millionth = 1_000_000n;

export type HotWalletCapOptions = {
  readonly database: Database;
  readonly ledger: LedgerPort;
  /** The share of what is owed, in millionths. */
  readonly capPpm: bigint;
  readonly log: Log;
};

export class HotWalletCap {
  readonly #options: HotWalletCapOptions;
  /** Products above their cap that were reported already. */
  readonly #reported = new Set<ProductId>();

  constructor(options: HotWalletCapOptions) {
    this.#options = options;
  }

  /** Compares once, by the last reconciliation; a product above its cap is reported once until it is below again. */
  async work(): Promise<void> {
    const { database, log } = this.#options;
    const held = new Map<ProductId, bigint>();
    for (const { productId, part, found } of await listReconciliations(database))
      if (part !== 'books' && part !== 'banks') held.set(productId, (held.get(productId) ?? 0n) + found);
    for (const [productId, hot] of held) {
      const cap = ((await this.#computeOwedToCustomers(productId)) * this.#options.capPpm) / millionth;
      if (hot <= cap) this.#reported.delete(productId);
      else if (!this.#reported.has(productId)) {
        this.#reported.add(productId);
        const sums = { hot: hot.toString(), cap: cap.toString(), toMove: (hot - cap).toString() };
        log.error(
          { productId, ...sums },
          'ALERT: hot wallets hold more than their share; move the rest to cold storage',
        );
      }
    }
  }

  /** Computes what is owed to customers: all accounts sum to zero, so it is the negative sum of the house's accounts. */
  #computeOwedToCustomers(productId: ProductId): Promise<bigint> {
    return this.#options.ledger.read((view) => {
      const house = Object.values(houseAccounts).map((account) => view.position(account, productId).total);
      return house.reduce<bigint>((owed, total) => owed - total, 0n);
    });
  }
}
