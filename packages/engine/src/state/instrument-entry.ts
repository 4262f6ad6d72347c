/** An instrument inside the engine: definition, both sides of its book, and derived values. */
import { lots, minor } from '@salar/protocol';
import type {
  InstrumentId,
  InstrumentState,
  Lots,
  MarketCause,
  Millis,
  Minor,
  ProductId,
  Ticks,
  TradeId,
} from '@salar/protocol';
import { BookSide } from '../book/book-side.ts';
import type { PriceQueues } from '../book/order-links.ts';
import { StopBook } from '../book/stop-book.ts';
import type { FeeTiers } from '../fees/fee-tiers.ts';
import { Money } from './money.ts';
import type { ProductEntry } from './product-entry.ts';

export class InstrumentEntry {
  readonly definition: InstrumentDefinition;
  readonly base: ProductEntry;
  readonly quote: ProductEntry;
  /** Converts ticks and lots to amounts. */
  readonly money: Money;
  readonly bids: BookSide;
  readonly asks: BookSide;
  readonly stops: StopBook;
  /** True when its stops have to be checked at the end of the current command. */
  isUnsettled = false;
  state: InstrumentState = 'running';
  /** Why, as customers see it. */
  cause: MarketCause = 'none';
  /** Null until the state changes for the first time. */
  stateChange: StateChange | null = null;
  /** Rising by volume; never empty. */
  tiers: FeeTiers = [{ volumeMin: minor(0n), makerPpm: 0, takerPpm: 0 }];
  /** Limits for orders; a maximum of 0n means no maximum. */
  quantityMin = lots(0n);
  quantityMax = lots(0n);
  /** Quote minor units. */
  notionalMin = minor(0n);
  notionalMax = minor(0n);
  /** Millionths: how far from the reference price market orders may trade. */
  collarPpm = 50_000; // security rule O2
  /** Millionths: how far from the reference price limit orders may trade; null without a bound. */
  limitCollarPpm: number | null = null;
  /** The collars that apply again when those for a while end; null while the present ones last. */
  lasting: LastingCollars | null = null;
  /** True after the first `AlterInstrument` or `SetCollars`. From then on the last trade bounds market orders too. */
  isAltered = false;
  lastTrade: LastTrade | null = null;
  /** Bounds by the reference prices, in ticks; null until both products have one. Use `computeCollarPrice`. */
  referenceCollar: PriceBounds | null = null;
  /** Bounds of limit orders; every price while the instrument has no such collar, or a product has no reference price. */
  limitCollar: PriceBounds = everyPrice;

  /** @param links of the queues at the prices of all instruments */
  constructor(definition: InstrumentDefinition, base: ProductEntry, quote: ProductEntry, links: PriceQueues) {
    this.definition = definition;
    this.base = base;
    this.quote = quote;
    this.bids = new BookSide('buy', links);
    this.asks = new BookSide('sell', links);
    this.stops = new StopBook(links);
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
};

export type LastingCollars = {
  readonly collarPpm: number;
  readonly limitCollarPpm: number | null;
  /** From when on they apply. */
  readonly until: Millis;
};

/** The last change of a market's state. */
export type StateChange = { readonly before: InstrumentState; readonly at: Millis };

/** The lowest and the highest price at which an order may trade, in ticks. */
export type PriceBounds = { readonly low: number; readonly high: number };
export const everyPrice: PriceBounds = { low: 1, high: Number.MAX_SAFE_INTEGER };

export type LastTrade = {
  readonly price: Ticks;
  readonly quantity: Lots;
  readonly at: Millis;
  readonly tradeId: TradeId;
};
