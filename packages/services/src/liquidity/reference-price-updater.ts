/** Keeps the engine's reference prices (limits, price collar) near the outside ones, with few commands. */
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
  /** The product in which limits are told. */
  readonly notionalSymbol: string;
  readonly log: Log;
};

/** A price is told to the engine when it moved by more than this many hundred-thousandths: 0.2 %. */
const moveMin = 200n;
const hundredThousand = 100_000n;
const lookMs = 2_000;

export class ReferencePriceUpdater {
  readonly #options: ReferencePriceUpdaterOptions;
  readonly #loop: Loop;

  constructor(options: ReferencePriceUpdaterOptions) {
    this.#options = options;
    const { log } = options;
    this.#loop = new Loop({
      name: 'reference prices',
      intervalMs: lookMs,
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

  /** Tells the engine every price that moved far enough, or that it does not know yet. */
  async submitMoved(): Promise<void> {
    const { sequencer } = this.#options;
    for (const { productId, symbol } of sequencer.engine.products()) {
      const price = this.#notionalOf(symbol);
      if (price === null) continue;
      const known = sequencer.engine.referencePrice(productId);
      if (known !== null && !hasMoved(known, price)) continue;
      await sequencer.submit({ type: 'SetReferencePrice', productId, price });
    }
  }

  /** Minor units of the notional product for one whole unit. */
  #notionalOf(symbol: string): Minor | null {
    const { sequencer, notionalSymbol, prices } = this.#options;
    const notional = sequencer.engine.products().find((product) => product.symbol === notionalSymbol);
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
