/**
 * A fixture for engine tests: an engine with a few products and instruments, which stamps commands and collects the
 * events.
 *
 * Amounts are small on purpose. BTC has 3 decimals, USDT and COP have 2. On BTCUSDT (10), one tick x one lot is
 * 0.07 minor units of USDT, so notionals are rounded; an order has at least 2 lots and 14 minor units of USDT. On
 * BTCCOP (20), one tick x one lot is exactly one minor unit of COP, without minimums.
 */
import { Engine } from '@salar/engine';
import {
  accountId,
  houseAccounts,
  instrumentId,
  lots,
  millis,
  minor,
  orderId,
  productId,
  sequence,
  ticketId,
  ticks,
  userId,
} from '@salar/protocol';
import type {
  AccountId,
  Command,
  EventSink,
  HoldWithdrawal,
  InstrumentId,
  InstrumentState,
  MarketCause,
  Millis,
  ModifyOrder,
  OrderPlaced,
  OrderRecord,
  OrderTerms,
  OutcomeOf,
  PlaceLimitOrder,
  PlaceMarketOrder,
  PlaceOrder,
  PlaceStopOrder,
  Posting,
  ProductId,
  ReplaceOrder,
  SetInstrumentState,
  Side,
  StopTrigger,
  StopType,
  TimeInForce,
  Trade,
} from '@salar/protocol';

export const btc = productId(1);
export const usdt = productId(2);
export const cop = productId(3);
export const btcUsdt = instrumentId(10);
export const btcCop = instrumentId(20);
export const ana = accountId(1001);
export const beto = accountId(1002);
export const carla = accountId(1003);

/** Collects all events, in order. */
export class EventLog implements EventSink {
  readonly working: OrderRecord[] = [];
  readonly closed: OrderRecord[] = [];
  readonly trades: Trade[] = [];
  readonly postings: Posting[] = [];
  readonly all: unknown[] = [];

  orderWorking(order: OrderRecord): void {
    this.working.push(order);
    this.all.push(order);
  }
  orderClosed(order: OrderRecord): void {
    this.closed.push(order);
    this.all.push(order);
  }
  trade(trade: Trade): void {
    this.trades.push(trade);
    this.all.push(trade);
  }
  posting(posting: Posting): void {
    this.postings.push(posting);
    this.all.push(posting);
  }
}

/** Products, instruments, level 1 without limits, and three customers of level 1. */
export const openingCommands: readonly Command[] = [
  { type: 'DefineProduct', productId: btc, symbol: 'BTC', name: 'Bitcoin', kind: 'crypto', decimals: 3 },
  { type: 'DefineProduct', productId: usdt, symbol: 'USDT', name: 'Tether', kind: 'crypto', decimals: 2 },
  { type: 'DefineProduct', productId: cop, symbol: 'COP', name: 'Peso', kind: 'fiat', decimals: 2 },
  {
    type: 'DefineInstrument',
    instrumentId: btcUsdt,
    symbol: 'BTCUSDT',
    baseProductId: btc,
    quoteProductId: usdt,
    tickSize: minor(7n),
    lotSize: minor(10n),
    quantityMin: lots(2n),
    notionalMin: minor(14n),
  },
  {
    type: 'DefineInstrument',
    instrumentId: btcCop,
    symbol: 'BTCCOP',
    baseProductId: btc,
    quoteProductId: cop,
    tickSize: minor(1000n),
    lotSize: minor(1n),
    quantityMin: lots(0n),
    notionalMin: minor(0n),
  },
  { type: 'DefineLevel', level: 1, dailyLimit: null, monthlyLimit: null },
  ...[ana, beto, carla].flatMap((id): Command[] => [
    { type: 'OpenAccount', accountId: id, kind: 'customer' },
    { type: 'SetAccountLevel', accountId: id, level: 1 },
  ]),
];

export class EngineFixture {
  readonly log = new EventLog();
  engine: Engine = new Engine(this.log);
  /** Every command applied, to be replayed. */
  readonly journal: { readonly command: Command; readonly at: Millis }[] = [];
  at: Millis = millis(Date.UTC(2026, 0, 15, 12));
  #keys = 0;

  constructor() {
    for (const command of openingCommands) this.apply(command);
  }

  apply<C extends Command>(command: C): OutcomeOf<C> {
    this.journal.push({ command, at: this.at });
    return this.engine.apply(command, { sequence: sequence(this.journal.length), at: this.at });
  }

  /** Funds an account as the operator would. */
  fund(account: AccountId, product: ProductId, amount: bigint): void {
    const outcome = this.apply({
      type: 'TransferFunds',
      sourceAccountId: houseAccounts.operatorFunding,
      targetAccountId: account,
      productId: product,
      amount: minor(amount),
      key: `fund ${++this.#keys}`,
    });
    if (!outcome.ok) throw new Error(`funding was refused: ${outcome.refusal}`);
  }

  /** Places an order and expects it to be accepted. */
  place(command: PlaceOrder): OrderPlaced {
    const outcome = this.apply(command);
    if (!outcome.ok) throw new Error(`the order was refused: ${outcome.refusal}`);
    return outcome.value;
  }

  /** Lets two other accounts trade one lot on BTCCOP, so that its price becomes the last. They need funds for it. */
  tradeAt(price: number): void {
    this.place(limitOrder('sell', 1, price, { account: beto }));
    this.place(limitOrder('buy', 1, price, { account: carla }));
  }

