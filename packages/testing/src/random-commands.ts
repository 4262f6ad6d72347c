/**
 * An endless stream of commands that reaches every rule of the engine, the same one for the same random numbers.
 *
 * It begins with `openingCommands` and money for everyone. Then prices wander inside a narrow band so that orders meet,
 * most commands are accepted, and everything is refused now and then. What `hear` tells is used to name orders that exist;
 * a stream that hears nothing goes on by guessing.
 */
import {
  accountId,
  houseAccounts,
  instrumentId,
  lots,
  millis,
  minor,
  orderId,
  productId,
  ticketId,
  ticks,
  userId,
} from '@salar/protocol';
import type {
  AccountId,
  Command,
  InstrumentId,
  Millis,
  OrderId,
  OrderTerms,
  Outcome,
  PlaceLimitOrder,
  PlaceMarketOrder,
  PlaceOrder,
  PlaceStopOrder,
  Side,
  TicketId,
  TimeInForce,
} from '@salar/protocol';
import { openingCommands } from './engine-desk.ts';
import { Dice } from './seeded-random.ts';
import { spoiled } from './spoiled.ts';

export type StampedCommand = { readonly command: Command; readonly at: Millis };
export type CommandStreamOptions = {
  /** Time of the first command. */
  readonly startAt?: Millis;
  /** Share of commands with a value that does not belong there, from 0 to 1. */
  readonly spoiledShare?: number;
};
type KnownOrder = {
  readonly orderId: OrderId;
  readonly command: PlaceLimitOrder | PlaceStopOrder;
  /** The other half of its pair, when it was made the first one of a pair. */
  partnerId: OrderId;
};
type Wish = { readonly accountId: AccountId; readonly instrumentId: InstrumentId; readonly side: Side };

const traders = [1001, 1002, 1003, houseAccounts.liquidity].map(accountId);
const accounts = [...traders, ...[1004, 1, 2, 5, 9999].map(accountId)];
const instruments = [10, 20].map(instrumentId);
const products = [1, 2, 3].map(productId);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const knownOrdersMax = 40;
const recentMax = 30;
/** Around this many ticks both instruments trade, when the reference prices are the usual ones. */
const middle = 100;
const noTerms: OrderTerms = { displayQuantity: lots(0n), expiresAt: millis(0), ocoOrderId: orderId(0) };
const firstAmounts: Readonly<Record<number, bigint>> = { 1: 3_000n, 2: 2_500n, 3: 25_000n };
const referencePrices = [100_000n, 14_286n, 100n];

export class CommandStream {
  readonly #dice: Dice;
  readonly #spoiledShare: number;
  readonly #opening: Command[];
  readonly #orders: KnownOrder[] = [];
  readonly #recent: Command[] = [];
  readonly #tickets: TicketId[] = [];
  /** What is to be put right before long, so that trading goes on. */
  readonly #repairs: Command[] = [];
  #at: number;
  #price = middle;
  #count = 0;

  /**
   * @param random numbers from 0 up to, not including, 1: the stream's only source of chance
   */
  constructor(random: () => number, options: CommandStreamOptions = {}) {
    this.#dice = new Dice(random);
    this.#spoiledShare = options.spoiledShare ?? 0.05;
    this.#opening = [...openingCommands, ...firstMoney()];
    this.#at = options.startAt ?? Date.UTC(2027, 10, 20);
  }

