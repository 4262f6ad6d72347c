/** Keeps the engine's reference prices (limits, price collar) close to the external ones, with few commands. */
import { minor, computeUnit } from '@salar/protocol';
import type { Product } from '@salar/engine';
import { Loop } from '../background/loop.ts';
import { referenceScale } from '../ports/reference-prices.ts';
import type { Log } from '../ports/log.ts';
import type { GuardedPrices } from '../ports/reference-prices.ts';
import type { ConfirmedPrices } from './confirmed-prices.ts';
import type { CommandPort } from './liquidity.ts';

export type ReferencePriceUpdaterOptions = {
  readonly sequencer: CommandPort;
  readonly prices: GuardedPrices;
  readonly confirmed: Pick<ConfirmedPrices, 'confirm' | 'doubt' | 'note'>;
  /** The product in which limits are expressed. */
  readonly notionalSymbol: string;
  readonly log: Log;
};

/** A price is submitted when it moved by more than this many hundred-thousandths: 0.2 %. */
const moveMin = 200n;
const hundredThousand = 100_000n;
const checkMs = 2_000;

export class ReferencePriceUpdater {
  readonly #options: ReferencePriceUpdaterOptions;
  readonly #loop: Loop;

  constructor(options: ReferencePriceUpdaterOptions) {
    this.#options = options;
    const { log } = options;
    this.#loop = new Loop({
      name: 'reference prices',
      intervalMs: checkMs,
      log,
      work: () => this.submitMoved(),
    });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /**
   * Submits every price that moved far enough, or that the engine does not have yet, and confirms those that the engine
   * has. The notional product's own price is in the catalogue.
   */
  async submitMoved(): Promise<void> {
    const { sequencer, notionalSymbol } = this.#options;
    const products = sequencer.undurable.products();
    const notional = products.find((product) => product.symbol === notionalSymbol);
    if (notional === undefined) return;
    const unit = computeUnit(notional.decimals);
    for (const product of products) if (product !== notional) await this.#submit(product, unit);
  }

  /** @param unit  minor units of one whole unit of the notional product */
  async #submit({ productId, symbol }: Pick<Product, 'productId' | 'symbol'>, unit: bigint): Promise<void> {
    const { sequencer, notionalSymbol, prices, confirmed } = this.#options;
    const instrument = `${symbol}${notionalSymbol}`;
    const reference = prices.findPrice(instrument);
    if (reference === null) {
      if (prices.isDoubtful(instrument)) confirmed.doubt(productId);
      return;
    }
    const price = minor((reference.price * unit) / referenceScale);
    const known = sequencer.undurable.referencePrice(productId);
    const isMoved = known === null || hasMoved(known, price);
    if (isMoved) {
      const outcome = await sequencer.submit({ type: 'SetReferencePrice', productId, price });
      if (!outcome.ok) return; // such as a price below the smallest unit
    }
    confirmed.note(productId, { price: isMoved ? price : known, former: known });
    confirmed.confirm(productId, reference.at);
  }
}

function hasMoved(known: bigint, price: bigint): boolean {
  const difference = known > price ? known - price : price - known;
  return difference * hundredThousand > known * moveMin;
}
