/** Orders: converts requests to commands and returns the engine's outcome. */
import { accept, instrumentId as toInstrumentId, refuse } from '@salar/protocol';
import type {
  AccountId,
  CancelAllOrders,
  CancelOrder,
  CancelOrderRefusal,
  InstrumentId,
  ModifyOrderRefusal,
  OrderId,
  OrderOrigin,
  OrderPlaced,
  OrdersCanceled,
  PlaceOrder,
  ReplaceOrder,
  ReplaceOrderRefusal,
  Result,
} from '@salar/protocol';
import type { EnginePort } from '../ports/engine-port.ts';
import type { KeyGrant } from '../sessions/session-service.ts';
import type { KeyBudget, KeyBudgetRefusal } from './key-budget.ts';
import { readQuantity } from './order-amounts.ts';
import type { PaymentUnits } from './order-payment.ts';
import { toPlaceOrder } from './order-request.ts';
import type { OrderFormRefusal, OrderRefusal, OrderRequest } from './order-request.ts';

/** `origin` is the first order of the chain; null when the order replaced is no longer open (the call was a repeat). */
export type OrderReplaced = OrderPlaced & { readonly origin: OrderOrigin | null };
export type PlaceRefusal = OrderRefusal | KeyBudgetRefusal;
export type ReplaceRefusal = OrderFormRefusal | ReplaceOrderRefusal | KeyBudgetRefusal;
export type ModifyRefusal = ModifyOrderRefusal | 'quantity_increment';

type OrderReduction = {
  readonly accountId: AccountId;
  readonly orderId: OrderId;
  /** The quantity that remains: base product, exact decimal text. */
  readonly quantity: string;
  readonly instrumentId?: InstrumentId | undefined;
};

type OrderServiceOptions = {
  readonly sequencer: EnginePort;
  /** Takes the orders of API keys, and what they send after these. */
  readonly keyBudget: Pick<KeyBudget, 'submit' | 'submitAfterOrders' | 'runAfterOrders'>;
};

/** Calls with an API key run after the orders that the same key sent before. */
export class OrderService {
  readonly #options: OrderServiceOptions;
  /** Fixed when an instrument is defined, so cached for ever. */
  readonly #units = new Map<InstrumentId, PaymentUnits>();

  constructor(options: OrderServiceOptions) {
    this.#options = options;
  }

  /**
   * Places an order and resolves once it is durable.
   *
   * A repeated client order id with the same content gets the first outcome.
   *
   * @param key  the API key that sent it; null for the customer in person
   */
  place(request: OrderRequest, key: KeyGrant | null): Promise<Result<OrderPlaced, PlaceRefusal>> {
    const units = this.#findUnits(request.instrumentId);
    if (units === null) return Promise.resolve(refuse('instrument_unknown'));
    const command = toPlaceOrder(units, request);
    if (!command.ok) return Promise.resolve(command);
    return this.#submit(command.value, units, key);
  }

  /**
   * Replaces an open order with a new one: both happen, or nothing does.
   *
   * @returns `order_unknown` when there is no such open order of the account; `replacement_mismatch` when instrument or
   *   side differ
   */
  async replace(
    orderId: OrderId,
    request: OrderRequest,
    key: KeyGrant | null,
  ): Promise<Result<OrderReplaced, ReplaceRefusal>> {
    const units = this.#findUnits(request.instrumentId);
    if (units === null) return refuse('instrument_unknown');
    const replacement = toPlaceOrder(units, request);
    if (!replacement.ok) return replacement;
    const replaced = this.#findOpenOrder(request.accountId, orderId);
    const command: ReplaceOrder = { type: 'ReplaceOrder', orderId, replacement: replacement.value };
    const outcome = await this.#submit(command, units, key);
    if (!outcome.ok) return outcome;
    return accept({ ...outcome.value, origin: replaced && (replaced.origin ?? replaced) });
  }

