/** Keeps the engine's reference prices (limits, price collar) close to the external ones, with few commands. */
import { minor, computeUnit } from '@salar/protocol';
import type { Minor } from '@salar/protocol';
import { Loop } from '../background/loop.ts';
import { referenceScale } from '../ports/reference-prices.ts';
import type { Log } from '../ports/log.ts';
import type { ReferencePrices } from '../ports/reference-prices.ts';
import type { CommandPort } from './liquidity.ts';

export type ReferencePriceUpdaterOptions = {
  readonly sequencer: CommandPort;
  readonly prices: ReferencePrices;
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

  /** Submits every price that moved far enough, or that the engine does not have yet. */
  async submitMoved(): Promise<void> {
    const { sequencer } = this.#options;
    for (const { productId, symbol } of sequencer.undurable.products()) {
      const price = this.#computeNotional(symbol);
      if (price === null) continue;
      const known = sequencer.undurable.referencePrice(productId);
      if (known !== null && !hasMoved(known, price)) continue;
      await sequencer.submit({ type: 'SetReferencePrice', productId, price });
    }
  }

  /** Computes the price of one whole unit in minor units of the notional product. */
  #computeNotional(symbol: string): Minor | null {
    const { sequencer, notionalSymbol, prices } = this.#options;
    const notional = sequencer.undurable.products().find((product) => product.symbol === notionalSymbol);
    if (!notional) return null;
    const unit = computeUnit(notional.decimals);
    if (symbol === notionalSymbol) return minor(unit);
    const reference = prices.findPrice(`${symbol}${notionalSymbol}`);
    return reference ? minor((reference.price * unit) / referenceScale) : null;
  }
}

function hasMoved(known: bigint, price: bigint): boolean {
  const difference = known > price ? known - price : price - known;
  return difference * hundredThousand > known * moveMin;
}