  /** The next command and its time, which never goes back. */
  next(): StampedCommand {
    const opening = this.#opening.shift();
    if (opening !== undefined) return { command: opening, at: millis(this.#at) };
    this.#count += 1;
    this.#at += this.#wait();
    const command = this.#command();
    this.#recent.push(command);
    if (this.#recent.length > recentMax) this.#recent.shift();
    return { command, at: millis(this.#at) };
  }

  /** Tells the stream what became of a command. */
  hear(command: Command, outcome: Outcome): void {
    if (command.type === 'HoldWithdrawal' && outcome.ok) this.#tickets.push(command.ticketId);
    if (command.type === 'PlaceOrder') this.#learn(command, outcome);
    if (command.type === 'ReplaceOrder') {
      this.#learn(command.replacement, outcome);
      if (outcome.ok) this.#forget(command.orderId);
    }
    if (command.type === 'CancelOrder' && outcome.ok) this.#forget(command.orderId);
    if ('orderId' in command && !outcome.ok && outcome.refusal === 'order_unknown') {
      this.#forget(command.orderId);
    }
  }

  #learn(command: PlaceOrder, outcome: Outcome): void {
    if (!outcome.ok || outcome.value === null || !('orderId' in outcome.value)) return;
    if (outcome.value.status !== 'working' || command.orderType === 'market') return;
    const partnerId = command.terms?.ocoOrderId ?? orderId(0);
    const known: KnownOrder = { orderId: outcome.value.orderId, command, partnerId };
    const partner = this.#orders.find((order) => order.orderId === partnerId);
    if (partner !== undefined) partner.partnerId = known.orderId;
    this.#orders.push(known);
    if (this.#orders.length > knownOrdersMax) this.#orders.splice(this.#dice.int(0, knownOrdersMax), 1);
  }

  /** Most of the time: orders that have ended are named now and then. */
  #forget(id: OrderId): void {
    const index = this.#orders.findIndex((order) => order.orderId === id);
    if (index >= 0 && this.#dice.chance(0.9)) this.#orders.splice(index, 1);
  }

  #command(): Command {
    if (this.#repairs.length > 0 && this.#dice.chance(0.25)) return this.#repairs.shift() as Command;
    if (this.#recent.length > 0 && this.#dice.chance(0.03)) return this.#dice.pick(this.#recent);
    const command = this.#dice.weighted<() => Command>([
      [50, () => this.#order(this.#wish())],
      [8, () => this.#cancel()],
      [8, () => this.#replace()],
      [5, () => this.#modify()],
      [4, () => this.#pairFor()],
      [2, () => ({ type: 'Tick' })],
      [8, () => this.#money()],
      [5, () => this.#rule()],
    ])();
    return this.#dice.chance(this.#spoiledShare) ? spoiled(command, this.#dice) : command;
  }

  #wait(): number {
    const dice = this.#dice;
    return dice.weighted([
      [50, 0],
      [30, dice.int(1, 1000)],
      [15, dice.int(1, 3) * minute],
      [4, dice.int(1, 5) * hour],
      [0.7, day],
      [0.1, 25 * day],
    ]);
  }

  #wish(): Wish {
    const dice = this.#dice;
    return {
      accountId: dice.chance(0.02) ? dice.pick(accounts) : dice.pick(traders),
      instrumentId: dice.chance(0.01) ? instrumentId(30) : dice.pick(instruments),
      side: dice.pick(['buy', 'sell']),
    };
  }

  #order(wish: Wish): PlaceOrder {
    if (this.#dice.chance(0.05)) this.#price = middle + this.#dice.int(-8, 8);
    return this.#dice.weighted<() => PlaceOrder>([
      [55, () => this.#limitOrder(wish)],
      [15, () => this.#marketOrder(wish)],
      [30, () => this.#stopOrder(wish)],
    ])();
  }

  #base(wish: Wish) {
    const dice = this.#dice;
    return {
      ...wish,
      type: 'PlaceOrder',
      userId: userId(dice.chance(0.05) ? 8 : 7),
      clientOrderId: dice.weighted([
        [6, 0],
        [3, 100 + this.#count],
        [1, dice.int(1, 9)],
      ]),
      isQuote: wish.accountId === houseAccounts.liquidity && dice.chance(0.8),
    } as const;
  }

  #limitOrder(wish: Wish): PlaceLimitOrder {
    const quantity = this.#quantity();
    const timeInForce = this.#dice.weighted<TimeInForce>([
      [10, 'gtc'],
      [2, 'gtd'],
      [2, 'gtx'],
      [2, 'ioc'],
      [1, 'fok'],
    ]);
    return {
      ...this.#base(wish),
      orderType: 'limit',
      timeInForce,
      price: ticks(this.#price - this.#ahead(wish.side) * this.#dice.int(-5, 5)),
      quantity: lots(quantity),
      terms: this.#terms(timeInForce, timeInForce === 'ioc' || timeInForce === 'fok' ? 0n : quantity),
    };
  }

  #marketOrder(wish: Wish): PlaceMarketOrder {
    const byValue = this.#dice.chance(0.4);
    return {
      ...this.#base(wish),
      orderType: 'market',
      timeInForce: this.#dice.chance(0.7) ? 'ioc' : 'fok',
      quantity: lots(byValue ? 0n : this.#quantity()),
      value: minor(byValue ? BigInt(this.#dice.int(1, this.#dice.pick([30, 300, 4000]))) : 0n),
    };
  }

  #stopOrder(wish: Wish): PlaceStopOrder {
    const dice = this.#dice;
    const orderType = dice.pick([
      'stop_market',
      'stop_limit',
      'trailing_stop_market',
      'trailing_stop_limit',
    ] as const);
    const timeInForce = dice.weighted<TimeInForce>([
      [8, 'gtc'],
      [3, 'gtd'],
      [2, 'ioc'],
      [2, 'fok'],
      [orderType.endsWith('limit') ? 3 : 0.2, 'gtx'],
    ]);
    const trails = orderType.startsWith('trailing');
    const quantity = this.#quantity();
    const stopPrice = this.#price + this.#ahead(wish.side) * dice.int(-1, 6);
    const rests = orderType.endsWith('limit') && timeInForce !== 'ioc' && timeInForce !== 'fok';
    return {
      ...this.#base(wish),
      orderType,
      timeInForce,
      price: ticks(orderType === 'stop_limit' ? stopPrice + dice.int(-3, 3) : 0),
      quantity: lots(quantity),
      terms: this.#terms(timeInForce, rests ? quantity : 0n),
      stop: {
        trigger: dice.pick(['last', 'last', 'bid', 'ask']),
        stopPrice: ticks(trails ? 0 : stopPrice),
        trailingAmount: ticks(trails ? dice.int(1, 5) : 0),
        limitOffset: ticks(orderType === 'trailing_stop_limit' ? dice.int(0, 3) : 0),
      },
    };
  }

  /** 1 for a buy and -1 for a sell: the direction in which a price gets worse for the side. */
  #ahead(side: Side): number {
    return side === 'buy' ? 1 : -1;
  }

  #quantity(): bigint {
    return BigInt(this.#dice.int(1, this.#dice.pick([5, 40, 40])));
  }

  /** @param shownMax 0n for an order that never rests */
  #terms(timeInForce: TimeInForce, shownMax: bigint): OrderTerms | null {
    const dice = this.#dice;
    const shows = dice.chance(shownMax > 0n ? 0.2 : 0.02);
    const displayQuantity = lots(shows ? BigInt(dice.int(1, Math.max(1, Number(shownMax)))) : 0n);
    const expiresAt = millis(timeInForce === 'gtd' ? this.#at + dice.int(1, 20) * minute : 0);
    const ocoOrderId = dice.chance(0.02) ? this.#anyOrderId() : orderId(0);
    if (displayQuantity === 0n && expiresAt === 0 && ocoOrderId === 0 && dice.chance(0.9)) return null;
    return { displayQuantity, expiresAt, ocoOrderId };
  }

  /** An order that should be open, rather a late one. */
  #known(): KnownOrder | undefined {
    const last = this.#orders.length - 1;
    return this.#orders[Math.max(this.#dice.int(0, last), this.#dice.int(0, last))];
  }

  #anyOrderId(): OrderId {
    return this.#known()?.orderId ?? orderId(this.#dice.int(1, 50));
  }

  /** The other half of a pair for an order that exists. */
  #pairFor(): Command {
    const known = this.#known();
    if (known === undefined || (known.partnerId !== 0 && this.#dice.chance(0.8))) {
      return this.#order(this.#wish());
    }
    const { accountId, instrumentId, side } = known.command;
    const wish = { accountId, instrumentId, side };
    const half = known.command.orderType === 'limit' ? this.#stopOrder(wish) : this.#limitOrder(wish);
    return { ...half, terms: { ...(half.terms ?? noTerms), ocoOrderId: known.orderId } };
  }

  #replace(): Command {
    const dice = this.#dice;
    const known = this.#known();
    if (known === undefined) {
      return {
        type: 'ReplaceOrder',
        orderId: this.#anyOrderId(),
        replacement: this.#order(this.#wish()),
      };
    }
    const { accountId, instrumentId, side } = dice.chance(0.05) ? this.#wish() : known.command;
    const { clientOrderId, isQuote } = known.command;
    const replacement = dice.chance(0.6)
      ? this.#altered(known)
      : this.#order({ accountId, instrumentId, side });
    return {
      type: 'ReplaceOrder',
      orderId: known.orderId,
      replacement: {
        ...replacement,
        isQuote: dice.chance(0.03) ? !isQuote : isQuote,
        clientOrderId: dice.chance(0.5) ? clientOrderId : replacement.clientOrderId,
      },
    };
  }

  /** The same order with another quantity, and at times another price; its pair is kept at times. */
  #altered({ command: order, partnerId }: KnownOrder): PlaceOrder {
    const dice = this.#dice;
    const quantity = lots(BigInt(dice.int(1, Number(order.quantity % 50n) + 2)));
    const kept = partnerId !== 0 && dice.chance(0.7) ? partnerId : orderId(0);
    const hasTerms = order.terms !== null || kept !== 0;
    const terms = hasTerms ? { ...(order.terms ?? noTerms), ocoOrderId: kept } : null;
    if (order.orderType !== 'limit' || dice.chance(0.5)) return { ...order, quantity, terms };
    return { ...order, quantity, terms, price: ticks(order.price + dice.int(-4, 4)) };
  }

  #modify(): Command {
    const known = this.#known();
    const owner = known?.command.accountId ?? this.#dice.pick(traders);
    return {
      type: 'ModifyOrder',
      accountId: this.#dice.chance(0.03) ? this.#dice.pick(accounts) : owner,
      orderId: known?.orderId ?? this.#anyOrderId(),
      quantity: lots(this.#quantity()),
    };
  }

  #cancel(): Command {
    const dice = this.#dice;
    if (dice.chance(0.1)) {
      return {
        type: 'CancelAllOrders',
        accountId: dice.pick(accounts),
        instrumentId: dice.pick([0, 10, 20, 30].map(instrumentId)),
      };
    }
    const known = this.#known();
    const owner = known?.command.accountId ?? dice.pick(traders);
    return {
      type: 'CancelOrder',
      accountId: dice.chance(0.05) ? dice.pick(accounts) : owner,
      orderId: known?.orderId ?? this.#anyOrderId(),
    };
  }

  #money(): Command {
    const dice = this.#dice;
    const account = dice.chance(0.1) ? dice.pick(accounts) : dice.pick(traders);
    const product = dice.chance(0.03) ? productId(4) : dice.pick(products);
    const key = `${dice.chance(0.1) ? dice.int(1, this.#count) : this.#count}`;
    const amount = minor(BigInt(dice.int(1, dice.pick([500, 3000]))));
    const ticket =
      this.#tickets.length > 0 && dice.chance(0.9) ? dice.pick(this.#tickets) : ticketId(this.#count);
    return dice.weighted<() => Command>([
      [
        3,
        () => ({
          type: 'CreditDeposit',
          accountId: account,
          productId: product,
          amount,
          key,
          ticketId: ticketId(this.#count),
        }),
      ],
      [
        4,
        () => ({
          type: 'TransferFunds',
          sourceAccountId: dice.pick([5, 5, 2, 10, 1001].map(accountId)),
          targetAccountId: account,
          productId: product,
          amount,
          key,
        }),
      ],
      [
        4,
        () => ({
          type: 'HoldWithdrawal',
          ticketId: ticketId(dice.chance(0.9) ? this.#count : ticket),
          accountId: account,
          productId: product,
          amount: minor(BigInt(dice.int(0, 500))),
          fee: minor(BigInt(dice.int(0, 20))),
        }),
      ],
      [
        4,
        () => ({
          type: dice.pick(['SettleWithdrawal', 'ReleaseWithdrawal'] as const),
          ticketId: ticket,
        }),
      ],
    ])();
  }

  /** What an operator does. */
  #rule(): Command {
    const dice = this.#dice;
    const account = dice.chance(0.3) ? dice.pick(accounts) : dice.pick(traders);
    const instrument = dice.chance(0.03) ? instrumentId(30) : dice.pick(instruments);
    const product = dice.int(0, 2);
    return dice.weighted<() => Command>([
      [4, () => this.#referencePrice(product)],
      [2, () => this.#marketState(instrument)],
      [2, () => this.#feeTiers(instrument)],
      [
        1,
        () => ({
          type: 'DefineFeeSchedule',
          instrumentId: instrument,
          makerPpm: dice.pick([0, 1000, 500_000, 1_000_000]),
          takerPpm: dice.pick([0, 2000, 333_333, 1_000_000]),
        }),
      ],
      [2, () => this.#alteration(instrument)],
      [
        1,
        () => {
          this.#repairs.push({ type: 'SetAccountLock', accountId: account, locked: false });
          return { type: 'SetAccountLock', accountId: account, locked: true };
        },
      ],
      [1, () => ({ type: 'SetAccountLevel', accountId: account, level: dice.pick([0, 1, 1, 2, 3]) })],
      [
        1,
        () => ({
          type: 'DefineLevel',
          level: 2,
          dailyLimit: dice.chance(0.5) ? null : minor(BigInt(dice.int(0, 900))),
          monthlyLimit: dice.chance(0.3) ? null : minor(BigInt(dice.int(0, 2000))),
        }),
      ],
      [
        1,
        () => {
          this.#repairs.push({
            type: 'SetProductHalt',
            productId: productId(product + 1),
            halted: false,
          });
          return { type: 'SetProductHalt', productId: productId(product + 1), halted: true };
        },
      ],
      [0.5, () => ({ type: 'OpenAccount', accountId: account, kind: dice.pick(['customer', 'house']) })],
      [0.5, () => dice.pick(openingCommands)],
      [0.5, () => this.#definition()],
    ])();
  }

  /** Something new to own or to trade, more often than not badly defined. */
  #definition(): Command {
    const dice = this.#dice;
    const symbol = dice.pick(['', 'BTC', `N${this.#count}`, `N${this.#count}`]);
    if (dice.chance(0.4)) {
      return {
        type: 'DefineProduct',
        productId: productId(dice.pick([0, 5, 5, 6])),
        symbol,
        name: symbol,
        kind: 'crypto',
        decimals: dice.pick([-1, 0, 18, 19]),
      };
    }
    return {
      type: 'DefineInstrument',
      instrumentId: instrumentId(dice.pick([0, 40, 40, 50])),
      symbol,
      baseProductId: productId(dice.pick([1, 1, 2, 5, 9])),
      quoteProductId: productId(dice.pick([1, 2, 3, 3])),
      tickSize: minor(dice.pick([0n, 1n, 5n, 5n])),
      lotSize: minor(dice.pick([0n, 1n, 5n, 5n])),
      quantityMin: lots(dice.pick([-1n, 0n, 1n, 1n])),
      notionalMin: minor(dice.pick([-1n, 0n, 1n, 1n])),
    };
  }

  #referencePrice(product: number): Command {
    const usual = referencePrices[product] ?? 1n;
    return {
      type: 'SetReferencePrice',
      productId: productId(product + 1),
      price: minor((usual * BigInt(this.#dice.int(92, 108))) / 100n),
    };
  }

  /** Leaves the market closed for a while, or for good when the way back is skipped. */
  #marketState(instrument: InstrumentId): Command {
    const state = this.#dice.pick(['cancel_only', 'paused', 'stopped', 'post_only', 'running'] as const);
    const back: Command = { type: 'SetInstrumentState', instrumentId: instrument, state: 'running' };
    if (state === 'stopped' && this.#dice.chance(0.8)) this.#repairs.push({ ...back, state: 'post_only' });
    if (state !== 'running') this.#repairs.push({ ...back, state: 'post_only' }, back);
    return { ...back, state };
  }

  #feeTiers(instrument: InstrumentId): Command {
    const dice = this.#dice;
    const steps = [0n, 2_000n, 10_000n, 50_000n].slice(0, dice.int(1, 4));
    const takerPpm = dice.pick([0, 2000, 250_000]);
    return {
      type: 'DefineFeeTiers',
      instrumentId: instrument,
      tiers: steps.map((volumeMin, step) => ({
        volumeMin: minor(dice.chance(0.05) ? volumeMin + 1_000n : volumeMin),
        makerPpm: dice.pick([0, 500, 100_000, -Math.floor(takerPpm / (2 + step)), -takerPpm]),
        takerPpm: dice.chance(0.05) ? 0 : takerPpm,
      })),
    };
  }

  #alteration(instrument: InstrumentId): Command {
    const dice = this.#dice;
    return {
      type: 'AlterInstrument',
      instrumentId: instrument,
      quantityMin: lots(BigInt(dice.int(0, 2))),
      quantityMax: lots(BigInt(dice.pick([0, 0, 0, 30, 39, 1]))),
      notionalMin: minor(BigInt(dice.int(0, 15))),
      notionalMax: minor(BigInt(dice.pick([0, 0, 0, 3500, 10]))),
      collarPpm: dice.pick([10_000, 30_000, 50_000, 1_000_000]),
    };
  }
}

/** Money for everyone, tight withdrawal limits for beto, and reference prices. */
function firstMoney(): Command[] {
  return [
    { type: 'DefineLevel', level: 2, dailyLimit: minor(600n), monthlyLimit: minor(900n) },
    { type: 'SetAccountLevel', accountId: accountId(1002), level: 2 },
    { type: 'SetReferencePrice', productId: productId(3), price: minor(100n) },
    ...traders.flatMap((account) =>
      products.map((product): Command => ({
        type: 'TransferFunds',
        sourceAccountId: houseAccounts.operatorFunding,
        targetAccountId: account,
        productId: product,
        amount: minor(firstAmounts[product] ?? 0n),
        key: `opening ${account} ${product}`,
      })),
    ),
  ];
}
