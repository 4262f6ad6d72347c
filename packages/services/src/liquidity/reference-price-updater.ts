/** Keeps the engine's reference prices (limits, price collar) near the outside ones, with few commands. */
import { minor, unitOf } from '@salar/protocol';
import type { Minor } from '@salar/protocol';
import { Loop } from '../background/loop.ts';
import { referenceScale } from '../ports/reference-prices.ts';
import type { Log } from '../ports/log.ts';
import type { ReferencePrices } from '../ports/reference-prices.ts';
import type { CommandDoor } from './liquidity.ts';

export type ReferenceKeeperOptions = {
  readonly door: CommandDoor;
  readonly prices: ReferencePrices;
  /** The product in which limits are told. */
  readonly notionalSymbol: string;
  readonly log: Log;
};

/** A price is told to the engine when it moved by more than this many hundred-thousandths: 0.2 %. */
const moveMin = 200n;
const hundredThousand = 100_000n;
const lookMs = 2_000;

export class ReferenceKeeper {
  readonly #options: ReferenceKeeperOptions;
  readonly #loop: Loop;

  constructor(options: ReferenceKeeperOptions) {
    this.#options = options;
    const { log } = options;
    this.#loop = new Loop({
      name: 'reference prices',
      intervalMs: lookMs,
      log,
      work: () => this.tellMoved(),
    });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** Tells the engine every price that moved far enough, or that it does not know yet. */
  async tellMoved(): Promise<void> {
    const { door } = this.#options;
    for (const { productId, symbol } of door.engine.products()) {
      const price = this.#notionalOf(symbol);
      if (price === null) continue;
      const known = door.engine.referencePrice(productId);
      if (known !== null && !hasMoved(known, price)) continue;
      await door.submit({ type: 'SetReferencePrice', productId, price });
    }
  }

  /** Minor units of the notional product for one whole unit. */
  #notionalOf(symbol: string): Minor | null {
    const { door, notionalSymbol, prices } = this.#options;
    const notional = door.engine.products().find((product) => product.symbol === notionalSymbol);
    if (!notional) return null;
    const unit = unitOf(notional.decimals);
    if (symbol === notionalSymbol) return minor(unit);
    const reference = prices.priceOf(`${symbol}${notionalSymbol}`);
    return reference ? minor((reference.price * unit) / referenceScale) : null;
  }
}

function hasMoved(known: bigint, price: bigint): boolean {
  const difference = known > price ? known - price : price - known;
  return difference * hundredThousand > known * moveMin;
}
