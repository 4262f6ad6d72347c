/** Remembers which reference prices of the engine agreeing sources confirm, or two operators have set. */
import type { Minor, ProductId } from '@salar/protocol';
import type { PriceTrust } from '../ports/price-trust.ts';
import { DayPrices } from './day-prices.ts';

export type ConfirmedPricesOptions = {
  /** The product in which limits are expressed: one unit of it is always worth one. */
  readonly notionalProductId: ProductId;
  /** A price that was not confirmed for this long is doubtful; null where prices are simulated and always trusted. */
  readonly ageMaxMs: number | null;
  readonly now: () => number;
};

export type Confirmation = { readonly by: 'sources' | 'operators'; readonly at: number };

/** Sources can have answered after this time. */
const startMaxMs = 60_000;

export class ConfirmedPrices implements PriceTrust {
  readonly #options: ConfirmedPricesOptions;
  readonly #startedAt: number;
  readonly #confirmations = new Map<ProductId, Confirmation>();
  readonly #days = new Map<ProductId, DayPrices>();
  /** Products whose sources were found doubtful since the start: they are not awaited. */
  readonly #doubted = new Set<ProductId>();

  constructor(options: ConfirmedPricesOptions) {
    this.#options = options;
    this.#startedAt = options.now();
  }

  /** Notes that sources agree on the price that the engine has. It replaces what operators set. */
  confirm(productId: ProductId, at: number): void {
    this.#confirmations.set(productId, { by: 'sources', at });
  }

  /** Notes the price that the engine has from sources, and the one that it had before, which counts for the time before the start. */
  note(
    productId: ProductId,
    { price, former }: { readonly price: Minor; readonly former: Minor | null },
  ): void {
    const known = this.#days.get(productId);
    const day = known ?? new DayPrices(former);
    if (known === undefined) this.#days.set(productId, day);
    day.note(price, this.#options.now());
  }

  /** Withdraws what sources confirmed. A price that operators set stays trusted. */
  doubt(productId: ProductId): void {
    this.#doubted.add(productId);
    if (this.#confirmations.get(productId)?.by === 'sources') this.#confirmations.delete(productId);
  }

  /** Notes that two operators set the price that the engine has: it is trusted until sources agree again, or it is too old. */
  setByOperators(productId: ProductId): void {
    this.#confirmations.set(productId, { by: 'operators', at: this.#options.now() });
  }

  /** Returns who confirmed a price last, however long ago; null when nobody did, or when the confirmation was withdrawn. */
  find(productId: ProductId): Confirmation | null {
    return this.#confirmations.get(productId) ?? null;
  }

  findCapPrice(productId: ProductId, present: Minor): Minor {
    const median = this.#days.get(productId)?.computeMedian(this.#options.now()) ?? present;
    return median > present ? median : present;
  }

  judge(productId: ProductId): 'trusted' | 'doubtful' | 'awaited' {
    const { notionalProductId, ageMaxMs, now } = this.#options;
    if (productId === notionalProductId || ageMaxMs === null) return 'trusted';
    const confirmation = this.#confirmations.get(productId);
    if (confirmation !== undefined && now() - confirmation.at <= ageMaxMs) return 'trusted';
    const isAwaited = confirmation === undefined && !this.#doubted.has(productId);
    return isAwaited && now() - this.#startedAt <= startMaxMs ? 'awaited' : 'doubtful';
  }
}
