/** The state of the naive engine, with look-ups by lists and loops. */
import { houseAccounts } from '@salar/protocol';
import type {
  DefineInstrument,
  DefineProduct,
  HoldWithdrawal,
  InstrumentState,
  MarketCause,
  OrderOrigin,
  OrderPlaced,
  OrderReason,
  OrderStatus,
  PlaceOrder,
  Side,
  StopTrigger,
} from '@salar/protocol';

export type NaiveProduct = DefineProduct & { halted: boolean; referencePrice: bigint | null };
export type NaiveTier = {
  readonly volumeMin: bigint;
  readonly makerPpm: number;
  readonly takerPpm: number;
};
export type NaiveInstrument = DefineInstrument & {
  readonly base: NaiveProduct;
  readonly quote: NaiveProduct;
  state: InstrumentState;
  cause: MarketCause;
  /** Null until the state has changed once. */
  stateChange: { readonly before: InstrumentState; readonly at: number } | null;
  minimums: { quantity: bigint; notional: bigint };
  /** 0n means no maximum. */
  maximums: { quantity: bigint; notional: bigint };
  collarPpm: bigint;
  limitCollarPpm: bigint | null;
  /** The collars of before those for a while, which end at `until`. */
  before: {
    readonly collarPpm: bigint;
    readonly limitCollarPpm: bigint | null;
    readonly until: number;
  } | null;
  isAltered: boolean;
  tiers: readonly NaiveTier[];
  lastTrade: number | null;
};
export type NaiveAccount = {
  readonly id: number;
  readonly kind: string;
  level: number;
  locked: boolean;
  readonly tickets: NaiveTicket[];
  /** Value of its trades in the notional product, per UTC day with trades. */
  readonly volumes: { readonly day: number; volume: bigint }[];
};
export type NaiveOrder = {
  readonly id: number;
  readonly command: PlaceOrder;
  readonly account: NaiveAccount;
  readonly instrument: NaiveInstrument;
  readonly side: Side;
  /** Its limit price; 0 without one. */
  price: number;
  /** Lots ordered, minus what `ModifyOrder` removed. */
  quantity: bigint;
  left: bigint;
  executed: bigint;
  notional: bigint;
  isWaiting: boolean;
  currentStop: number;
  /** The price for which a waiting buy sets funds aside. */
  readonly fundsPrice: number;
  /** Lots that the book shows while it rests. */
  shown: bigint;
  /** Among orders at one price, the lower number comes first. */
  queueNumber: number;
  pair: NaiveOrder | null;
  readonly origin: OrderOrigin | null;
};
export type NaiveTicket = HoldWithdrawal & {
  /** When the hold began. */
  readonly at: number;
  readonly notional: bigint;
  state: 'held' | 'settled' | 'released' | 'returned';
};
export type NaiveTrade = {
  readonly tradeId: number;
  readonly instrumentId: number;
  readonly takerSide: Side;
  readonly takerId: number;
  readonly makerId: number;
  readonly price: number;
  readonly quantity: bigint;
  readonly notional: bigint;
  readonly takerFee: bigint;
  readonly makerFee: bigint;
  /** The maker's remaining lots. */
  readonly makerLeft: bigint;
};
export type NaiveEnd = {
  readonly orderId: number;
  readonly status: OrderStatus;
  readonly reason: OrderReason;
  readonly executed: bigint;
  readonly notional: bigint;
};

export class NaiveState {
  readonly products = new Map<number, NaiveProduct>();
  readonly instruments = new Map<number, NaiveInstrument>();
  readonly accounts = new Map<number, NaiveAccount>();
  readonly providerHalts = new Map<number, { deposits: boolean; withdrawals: boolean }>();
  readonly levels = new Map<number, { day: bigint | null; month: bigint | null }>();
  /** The content of each deposit or transfer key. */
  readonly keys = new Map<string, string>();
  /** Keys of deposits that the chain reverted. */
  readonly lost = new Set<string>();
  readonly tickets = new Map<number, NaiveTicket>();
  readonly totals = new Map<string, bigint>();
  /** The last outcome of each account under each client order id. */
  readonly outcomes = new Map<string, { readonly content: string; readonly outcome: OrderPlaced }>();
  readonly trades: NaiveTrade[] = [];
  readonly ends: NaiveEnd[] = [];
  /** Resting and waiting orders, oldest first. */
  open: NaiveOrder[] = [];
  orderCount = 0;
  queueCount = 0;
  /** Time of the current command. */
  now = 0;
  /** The exchange's offset from UTC. */
  dayOffsetMinutes = 0;

