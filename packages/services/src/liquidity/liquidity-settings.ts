/** How the house quotes: per instrument a ladder, per product how much it may hold. */
import type { Minor } from '@salar/protocol';
import type { LadderShape } from './quote-ladder.ts';

export type LiquiditySettings = {
  /** By symbol; an instrument without one is not quoted. */
  readonly shapes: ReadonlyMap<string, LadderShape>;
  /** By product symbol; a product without limits is traded down to nothing and up to everything. */
  readonly inventory: ReadonlyMap<string, InventoryLimits>;
};

/** Minor units. */
export type InventoryLimits = {
  /** What we would like to hold: quotes lean towards it. */
  readonly target: Minor;
  /** Below it nothing more of the product is offered. */
  readonly min: Minor;
  /** Above it nothing more of the product is bought; left out, there is no such limit. */
  readonly max?: Minor;
};
