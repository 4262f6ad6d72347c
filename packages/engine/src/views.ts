/** Read-only copies of the engine's state for callers, who never see its own objects. */
import { minor } from '@salar/protocol';
import type {
  AccountId,
  AccountKind,
  FeeTier,
  InstrumentState,
  Lots,
  MarketCause,
  Minor,
  ProductId,
  TicketId,
} from '@salar/protocol';
import { getCurrentStop } from './book/order.ts';
import type { BookLevel } from './book/price-level.ts';
import { isReached } from './book/stop-book.ts';
import type { Withdrawal, WithdrawalState } from './funds/withdrawal.ts';
import { findSizeRefusal } from './orders/order-limits.ts';
import type { SizeLimits } from './orders/order-limits.ts';
import { getTriggerPrices } from './orders/stops/trigger-price.ts';
import type { AccountRow, Accounts } from './state/accounts.ts';
import type {
  InstrumentDefinition,
  InstrumentEntry,
  LastingCollars,
  LastTrade,
  StateChange,
} from './state/instrument-entry.ts';
import type { ProductDefinition, ProductEntry } from './state/product-entry.ts';

export type Product = ProductDefinition & { readonly halted: boolean };

export type Instrument = InstrumentDefinition & {
  readonly state: InstrumentState;
  /** Why, as customers see it. */
  readonly cause: MarketCause;
  /** The last change of the state; null before the first. */
  readonly stateChange: StateChange | null;
  readonly quantityMin: Lots;
  /** 0n means no maximum. */
  readonly quantityMax: Lots;
  /** Quote minor units. */
  readonly notionalMin: Minor;
  /** 0n means no maximum. */
  readonly notionalMax: Minor;
  /** Millionths. */
  readonly collarPpm: number;
  /** Millionths; null where limit orders have no collar. */
  readonly limitCollarPpm: number | null;
  /** The collars that follow those for a while; null while the present ones last. */
  readonly lasting: LastingCollars | null;
  /** The rates of the first tier, in millionths: what an account without volume pays. */
  readonly makerPpm: number;
  readonly takerPpm: number;
  /** Rising by volume. */
  readonly tiers: readonly FeeTier[];
};

/** Rates in millionths, and the volume that determines them, in minor units of the notional product. */
export type FeeRates = { readonly makerPpm: number; readonly takerPpm: number; readonly volume: Minor };

export type Account = {
  readonly accountId: AccountId;
  readonly kind: AccountKind;
  readonly level: number;
  readonly locked: boolean;
};

/** Minor units; available is `total - held`. */
export type AccountPosition = { readonly total: Minor; readonly held: Minor };
export type ProductPosition = AccountPosition & { readonly productId: ProductId };

export type Level1 = {
  readonly bid: BookLevel | null;
  readonly ask: BookLevel | null;
  readonly lastTrade: LastTrade | null;
};
/** Best first. */
export type Level2 = { readonly bids: BookLevel[]; readonly asks: BookLevel[] };

/** The open orders of a market. */
export type OpenOrderCounts = {
  readonly resting: number;
  /** Stops that wait for their trigger. */
  readonly waiting: number;
  /** The waiting stops whose condition holds: a market that is not running triggers none, until it runs again. */
  readonly due: number;
};

export type WithdrawalView = {
  readonly ticketId: TicketId;
  readonly state: WithdrawalState;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly amount: Minor;
  readonly fee: Minor;
  /** Its value when it was held, which counts against the limits, in minor units of the notional product. */
  readonly notional: Minor;
};

export function toProductView({ productId, symbol, name, kind, decimals, halted }: ProductEntry): Product {
  return { productId, symbol, name, kind, decimals, halted };
}

/**
 * Field by field: a spread before further fields costs hundreds of times as much, and screens request all
 * instruments.
 */
export function toInstrumentView(instrument: InstrumentEntry): Instrument {
  const { definition, tiers } = instrument;
  const [first] = tiers;
  return {
    instrumentId: definition.instrumentId,
    symbol: definition.symbol,
    baseProductId: definition.baseProductId,
    quoteProductId: definition.quoteProductId,
    tickSize: definition.tickSize,
    lotSize: definition.lotSize,
    state: instrument.state,
    cause: instrument.cause,
    stateChange: instrument.stateChange,
    quantityMin: instrument.quantityMin,
    quantityMax: instrument.quantityMax,
    notionalMin: instrument.notionalMin,
    notionalMax: instrument.notionalMax,
    collarPpm: instrument.collarPpm,
    limitCollarPpm: instrument.limitCollarPpm,
    lasting: instrument.lasting,
    makerPpm: first.makerPpm,
    takerPpm: first.takerPpm,
    tiers,
  };
}

/** Takes time proportional to the prices in the book and the waiting stops. */
export function countOpenOrders(instrument: InstrumentEntry): OpenOrderCounts {
  const { bids, asks, stops } = instrument;
  const prices = getTriggerPrices(instrument);
  let due = 0;
  for (const { side, stop } of stops.values()) {
    const price = stop === null ? null : prices[stop.terms.trigger];
    if (stop !== null && price !== null && isReached(side, getCurrentStop(stop), price)) due += 1;
  }
  return { resting: bids.countOrders() + asks.countOrders(), waiting: stops.count, due };
}

/** Counts the orders in the book that would be refused if what remains of them were placed under these limits. */
export function countRefusedOrders(instrument: InstrumentEntry, limits: SizeLimits): number {
  const { bids, asks, money } = instrument;
  const checked = { ...limits, money };
  let refused = 0;
  for (const { best } of [bids, asks])
    for (let level = best; level !== null; level = level.worse) {
      const lotCost = money.lotCost(level.price);
      for (let order = level.oldest; order !== null; order = level.next(order))
        if (findSizeRefusal(checked, order.remaining, lotCost) !== null) refused += 1;
    }
  return refused;
}

export function toAccountView(accounts: Accounts, account: AccountRow): Account {
  return {
    accountId: accounts.getId(account),
    kind: accounts.getKind(account),
    level: accounts.getDetails(account)?.level ?? 0,
    locked: accounts.isLocked(account),
  };
}

export function toWithdrawalView(accounts: Accounts, withdrawal: Withdrawal): WithdrawalView {
  const { ticketId, state, account, product, amount, fee, notional } = withdrawal;
  return {
    ticketId,
    state,
    accountId: accounts.getId(account),
    productId: product.productId,
    amount,
    fee,
    notional: minor(notional),
  };
}

export function toPosition({ positions }: ProductEntry, account: AccountRow): AccountPosition {
  return { total: minor(positions.total(account)), held: minor(positions.held(account)) };
}
