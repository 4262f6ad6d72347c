/**
 * A second engine, written to be obviously right and nothing else: the judge of the real one.
 *
 * It keeps lists and searches them. Positions are sums over all ledger lines, holds are worked out from what is open,
 * books are sorted anew for every order. It shares the words of `protocol` with the real engine, and no code.
 */
import { assertNever, houseAccounts } from '@salar/protocol';
import type {
  Command,
  DefineInstrument,
  DefineProduct,
  HoldWithdrawal,
  Outcome,
  PlaceOrder,
  Stamp,
} from '@salar/protocol';

type Line = { accountId: number; productId: number; amount: bigint };
type OpenOrder = {
  orderId: number;
  command: PlaceOrder;
  price: number;
  remaining: bigint;
};
type PastOrder = {
  command: PlaceOrder;
  orderId: number;
  status: 'working' | 'filled' | 'canceled';
  executed: bigint;
  notional: bigint;
};
type Ticket = HoldWithdrawal & { at: number; notional: bigint; state: 'held' | 'settled' | 'released' };
type Fill = { maker: OpenOrder; lots: bigint; cost: bigint };
type Plan = { fills: Fill[]; lots: bigint; cost: bigint; complete: boolean; metOwnOrder: boolean };

export type NaiveTrade = {
  takerId: number;
  makerId: number;
  price: number;
  quantity: bigint;
  notional: bigint;
  takerFee: bigint;
  makerFee: bigint;
};

const customersStart = 1000;
const liquidity: number = houseAccounts.liquidity;
const owing: number[] = [houseAccounts.custody, houseAccounts.operatorFunding];

export class NaiveEngine {
  readonly trades: NaiveTrade[] = [];
  readonly lines: Line[] = [];
  readonly #products: (DefineProduct & { halted: boolean; price: bigint | null })[] = [];
  readonly #instruments: (DefineInstrument & { state: string; maker: bigint; taker: bigint })[] = [];
  readonly #accounts: { id: number; kind: string; level: number; locked: boolean }[] = [];
  readonly #levels: { level: number; day: bigint | null; month: bigint | null }[] = [];
  readonly #keys: { key: string; content: string }[] = [];
  readonly #tickets: Ticket[] = [];
  #open: OpenOrder[] = [];
  readonly #past: PastOrder[] = [];

  constructor() {
    for (const id of Object.values(houseAccounts)) {
      this.#accounts.push({ id, kind: 'house', level: 0, locked: false });
    }
  }

  apply(command: Command, stamp: Stamp): Outcome {
    const answer = this.#decide(command, stamp);
    return (
      typeof answer === 'string' ? { ok: false, refusal: answer } : { ok: true, value: answer }
    ) as Outcome;
  }

  position(accountId: number, productId: number): { total: bigint; held: bigint } {
    const mine = this.lines.filter((line) => line.accountId === accountId && line.productId === productId);
    const orders = this.#open.filter((order) => order.command.accountId === accountId);
    const tickets = this.#tickets.filter(
      (ticket) => ticket.accountId === accountId && ticket.productId === productId && ticket.state === 'held',
    );
    const holds = [
      ...orders.map((order) => this.#needOf(order.command, order.price, order.remaining)),
      ...tickets.map((ticket) => ({
        productId: ticket.productId as number,
        amount: ticket.amount as bigint,
      })),
    ];
    return {
      total: sum(mine.map((line) => line.amount)),
      held: sum(holds.filter((hold) => hold.productId === productId).map((hold) => hold.amount)),
    };
  }

  openOrders(): { orderId: number; remaining: bigint }[] {
    return this.#open.map(({ orderId, remaining }) => ({ orderId, remaining }));
  }

