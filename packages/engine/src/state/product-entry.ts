/** A product inside the engine. */
import { computeUnit } from '@salar/protocol';
import type { Minor, ProductId, ProductKind } from '@salar/protocol';
import { Positions } from '../ledger/positions.ts';
import type { Accounts } from './accounts.ts';

export class ProductEntry {
  readonly productId: ProductId;
  readonly symbol: string;
  readonly name: string;
  readonly kind: ProductKind;
  readonly decimals: number;
  /** Minor units in one whole unit. */
  readonly unit: bigint;
  readonly positions: Positions;
  halted = false;
  /** Minor units of the notional product for one whole unit. */
  referencePrice: Minor | null = null;
  /** Sum of the lines posted by the current command; zero again when it ends. */
  posted = 0n;

  constructor(definition: ProductDefinition, accounts: Accounts) {
    this.positions = new Positions(accounts);
    this.productId = definition.productId;
    this.symbol = definition.symbol;
    this.name = definition.name;
    this.kind = definition.kind;
    this.decimals = definition.decimals;
    this.unit = computeUnit(definition.decimals);
  }
}

export type ProductDefinition = {
  readonly productId: ProductId;
  readonly symbol: string;
  readonly name: string;
  readonly kind: ProductKind;
  readonly decimals: number;
};
