/** An instrument as the engine keeps it: definition, both sides of its book, and what is worked out from them. */
import type {
  InstrumentId,
  InstrumentState,
  Lots,
  Millis,
  Minor,
  ProductId,
  Ticks,
  TradeId,
} from '@salar/protocol';
import { BookSide } from '../book/book-side.ts';
import { Money } from '../orders/money.ts';
import type { ProductEntry } from './product-entry.ts';

export class InstrumentEntry {
  readonly definition: InstrumentDefinition;
  readonly base: ProductEntry;
  readonly quote: ProductEntry;
  /** Turns ticks and lots into amounts. */
  readonly money: Money;
  readonly bids = new BookSide('buy');
  readonly asks = new BookSide('sell');
  state: InstrumentState = 'running';
  makerPpm = 0;
  takerPpm = 0;
  lastTrade: LastTrade | null = null;
  /** Prices a market order may trade at, both included; no bounds until both products have a reference price. */
  collarLow = 1;
  collarHigh = Number.MAX_SAFE_INTEGER;

  constructor(definition: InstrumentDefinition, base: ProductEntry, quote: ProductEntry) {
    this.definition = definition;
    this.base = base;
    this.quote = quote;
    this.money = new Money(definition.tickSize, definition.lotSize, base.unit);
  }
}

export type InstrumentDefinition = {
  readonly instrumentId: InstrumentId;
  readonly symbol: string;
  readonly baseProductId: ProductId;
  readonly quoteProductId: ProductId;
  readonly tickSize: Minor;
  readonly lotSize: Minor;
  readonly quantityMin: Lots;
  readonly notionalMin: Minor;
};

export type LastTrade = {
  readonly price: Ticks;
  readonly quantity: Lots;
  readonly at: Millis;
  readonly tradeId: TradeId;
};
