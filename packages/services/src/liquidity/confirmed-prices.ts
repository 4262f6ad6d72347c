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

/** A price, and the one that the engine had before it. */
type PriceChange = { readonly price: Minor; readonly former: Minor | null };

const minuteMs = 60_000;
/** Sources can have answered after this time. */
const startMaxMs = minuteMs;

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

  /** Notes the price that the engine has, and the one that it had before, which counts for the time before the start. */
  note(productId: ProductId, change: PriceChange): void {
    this.#note(productId, change, this.#options.now());
  }

  /** Withdraws what sources confirmed. A price that operators set stays trusted. */
  doubt(productId: ProductId): void {
    this.#doubted.add(productId);
    if (this.#confirmations.get(productId)?.by === 'sources') this.#confirmations.delete(productId);
  }

  /**
   * Notes that two operators set the price that the engine has: it is trusted until sources agree again, or it is too old. It counts
   * for the median from the next minute, because this one may have a price of the sources.
   */
  setByOperators(productId: ProductId, change: PriceChange): void {
    const at = this.#options.now();
    this.#confirmations.set(productId, { by: 'operators', at });
    this.#note(productId, change, at + minuteMs);
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

  #note(productId: ProductId, { price, former }: PriceChange, at: number): void {
    const known = this.#days.get(productId);
    const day = known ?? new DayPrices(former);
    if (known === undefined) this.#days.set(productId, day);
    day.note(price, at);
  }
}