  #decide(command: Command, stamp: Stamp): unknown {
    switch (command.type) {
      case 'DefineProduct':
        if (this.#products.some((p) => p.productId === command.productId || p.symbol === command.symbol)) {
          return 'already_defined';
        }
        this.#products.push({ ...command, halted: false, price: null });
        return null;
      case 'DefineInstrument':
        this.#instruments.push({ ...command, state: 'running', maker: 0n, taker: 0n });
        return null;
      case 'DefineFeeSchedule': {
        const instrument = this.#instrument(command.instrumentId);
        if (!instrument) return 'instrument_unknown';
        instrument.maker = BigInt(command.makerPpm);
        instrument.taker = BigInt(command.takerPpm);
        return null;
      }
      case 'DefineLevel':
        this.#levels.unshift({ level: command.level, day: command.dailyLimit, month: command.monthlyLimit });
        return null;
      case 'SetReferencePrice': {
        const product = this.#product(command.productId);
        if (!product) return 'product_unknown';
        if (command.price <= 0n) return 'definition_invalid';
        product.price = command.price;
        return null;
      }
      case 'SetInstrumentState': {
        const instrument = this.#instrument(command.instrumentId);
        if (!instrument) return 'instrument_unknown';
        instrument.state = command.state;
        return null;
      }
      case 'SetProductHalt': {
        const product = this.#product(command.productId);
        if (!product) return 'product_unknown';
        product.halted = command.halted;
        return null;
      }
      case 'OpenAccount':
        if (command.accountId >= customersStart !== (command.kind === 'customer')) return 'account_unknown';
        if (this.#account(command.accountId)) return 'already_defined';
        this.#accounts.push({ id: command.accountId, kind: command.kind, level: 0, locked: false });
        return null;
      case 'SetAccountLevel': {
        const account = this.#account(command.accountId);
        if (!account) return 'account_unknown';
        if (command.level !== 0 && !this.#levels.some((l) => l.level === command.level))
          return 'level_unknown';
        account.level = command.level;
        return null;
      }
      case 'SetAccountLock': {
        const account = this.#account(command.accountId);
        if (!account) return 'account_unknown';
        account.locked = command.locked;
        return null;
      }
      case 'CreditDeposit': {
        const { accountId, productId, amount, ticketId } = command;
        if (!this.#account(accountId) || accountId === houseAccounts.custody) return 'account_unknown';
        if (!this.#product(productId)) return 'product_unknown';
        if (amount <= 0n) return 'amount_not_positive';
        const content = [accountId, productId, amount, ticketId].join();
        const used = this.#keys.find((entry) => entry.key === `deposit ${command.key}`);
        if (used) return used.content === content ? null : 'key_reused';
        this.#keys.push({ key: `deposit ${command.key}`, content });
        this.#pay(houseAccounts.custody, accountId, productId, amount);
        return null;
      }
      case 'TransferFunds': {
        const { sourceAccountId, targetAccountId, productId, amount } = command;
        const source = this.#account(sourceAccountId);
        if (!source || !this.#account(targetAccountId)) return 'account_unknown';
        if (!this.#product(productId)) return 'product_unknown';
        if (source.kind !== 'house') return 'source_not_house';
        if (amount <= 0n) return 'amount_not_positive';
        const content = [sourceAccountId, targetAccountId, productId, amount].join();
        const used = this.#keys.find((entry) => entry.key === `transfer ${command.key}`);
        if (used) return used.content === content ? null : 'key_reused';
        if (!owing.includes(sourceAccountId) && this.#available(sourceAccountId, productId) < amount) {
          return 'insufficient_funds';
        }
        this.#keys.push({ key: `transfer ${command.key}`, content });
        this.#pay(sourceAccountId, targetAccountId, productId, amount);
        return null;
      }
      case 'HoldWithdrawal':
        return this.#holdWithdrawal(command, stamp.at);
      case 'SettleWithdrawal':
      case 'ReleaseWithdrawal': {
        const ticket = this.#tickets.find((entry) => entry.ticketId === command.ticketId);
        if (!ticket) return 'ticket_unknown';
        if (ticket.state !== 'held') return `ticket_already_${ticket.state}`;
        ticket.state = command.type === 'SettleWithdrawal' ? 'settled' : 'released';
        if (ticket.state === 'released') return null;
        this.#pay(ticket.accountId, houseAccounts.custody, ticket.productId, ticket.amount - ticket.fee);
        this.#pay(ticket.accountId, houseAccounts.feeIncome, ticket.productId, ticket.fee);
        return null;
      }
      case 'PlaceOrder':
        return this.#placeOrder(command);
      case 'CancelOrder': {
        const mine = this.#open.filter(
          (order) => order.orderId === command.orderId && order.command.accountId === command.accountId,
        );
        if (mine.length === 0) return 'order_unknown';
        this.#open = this.#open.filter((order) => !mine.includes(order));
        return { canceled: 1 };
      }
      case 'CancelAllOrders': {
        if (!this.#account(command.accountId)) return 'account_unknown';
        const gone = this.#open.filter(
          (order) =>
            order.command.accountId === command.accountId &&
            (command.instrumentId === 0 || order.command.instrumentId === command.instrumentId),
        );
        this.#open = this.#open.filter((order) => !gone.includes(order));
        return { canceled: gone.length };
      }
      case 'DefineFeeTiers':
      case 'AlterInstrument':
        return 'definition_invalid';
      case 'ReplaceOrder':
      case 'ModifyOrder':
        return 'order_unknown';
      case 'Tick':
        return null;
      default:
        return assertNever(command);
    }
  }

  #holdWithdrawal(command: HoldWithdrawal, at: number): unknown {
    const account = this.#account(command.accountId);
    if (account?.kind !== 'customer') return 'account_unknown';
    const product = this.#product(command.productId);
    if (!product) return 'product_unknown';
    const known = this.#tickets.find((ticket) => ticket.ticketId === command.ticketId);
    const contentOf = (c: HoldWithdrawal) => [c.accountId, c.productId, c.amount, c.fee].join();
    if (known && contentOf(known) === contentOf(command)) return null;
    if (product.halted) return 'product_halted';
    if (account.locked) return 'account_locked';
    if (account.level < 1) return 'level_too_low';
    if (command.amount <= 0n || command.fee < 0n) return 'amount_not_positive';
    if (command.fee >= command.amount) return 'net_not_positive';
    if (known) return 'ticket_reused';
    if (product.price === null) return 'reference_price_missing';
    if (this.#available(command.accountId, command.productId) < command.amount) return 'insufficient_funds';
    const notional = up(command.amount * product.price, 10n ** BigInt(product.decimals));
    const limits = this.#levels.find((entry) => entry.level === account.level);
    const counted = this.#tickets.filter(
      (ticket) => ticket.accountId === command.accountId && ticket.state !== 'released',
    );
    const usedSince = (letters: number) =>
      sum(counted.filter((t) => textOf(t.at, letters) === textOf(at, letters)).map((t) => t.notional));
    if (limits?.day != null && usedSince(10) + notional > limits.day) return 'daily_limit_exceeded';
    if (limits?.month != null && usedSince(7) + notional > limits.month) return 'monthly_limit_exceeded';
    this.#tickets.push({ ...command, at, notional, state: 'held' });
    return null;
  }

  #placeOrder(command: PlaceOrder): unknown {
    const account = this.#account(command.accountId);
    if (!account || (account.kind !== 'customer' && account.id !== liquidity)) return 'account_unknown';
    const instrument = this.#instrument(command.instrumentId);
    if (!instrument) return 'instrument_unknown';
    const earlier = this.#past.findLast(
      (past) =>
        command.clientOrderId !== 0 &&
        past.command.accountId === command.accountId &&
        past.command.clientOrderId === command.clientOrderId,
    );
    if (earlier && contentOf(earlier.command) === contentOf(command)) {
      const { orderId, status, executed, notional } = earlier;
      return { orderId, status, executed, notional, repeated: true };
    }
    if (account.locked) return 'account_locked';
    if (instrument.state !== 'running') return 'market_not_running';

    const { quantity } = command;
    const byValue = command.orderType === 'market' && command.value > 0n;
    const isBuy = command.side === 'buy';
    const others = this.#makersFor(command);
    if (byValue ? quantity !== 0n : quantity <= 0n) return 'quantity_invalid';
    if (command.orderType === 'limit' && command.price < 1) return 'price_invalid';
    if (!byValue && quantity < instrument.quantityMin) return 'quantity_below_minimum';
    const judgedAt = command.orderType === 'limit' ? command.price : others[0]?.price;
    if (byValue) {
      if (command.value < instrument.notionalMin) return 'notional_below_minimum';
    } else if (judgedAt !== undefined) {
      if (this.#notional(command, judgedAt, quantity) < instrument.notionalMin)
        return 'notional_below_minimum';
    }
    if (earlier && this.#open.some((order) => order.orderId === earlier.orderId)) {
      return 'client_order_id_in_use';
    }
    const mine = this.#open.filter((order) => order.command.accountId === command.accountId);
    if (command.timeInForce === 'gtc' && mine.length >= (account.id === liquidity ? 5000 : 500)) {
      return 'too_many_open_orders';
    }
    if (command.orderType === 'market' && others.length === 0) return 'no_market';

    const plan = this.#plan(command, others);
    const freeQuote = this.#available(command.accountId, instrument.quoteProductId);
    const freeBase = this.#available(command.accountId, instrument.baseProductId);
    if (command.orderType === 'limit') {
      const need = this.#needOf(command, command.price, quantity);
      if (this.#available(command.accountId, need.productId) < need.amount) return 'insufficient_funds';
    } else if (isBuy) {
      if (freeQuote < (byValue ? command.value : plan.cost)) return 'insufficient_funds';
    } else if (freeBase < (byValue ? 1n : quantity) * instrument.lotSize) return 'insufficient_funds';
    if (command.timeInForce === 'fok' && !plan.complete) return 'fok_not_filled';

    const orderId = this.#past.length + 1;
    for (const { maker, lots, cost } of plan.fills) {
      const fees = this.#settle(command, maker, lots, cost);
      this.trades.push({
        takerId: orderId,
        makerId: maker.orderId,
        price: maker.price,
        quantity: lots,
        notional: cost,
        ...fees,
      });
      maker.remaining -= lots;
    }
    this.#open = this.#open.filter((order) => order.remaining > 0n);
    let status: PastOrder['status'] = plan.complete ? 'filled' : 'canceled';
    if (
      command.orderType === 'limit' &&
      command.timeInForce === 'gtc' &&
      !plan.complete &&
      !plan.metOwnOrder
    ) {
      status = 'working';
      this.#open.push({ orderId, command, price: command.price, remaining: quantity - plan.lots });
    }
    this.#past.push({ command, orderId, status, executed: plan.lots, notional: plan.cost });
    return { orderId, status, executed: plan.lots, notional: plan.cost, repeated: false };
  }

  /** Orders on the other side, best price first, oldest first. */
  #makersFor(command: PlaceOrder): OpenOrder[] {
    const sign = command.side === 'buy' ? 1 : -1;
    return this.#open
      .filter((o) => o.command.instrumentId === command.instrumentId && o.command.side !== command.side)
      .sort((a, b) => sign * (a.price - b.price) || a.orderId - b.orderId);
  }

  /** The trades an order would make. */
  #plan(command: PlaceOrder, makers: OpenOrder[]): Plan {
    const instrument = this.#instrument(command.instrumentId);
    if (!instrument) throw new Error('the instrument is known by now');
    const byValue = command.orderType === 'market' && command.value > 0n;
    const canSell = this.#available(command.accountId, instrument.baseProductId) / instrument.lotSize;
    let value = command.orderType === 'market' ? command.value : 0n;
    const lotsLeft = (taken: bigint) => {
      if (!byValue) return command.quantity - taken;
      return command.side === 'buy' ? 10n ** 30n : canSell - taken;
    };
    const fills: Fill[] = [];
    let metOwnOrder = false;
    let valueTooSmall = false;
    for (const maker of makers) {
      const taken = sum(fills.map((fill) => fill.lots));
      if (lotsLeft(taken) === 0n || !this.#isWithinReach(command, maker.price)) break;
      if (maker.command.accountId === command.accountId) {
        metOwnOrder = true;
        break;
      }
      let lots = maker.remaining < lotsLeft(taken) ? maker.remaining : lotsLeft(taken);
      if (byValue) {
        const isTooMuch = (n: bigint) => value === 0n || this.#notional(command, maker.price, n) > value;
        while (lots > 0n && isTooMuch(lots)) lots--;
      }
      if (lots === 0n) {
        valueTooSmall = true;
        break;
      }
      const cost = this.#notional(command, maker.price, lots);
      value -= byValue ? cost : 0n;
      const clippedByValue = lots < maker.remaining && lots < lotsLeft(taken);
      fills.push({ maker, lots, cost });
      if (clippedByValue) {
        valueTooSmall = true;
        break;
      }
    }
    const lots = sum(fills.map((fill) => fill.lots));
    const last = fills.at(-1);
    const nothingMore =
      valueTooSmall ||
      value === 0n ||
      (last !== undefined && this.#notional(command, last.maker.price, 1n) > value);
    const complete = byValue ? last !== undefined && nothingMore : lots === command.quantity;
    return { fills, lots, cost: sum(fills.map((fill) => fill.cost)), complete, metOwnOrder };
  }

  /** A limit order reaches to its own price, a market order to 5 % from the reference price. */
  #isWithinReach(command: PlaceOrder, price: number): boolean {
    const isBuy = command.side === 'buy';
    if (command.orderType === 'limit') return isBuy ? price <= command.price : price >= command.price;
    const instrument = this.#instrument(command.instrumentId);
    const base = this.#product(instrument?.baseProductId ?? 0);
    const quote = this.#product(instrument?.quoteProductId ?? 0);
    if (!instrument || base?.price == null || quote?.price == null) return true;
    const there = BigInt(price) * instrument.tickSize * quote.price * 100n;
    const reference = base.price * 10n ** BigInt(quote.decimals);
    return isBuy ? there <= reference * 105n : there >= reference * 95n;
  }

  #settle(command: PlaceOrder, maker: OpenOrder, lots: bigint, cost: bigint) {
    const instrument = this.#instrument(command.instrumentId);
    if (!instrument) throw new Error('the instrument is known by now');
    const { baseProductId: base, quoteProductId: quote } = instrument;
    const [taker, other] = [command.accountId, maker.command.accountId];
    const [buyer, seller] = command.side === 'buy' ? [taker, other] : [other, taker];
    const amount = lots * instrument.lotSize;
    this.#pay(buyer, seller, quote, cost);
    this.#pay(seller, buyer, base, amount);
    const [takerGot, makerGot] = command.side === 'buy' ? [amount, cost] : [cost, amount];
    const takerFee = up(takerGot * instrument.taker, 1_000_000n);
    const makerFee = up(makerGot * instrument.maker, 1_000_000n);
    this.#pay(taker, houseAccounts.feeIncome, command.side === 'buy' ? base : quote, takerFee);
    this.#pay(other, houseAccounts.feeIncome, command.side === 'buy' ? quote : base, makerFee);
    return { takerFee, makerFee };
  }

  /** What an order with this much left has to have set aside. */
  #needOf(command: PlaceOrder, price: number, lots: bigint): { productId: number; amount: bigint } {
    const instrument = this.#instrument(command.instrumentId);
    const base = this.#product(instrument?.baseProductId ?? 0);
    if (!instrument || !base) throw new Error('the instrument is known by now');
    if (command.side === 'sell') return { productId: base.productId, amount: lots * instrument.lotSize };
    const cost = BigInt(price) * instrument.tickSize * lots * instrument.lotSize;
    return { productId: instrument.quoteProductId, amount: up(cost, 10n ** BigInt(base.decimals)) };
  }

