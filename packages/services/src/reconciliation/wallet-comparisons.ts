/**
 * Keeps the last comparison of each wallet since the start, in memory. The rows of the table are for people to read: money is neither
 * moved nor booked by what somebody may have written there.
 */
import type { ProductId } from '@salar/protocol';

/** Minor units. */
export type WalletComparison = {
  /** The network's name. */
  readonly part: string;
  readonly productId: ProductId;
  readonly expected: bigint;
  readonly found: bigint;
};

export class WalletComparisons {
  readonly #last = new Map<string, WalletComparison>();

  note(comparison: WalletComparison): void {
    this.#last.set(toKey(comparison), comparison);
  }

  /** Returns null before the first comparison since the start. */
  find(of: Pick<WalletComparison, 'part' | 'productId'>): WalletComparison | null {
    return this.#last.get(toKey(of)) ?? null;
  }

  list(): readonly WalletComparison[] {
    return [...this.#last.values()];
  }
}

function toKey({ part, productId }: Pick<WalletComparison, 'part' | 'productId'>): string {
  return `${productId} ${part}`;
}
