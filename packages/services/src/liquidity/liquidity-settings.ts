/** Settings of the house's quotes: a ladder per instrument, inventory limits per product. */
import type { Minor } from '@salar/protocol';
import type { LadderShape } from './quote-ladder.ts';

export type LiquiditySettings = {
  /** By symbol; an instrument without one is not quoted. */
  readonly shapes: ReadonlyMap<string, LadderShape>;
  /** By product symbol; a product without limits is traded down to zero and up to any amount. */
  readonly inventory: ReadonlyMap<string, InventoryLimits>;
};

/** Amounts in minor units. */
export type InventoryLimits = {
  /** The desired holding: quotes are skewed towards it. */
  readonly target: Minor;
  /** Below it the product is not offered. */
  readonly min: Minor;
  /** Above it the product is not bought; without it there is no such limit. */
  readonly max?: Minor;
};
