/** A product as the engine keeps it. */
import { computeUnit } from '@salar/protocol';
import type { Minor, ProductId, ProductKind } from '@salar/protocol';

export class ProductEntry {
  readonly productId: ProductId;
  readonly symbol: string;
  readonly name: string;
  readonly kind: ProductKind;
  readonly decimals: number;
  /** Minor units in one whole unit. */
  readonly unit: bigint;
  /** Where an account keeps its position of this product. Follows no rule but being unique. */
  readonly index: number;
  halted = false;
  /** Minor units of the notional product for one whole unit. */
  referencePrice: Minor | null = null;
  /** Sum of the lines posted by the command at hand; back at zero when it ends. */
  posted = 0n;

  constructor(definition: ProductDefinition, index: number) {
    this.productId = definition.productId;
    this.symbol = definition.symbol;
    this.name = definition.name;
    this.kind = definition.kind;
    this.decimals = definition.decimals;
    this.unit = computeUnit(definition.decimals);
    this.index = index;
  }
}

export type ProductDefinition = {
  readonly productId: ProductId;
  readonly symbol: string;
  readonly name: string;
  readonly kind: ProductKind;
  readonly decimals: number;
};