  constructor() {
    for (const id of Object.values(houseAccounts)) {
      this.accounts.set(id, { id, kind: 'house', level: 0, locked: false, tickets: [], volumes: [] });
    }
  }

  total(accountId: number, productId: number): bigint {
    return this.totals.get(`${accountId} ${productId}`) ?? 0n;
  }

  pay(source: number, target: number, productId: number, amount: bigint): void {
    this.totals.set(`${source} ${productId}`, this.total(source, productId) - amount);
    this.totals.set(`${target} ${productId}`, this.total(target, productId) + amount);
  }

  /** @param removed orders that count as gone */
  held(accountId: number, productId: number, removed: readonly NaiveOrder[] = []): bigint {
    let held = 0n;
    for (const order of this.open) {
      if (order.account.id !== accountId || removed.includes(order)) continue;
      const need = computeNeed(order);
      if (need.productId !== productId) continue;
      const isSecond = order.pair !== null && order.pair.id < order.id && !removed.includes(order.pair);
      const first = isSecond ? order.pair : null;
      held += first === null ? need.amount : subtractToZero(need.amount, computeNeed(first).amount);
    }
    for (const ticket of this.accounts.get(accountId)?.tickets ?? []) {
      if (ticket.state === 'held' && ticket.productId === productId) held += ticket.amount;
    }
    return held;
  }

  available(accountId: number, productId: number, removed: readonly NaiveOrder[] = []): bigint {
    return this.total(accountId, productId) - this.held(accountId, productId, removed);
  }

  resting(instrument: NaiveInstrument, side: Side, removed: readonly NaiveOrder[] = []): NaiveOrder[] {
    return this.open.filter(
      (order) =>
        order.instrument === instrument &&
        order.side === side &&
        !order.isWaiting &&
        !removed.includes(order),
    );
  }

  /** Returns the best price of a side of the book. */
  best(instrument: NaiveInstrument, side: Side, removed: readonly NaiveOrder[] = []): number | null {
    const prices = this.resting(instrument, side, removed).map((order) => order.price);
    if (prices.length === 0) return null;
    return side === 'buy' ? Math.max(...prices) : Math.min(...prices);
  }

  triggerPrice(
    instrument: NaiveInstrument,
    trigger: StopTrigger,
    removed: readonly NaiveOrder[] = [],
  ): number | null {
    if (trigger === 'last') return instrument.lastTrade;
    return this.best(instrument, trigger === 'bid' ? 'buy' : 'sell', removed);
  }
}

/** Computes what an open order must hold if it has no partner. */
export function computeNeed(order: NaiveOrder): { readonly productId: number; readonly amount: bigint } {
  return computeCost(
    order.instrument,
    order.side,
    order.left,
    order.isWaiting ? order.fundsPrice : order.price,
  );
}

/** Computes what an order may cost. */
export function computeCost(instrument: NaiveInstrument, side: Side, lots: bigint, price: number) {
  if (side === 'sell') return { productId: instrument.baseProductId, amount: lots * instrument.lotSize };
  const cost = BigInt(price) * instrument.tickSize * lots * instrument.lotSize;
  return { productId: instrument.quoteProductId, amount: divideUp(cost, computeUnit(instrument.base)) };
}

/** Computes the value of lots at a price, in quote minor units. */
export function computeNotional(instrument: NaiveInstrument, price: number, lots: bigint): bigint {
  return (BigInt(price) * instrument.tickSize * lots * instrument.lotSize) / computeUnit(instrument.base);
}

export function computeUnit(product: NaiveProduct): bigint {
  return 10n ** BigInt(product.decimals);
}

export function otherSide(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

export function subtractToZero(amount: bigint, covered: bigint): bigint {
  return amount > covered ? amount - covered : 0n;
}

export function divideUp(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return quotient * divisor === dividend ? quotient : quotient + 1n;
}

export function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