  /** Describes an order's status and reason: 'working accepted', 'filled trade', 'canceled oco'. */
  describeOrder(id: number): string {
    const record = this.engine.order(orderId(id)) ?? this.log.closed.find((one) => one.orderId === id);
    return record === undefined ? 'unknown' : `${record.status} ${record.reason}`;
  }

  /** Returns total and held as one short text: '100/25'. */
  position(account: AccountId, product: ProductId): string {
    const { total, held } = this.engine.position(account, product);
    return `${total}/${held}`;
  }
}

/** Creates a fixture whose three customers have 1,000 of BTC and 100,000 of COP and USDT, in minor units. */
export function createFundedFixture(): EngineFixture {
  const fixture = new EngineFixture();
  for (const account of [ana, beto, carla]) {
    fixture.fund(account, btc, 1000n);
    fixture.fund(account, cop, 100_000n);
    fixture.fund(account, usdt, 100_000n);
  }
  return fixture;
}

export type OrderChoice = {
  readonly account?: AccountId;
  readonly instrument?: InstrumentId;
  readonly timeInForce?: TimeInForce;
  readonly clientOrderId?: number;
  readonly displayQuantity?: number;
  readonly expiresAt?: number;
  /** The partner of a pair. */
  readonly oco?: number;
};
export type StopChoice = OrderChoice & {
  /** Default: the last trade. */
  readonly trigger?: StopTrigger;
  readonly stopPrice?: number;
  readonly trailingAmount?: number;
  readonly limitOffset?: number;
  /** Limit price of a stop limit. */
  readonly price?: number;
};

/** Builds a limit order; default: of ana on BTCCOP, good till canceled. */
export function limitOrder(
  side: Side,
  quantity: bigint | number,
  price: number,
  choice: OrderChoice = {},
): PlaceLimitOrder {
  return {
    ...buildCommon(side, choice),
    orderType: 'limit',
    terms: buildTerms(choice),
    timeInForce: choice.timeInForce ?? 'gtc',
    price: ticks(price),
    quantity: lots(BigInt(quantity)),
  };
}

/** Builds a market order by quantity or value; default: of ana on BTCCOP, immediate or cancel. */
export function marketOrder(
  side: Side,
  amount: { readonly quantity: number } | { readonly value: number },
  choice: OrderChoice & { readonly price?: number } = {},
): PlaceMarketOrder {
  return {
    ...buildCommon(side, choice),
    orderType: 'market',
    timeInForce: choice.timeInForce === 'fok' ? 'fok' : 'ioc',
    price: ticks(choice.price ?? 0),
    quantity: lots(BigInt('quantity' in amount ? amount.quantity : 0)),
    value: minor(BigInt('value' in amount ? amount.value : 0)),
  };
}

/** Builds a stop; default: of ana on BTCCOP, good till canceled, watching the last trade. */
export function stopOrder(
  orderType: StopType,
  side: Side,
  quantity: number,
  choice: StopChoice,
): PlaceStopOrder {
  return {
    ...buildCommon(side, choice),
    orderType,
    terms: buildTerms(choice),
    timeInForce: choice.timeInForce ?? 'gtc',
    price: ticks(choice.price ?? 0),
    quantity: lots(BigInt(quantity)),
    stop: {
      trigger: choice.trigger ?? 'last',
      stopPrice: ticks(choice.stopPrice ?? 0),
      trailingAmount: ticks(choice.trailingAmount ?? 0),
      limitOffset: ticks(choice.limitOffset ?? 0),
    },
  };
}

function buildTerms({ displayQuantity = 0, expiresAt = 0, oco = 0 }: OrderChoice): OrderTerms | null {
  if (displayQuantity === 0 && expiresAt === 0 && oco === 0) return null;
  return {
    displayQuantity: lots(BigInt(displayQuantity)),
    expiresAt: millis(expiresAt),
    ocoOrderId: orderId(oco),
  };
}

function buildCommon(side: Side, choice: OrderChoice) {
  return {
    type: 'PlaceOrder',
    accountId: choice.account ?? ana,
    userId: userId(1),
    instrumentId: choice.instrument ?? btcCop,
    side,
    clientOrderId: choice.clientOrderId ?? 0,
    isQuote: false,
  } as const;
}

export function buildReplace(id: number, replacement: PlaceOrder): ReplaceOrder {
  return { type: 'ReplaceOrder', orderId: orderId(id), replacement };
}

export function buildModify(id: number, quantity: number, account: AccountId = ana): ModifyOrder {
  return { type: 'ModifyOrder', accountId: account, orderId: orderId(id), quantity: lots(BigInt(quantity)) };
}

/** Builds a command that sets the state of BTCCOP. */
export function buildMarketState(state: InstrumentState, cause: MarketCause = 'none'): SetInstrumentState {
  return { type: 'SetInstrumentState', instrumentId: btcCop, state, cause };
}

export function buildCancel(id: number, account: AccountId = ana): Command {
  return { type: 'CancelOrder', accountId: account, orderId: orderId(id) };
}

/** Builds a withdrawal; default: of ana in COP, fee 10, ticket 1. */
export function buildWithdrawal(amount: bigint, choice: Partial<HoldWithdrawal> = {}): HoldWithdrawal {
  return {
    type: 'HoldWithdrawal',
    ticketId: ticketId(1),
    accountId: ana,
    productId: cop,
    amount: minor(amount),
    fee: minor(10n),
    ...choice,
  };
}
