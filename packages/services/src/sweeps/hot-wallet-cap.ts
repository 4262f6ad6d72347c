/**
 * Monitors what the signer's keys can move: above a share of what is owed to customers, the rest belongs into cold storage
 * (security rule C4). Networks with a cold address send it there; for the others it is an alert.
 */
import { houseAccounts } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { Log } from '../ports/log.ts';
import type { WalletComparisons } from '../reconciliation/wallet-comparisons.ts';
import type { HouseShares } from './house-shares.ts';

const millionth = 1_000_000n;

export type HotWalletCapOptions = {
  readonly comparisons: WalletComparisons;
  readonly ledger: LedgerPort;
  readonly houseShares: HouseShares;
  /** The share of what is owed, in millionths. */
  readonly capPpm: bigint;
  readonly log: Log;
};

/** The share of the hot wallets in a product, their balance, and the excess; negative below the share. */
export type HotShare = { readonly cap: bigint; readonly hot: bigint; readonly excess: bigint };

/** Computes the part of the share that a move to cold storage leaves, so that not every deposit causes one. */
export function computeKept({ cap }: Pick<HotShare, 'cap'>): bigint {
  return (cap * 8n) / 10n;
}

export class HotWalletCap {
  readonly #options: HotWalletCapOptions;
  /** Products above their cap that were reported already. */
  readonly #reported = new Set<ProductId>();
  /** Balances of cold storage by network; a network with a cold address is null until they were read. */
  readonly #cold = new Map<string, ReadonlyMap<ProductId, bigint> | null>();

  constructor(options: HotWalletCapOptions) {
    this.#options = options;
  }

  /** Announces a network whose cold storage is part of its reconciliation. */
  expectCold(network: string): void {
    if (!this.#cold.has(network)) this.#cold.set(network, null);
  }

  /** Records the balances of a network's cold storage. */
  noteCold(network: string, balances: ReadonlyMap<ProductId, bigint>): void {
    this.#cold.set(network, balances);
  }

  /**
   * Computes by the last comparison since the start; returns null while the balances of a cold storage or of a house wallet are not
   * known. The house's own money, where it is apart, has no part in the share.
   */
  async computeShare(productId: ProductId): Promise<HotShare | null> {
    let hot = 0n;
    for (const one of this.#options.comparisons.list()) if (one.productId === productId) hot += one.found;
    for (const balances of this.#cold.values()) {
      if (balances === null) return null;
      hot -= balances.get(productId) ?? 0n;
    }
    const ofHouse = this.#options.houseShares.sumHeld(productId);
    if (ofHouse === null) return null;
    hot -= ofHouse;
    const cap = ((await this.#computeOwedToCustomers(productId)) * this.#options.capPpm) / millionth;
    return { cap, hot, excess: hot - cap };
  }

  /** Compares once, by the last reconciliation; a product above its cap is reported once until it is below again. */
  async work(): Promise<void> {
    const { comparisons, log } = this.#options;
    for (const productId of new Set(comparisons.list().map((one) => one.productId))) {
      const share = await this.computeShare(productId);
      if (share === null) continue;
      const { hot, cap, excess } = share;
      if (excess <= 0n) this.#reported.delete(productId);
      else if (!this.#reported.has(productId)) {
        this.#reported.add(productId);
        const sums = { hot: hot.toString(), cap: cap.toString(), toMove: excess.toString() };
        log.error(
          { productId, ...sums },
          'ALERT: hot wallets hold more than their share; the rest belongs into cold storage',
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
