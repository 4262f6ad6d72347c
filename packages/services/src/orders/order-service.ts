/** Orders: from the customer's words to a command, and the engine's answer back. */
import { accept, instrumentId as toInstrumentId, lots, minor, parseAmount, refuse } from '@salar/protocol';
import type {
  AccountId,
  CancelOrderRefusal,
  InstrumentId,
  OrderId,
  OrderPlaced,
  OrdersCanceled,
  PlaceOrder,
  PlaceOrderRefusal,
  Result,
  Side,
  TimeInForce,
  UserId,
} from '@salar/protocol';
import type { ExchangeDoor } from '../ports/exchange-door.ts';
import { readPrice, readQuantity } from './order-amounts.ts';
import type { OrderUnits } from './order-amounts.ts';

export type OrderRequest = {
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  readonly orderType: 'limit' | 'market';
  readonly timeInForce: TimeInForce;
  /** Base product, exact decimal text. */
  readonly quantity?: string | undefined;
  /** Quote product, exact decimal text; market orders only. */
  readonly value?: string | undefined;
  /** Quote product for one whole base unit, exact decimal text; limit orders only. */
  readonly price?: string | undefined;
  /** 0 is none. */
  readonly clientOrderId: number;
};

/** What can be wrong with the words themselves; checked before the engine's own refusals, in this order. */
export type OrderFormRefusal =
  'quantity_missing' | 'price_missing' | 'quantity_increment' | 'price_increment' | 'value_invalid';
export type OrderRefusal = OrderFormRefusal | PlaceOrderRefusal;

export class OrderService {
  readonly #sequencer: ExchangeDoor;
  /** What is fixed when an instrument is defined, so it is asked for once. */
  readonly #units = new Map<InstrumentId, OrderUnits>();

  constructor(sequencer: ExchangeDoor) {
    this.#sequencer = sequencer;
  }

  /**
   * Places an order and answers once it is durable.
   *
   * A market order goes by `quantity` when it is a sell that carries one; otherwise by `value` when it carries one.
   * Good-till-cancel on a market order means immediate-or-cancel: a market order never rests.
   */
  place(request: OrderRequest): Promise<Result<OrderPlaced, OrderRefusal>> {
    const units = this.#unitsOf(request.instrumentId);
    if (units === null) return Promise.resolve(refuse('instrument_unknown'));
    const command = commandOf(units, request);
    if (!command.ok) return Promise.resolve(command);
    return this.#sequencer.submit(command.value);
  }

  /** Cancels one open order of the account. */
  cancel(accountId: AccountId, orderId: OrderId): Promise<Result<OrdersCanceled, CancelOrderRefusal>> {
    return this.#sequencer.submit({ type: 'CancelOrder', accountId, orderId });
  }

  /** Cancels every open order of the account, or those on one instrument. */
  cancelAll(
    accountId: AccountId,
    instrumentId: InstrumentId | null,
  ): Promise<Result<OrdersCanceled, 'account_unknown'>> {
    return this.#sequencer.submit({
      type: 'CancelAllOrders',
      accountId,
      instrumentId: instrumentId ?? toInstrumentId(0),
    });
  }

  /** The account's open order with this client order id; null when there is none. */
  openByClientOrderId(accountId: AccountId, clientOrderId: number): OrderId | null {
    const orders = this.#sequencer.engine.openOrders(accountId);
    return orders.find((order) => order.clientOrderId === clientOrderId)?.orderId ?? null;
  }

  #unitsOf(instrumentId: InstrumentId): OrderUnits | null {
    const known = this.#units.get(instrumentId);
    if (known) return known;
    const { engine } = this.#sequencer;
    const instrument = engine.instrument(instrumentId);
    const base = instrument && engine.product(instrument.baseProductId);
    const quote = instrument && engine.product(instrument.quoteProductId);
    if (!instrument || !base || !quote) return null;
    const { tickSize, lotSize } = instrument;
    const units = { tickSize, lotSize, baseDecimals: base.decimals, quoteDecimals: quote.decimals };
    this.#units.set(instrumentId, units);
    return units;
  }
}

function commandOf(units: OrderUnits, request: OrderRequest): Result<PlaceOrder, OrderRefusal> {
  const start = {
    type: 'PlaceOrder',
    accountId: request.accountId,
    userId: request.userId,
    instrumentId: request.instrumentId,
    side: request.side,
    clientOrderId: request.clientOrderId,
    isQuote: false,
  } as const;

  if (request.orderType === 'limit') {
    if (request.quantity === undefined) return refuse('quantity_missing');
    if (request.price === undefined) return refuse('price_missing');
    const quantity = readQuantity(request.quantity, units);
    if (!quantity.ok) return quantity;
    const price = readPrice(request.price, units);
    if (!price.ok) return price;
    const { timeInForce } = request;
    return accept({
      ...start,
      orderType: 'limit',
      terms: null,
      timeInForce,
      price: price.value,
      quantity: quantity.value,
    });
  }

  const timeInForce = request.timeInForce === 'fok' ? 'fok' : 'ioc';
  const goesByQuantity =
    request.quantity !== undefined && (request.side === 'sell' || request.value === undefined);
  if (goesByQuantity && request.quantity !== undefined) {
    const quantity = readQuantity(request.quantity, units);
    if (!quantity.ok) return quantity;
    return accept({ ...start, orderType: 'market', timeInForce, quantity: quantity.value, value: minor(0n) });
  }
  if (request.value === undefined) return refuse('quantity_missing');
  const value = parseAmount(request.value, units.quoteDecimals);
  if (!value.ok || value.value <= 0n) return refuse('value_invalid');
  return accept({ ...start, orderType: 'market', timeInForce, quantity: lots(0n), value: value.value });
}