  /**
   * Reduces the remaining quantity of an open order, which keeps its queue position.
   *
   * @returns `order_unknown` also when an instrument is given that is not the order's
   */
  modify(
    { accountId, orderId, quantity, instrumentId }: OrderReduction,
    key: KeyGrant | null,
  ): Promise<Result<null, ModifyRefusal>> {
    return this.#runAfterOrders(key, async () => {
      const order = this.#findOpenOrder(accountId, orderId);
      const units = order && this.#findUnits(order.instrumentId);
      if (!units || order.instrumentId !== (instrumentId ?? order.instrumentId)) {
        // The end of the order may not be on disk yet.
        return this.#options.sequencer.read(() => refuse('order_unknown'));
      }
      const read = readQuantity(quantity, units);
      if (!read.ok) return read;
      return this.#options.sequencer.submit({
        type: 'ModifyOrder',
        accountId,
        orderId,
        quantity: read.value,
      });
    });
  }

  /** Cancels one open order of the account. */
  cancel(
    accountId: AccountId,
    orderId: OrderId,
    key: KeyGrant | null,
  ): Promise<Result<OrdersCanceled, CancelOrderRefusal>> {
    return this.#submitAfterOrders({ type: 'CancelOrder', accountId, orderId }, key);
  }

  /** Cancels every open order of the account, or those on one instrument. */
  cancelAll(
    accountId: AccountId,
    instrumentId: InstrumentId | null,
    key: KeyGrant | null,
  ): Promise<Result<OrdersCanceled, 'account_unknown'>> {
    return this.#submitAfterOrders(
      { type: 'CancelAllOrders', accountId, instrumentId: instrumentId ?? toInstrumentId(0) },
      key,
    );
  }

  /** Cancels the account's open order with this client order id. */
  cancelByClientOrderId(
    accountId: AccountId,
    clientOrderId: number,
    key: KeyGrant | null,
  ): Promise<Result<OrdersCanceled, CancelOrderRefusal>> {
    return this.#runAfterOrders(key, async () => {
      const { sequencer } = this.#options;
      const orders = sequencer.undurable.openOrders(accountId);
      const order = orders.find((one) => one.clientOrderId === clientOrderId);
      if (order !== undefined)
        return sequencer.submit({ type: 'CancelOrder', accountId, orderId: order.orderId });
      // The end of the order may not be on disk yet.
      return sequencer.read(() => refuse('order_unknown'));
    });
  }

  #submit<C extends PlaceOrder | ReplaceOrder>(command: C, units: PaymentUnits, key: KeyGrant | null) {
    const { sequencer, keyBudget } = this.#options;
    return key === null ? sequencer.submit(command) : keyBudget.submit(key, command, units);
  }

  #submitAfterOrders<C extends CancelOrder | CancelAllOrders>(command: C, key: KeyGrant | null) {
    const { sequencer, keyBudget } = this.#options;
    return key === null ? sequencer.submit(command) : keyBudget.submitAfterOrders(key, command);
  }

  #runAfterOrders<T>(key: KeyGrant | null, run: () => Promise<T>): Promise<T> {
    return key === null ? run() : this.#options.keyBudget.runAfterOrders(key, run);
  }

  #findOpenOrder(accountId: AccountId, orderId: OrderId) {
    const order = this.#options.sequencer.undurable.order(orderId);
    return order?.accountId === accountId ? order : null;
  }

  /** Instruments are never removed, so an unknown one is unknown on disk as well. */
  #findUnits(instrumentId: InstrumentId): PaymentUnits | null {
    const known = this.#units.get(instrumentId);
    if (known) return known;
    const { undurable: engine } = this.#options.sequencer;
    const instrument = engine.instrument(instrumentId);
    const base = instrument && engine.product(instrument.baseProductId);
    const quote = instrument && engine.product(instrument.quoteProductId);
    if (!instrument || !base || !quote) return null;
    const { tickSize, lotSize, baseProductId, quoteProductId } = instrument;
    const decimals = { baseDecimals: base.decimals, quoteDecimals: quote.decimals };
    const units = { tickSize, lotSize, baseProductId, quoteProductId, ...decimals };
    this.#units.set(instrumentId, units);
    return units;
  }
}