  #notional(command: PlaceOrder, price: number, lots: bigint): bigint {
    const instrument = this.#instrument(command.instrumentId);
    const base = this.#product(instrument?.baseProductId ?? 0);
    if (!instrument || !base) throw new Error('the instrument is known by now');
    return (BigInt(price) * instrument.tickSize * lots * instrument.lotSize) / 10n ** BigInt(base.decimals);
  }

  #available(accountId: number, productId: number): bigint {
    const { total, held } = this.position(accountId, productId);
    return total - held;
  }

  #pay(source: number, target: number, productId: number, amount: bigint): void {
    this.lines.push({ accountId: source, productId, amount: -amount });
    this.lines.push({ accountId: target, productId, amount });
  }

  #product(productId: number) {
    return this.#products.find((product) => product.productId === productId);
  }

  #instrument(instrumentId: number) {
    return this.#instruments.find((instrument) => instrument.instrumentId === instrumentId);
  }

  #account(accountId: number) {
    return this.#accounts.find((account) => account.id === accountId);
  }
}

function contentOf(c: PlaceOrder): string {
  const amounts = c.orderType === 'market' ? ['value', c.value, c.quantity] : [c.price, c.quantity];
  return [c.userId, c.instrumentId, c.side, c.isQuote, c.timeInForce, ...amounts].join();
}

/** The beginning of a time as text: 10 letters are the UTC day, 7 the month. */
function textOf(at: number, letters: number): string {
  return new Date(at).toISOString().slice(0, letters);
}

function sum(amounts: bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

function up(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return quotient * divisor === dividend ? quotient : quotient + 1n;
}
