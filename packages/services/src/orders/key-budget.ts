/**
 * Limits what each API key trades in a day (UTC), so that a stolen one loses at most that (decision 0063).
 *
 * An order counts with the most that it may pay, at the reference price of what it pays with; when it ends, with what it has paid.
 * It counts on the day of its request, whenever it trades.
 *
 * An order waits for the table only when a step of the usage is used up, and then the later calls of its key wait behind it. A
 * restarted exchange begins with what was written, so a crash raises a usage and never lowers it.
 */
import { computeUnit, divideUp, refuse } from '@salar/protocol';
import type {
  Command,
  OrderId,
  OrderPlaced,
  OrderRecord,
  Outcome,
  OutcomeOf,
  PlaceOrder,
  ReplaceOrder,
  Result,
  Sequence,
} from '@salar/protocol';
import type { Database } from '@salar/store';
import type { EnginePort } from '../ports/engine-port.ts';
import type { Log } from '../ports/log.ts';
import type { KeyGrant } from '../sessions/session-service.ts';
import { KeyQueues } from './key-queues.ts';
import type { TableWork } from './key-queues.ts';
import { KeyUsages } from './key-usages.ts';
import type { KeyUsage } from './key-usages.ts';
import { computeHighestPayment, computePayment, findPaidProduct } from './order-payment.ts';
import type { PaymentUnits } from './order-payment.ts';

/** `key_notional_unknown`: the product that the order pays with has no reference price. */
export type KeyBudgetRefusal = 'key_notional_exceeded' | 'key_notional_unknown';
type Refused = { readonly ok: false; readonly refusal: KeyBudgetRefusal };

type Batch = {
  readonly commands: readonly { readonly sequence: Sequence; readonly outcome: Outcome }[];
  readonly orders: readonly OrderRecord[];
};
/** Calls the listener after each commit; the sequencer does. */
export interface KeyBudgetSource extends EnginePort {
  subscribe(listener: (batch: Batch) => void): () => void;
}

type KeyBudgetOptions = {
  readonly database: Database;
  readonly sequencer: KeyBudgetSource;
  readonly now: () => number;
  readonly log: Log;
};

type Charge = {
  readonly usage: KeyUsage;
  readonly units: PaymentUnits;
  /** The most that the order pays, and its notional. */
  readonly payment: bigint;
  readonly notional: bigint;
};

export class KeyBudget {
  readonly #options: KeyBudgetOptions;
  readonly #usages: KeyUsages;
  readonly #queues = new KeyQueues();
  /** Orders that were decided and are not on disk yet. */
  readonly #decided = new Map<Sequence, Charge>();
  /** Orders that have not ended. */
  readonly #open = new Map<OrderId, Charge>();
  #isListening = false;

  constructor(options: KeyBudgetOptions) {
    this.#options = options;
    this.#usages = new KeyUsages(options);
  }

  /** Submits an order of a key, or refuses it when the key would trade more than it may. A repeated one is never refused. */
  submit<C extends PlaceOrder | ReplaceOrder>(
    key: KeyGrant,
    command: C,
    units: PaymentUnits,
  ): Promise<OutcomeOf<C> | Refused> {
    const { apiKey, dailyNotional: limit } = key;
    if (limit === null) return this.#options.sequencer.submit(command);
    if (!this.#queues.isWaiting(apiKey)) {
      const outcome = this.#decide(apiKey, limit, command, units);
      if (typeof outcome !== 'function') return outcome;
    }
    return this.#decideLater(apiKey, limit, command, units);
  }

  /** Submits a command that is not counted, after the orders that the key sent before it. */
  submitAfterOrders<C extends Command>({ apiKey }: KeyGrant, command: C): Promise<OutcomeOf<C>> {
    const { sequencer } = this.#options;
    return this.#queues.isWaiting(apiKey) ? this.#submitLater(apiKey, command) : sequencer.submit(command);
  }

  /** Runs what looks orders up and submits a command, after the orders that the key sent before it. */
  runAfterOrders<T>({ apiKey }: KeyGrant, run: () => Promise<T>): Promise<T> {
    return this.#queues.isWaiting(apiKey) ? this.#queues.run(apiKey, run) : run();
  }

  /** Lowers what is written of keys whose orders have ended without trading. Runs from time to time, and before a restart. */
  lowerWritten(): Promise<void> {
    return this.#usages.lowerWritten();
  }

  /** Deletes what was written for earlier days. */
  sweep(): Promise<void> {
    return this.#usages.sweep();
  }

  /** Without work of the table it takes no promise but that of the outcome. */
  #decide<C extends PlaceOrder | ReplaceOrder>(
    apiKey: string,
    limit: bigint,
    command: C,
    units: PaymentUnits,
  ): Promise<OutcomeOf<C> | Refused> | TableWork {
    const { undurable: view } = this.#options.sequencer;
    const usage = this.#usages.find(apiKey);
    if (usage === undefined) return this.#toLoad(apiKey);
    const order = getNewOrder(command);
    const rate = view.referencePrice(findPaidProduct(units, order));
    if (rate === null) return this.#refuse(command, 'key_notional_unknown');
    const payment = computeHighestPayment(view, units, order);
    const decimals = order.side === 'buy' ? units.quoteDecimals : units.baseDecimals;
    const notional = divideUp(payment * rate, computeUnit(decimals));
    const used = usage.used + notional;
    if (used - this.#computeReplaced(command, usage) > limit)
      return this.#refuse(command, 'key_notional_exceeded');
    if (used > usage.written) return this.#toRaise(usage, used, limit);
    if (used > usage.renewAbove) this.#usages.renew(usage, used, limit);
    usage.used = used;
    return this.#send(command, { usage, units, payment, notional });
  }

  // Functions are created in methods of their own: orders that wait for nothing would otherwise pay for what these capture.

  #decideLater<C extends PlaceOrder | ReplaceOrder>(
    apiKey: string,
    limit: bigint,
    command: C,
    units: PaymentUnits,
  ): Promise<OutcomeOf<C> | Refused> {
    return this.#queues.run(apiKey, () => this.#decide(apiKey, limit, command, units));
  }

  #submitLater<C extends Command>(apiKey: string, command: C): Promise<OutcomeOf<C>> {
    return this.#queues.run(apiKey, () => this.#options.sequencer.submit(command));
  }

  #toLoad(apiKey: string): TableWork {
    this.#listen();
    return () => this.#usages.load(apiKey);
  }

  #toRaise(usage: KeyUsage, used: bigint, limit: bigint): TableWork {
    return () => this.#usages.raise(usage, used, limit);
  }

  #send<C extends PlaceOrder | ReplaceOrder>(command: C, charge: Charge): Promise<OutcomeOf<C>> {
    const { sequencer } = this.#options;
    const { lastSequence: before } = sequencer.undurable;
    const outcome = sequencer.submit(command);
    const { lastSequence } = sequencer.undurable;
    // Without a new sequence the command was not decided: the queue is full, or the writer is stopping.
    if (lastSequence === before) charge.usage.used -= charge.notional;
    else this.#decided.set(lastSequence, charge);
    return outcome;
  }

  async #refuse<C extends PlaceOrder | ReplaceOrder>(
    command: C,
    refusal: KeyBudgetRefusal,
  ): Promise<OutcomeOf<C> | Refused> {
    const { sequencer } = this.#options;
    return sequencer.undurable.isRepeated(command) ? sequencer.submit(command) : refuse(refusal);
  }

  /** Computes what the end of the replaced order will give back. */
  #computeReplaced(command: PlaceOrder | ReplaceOrder, usage: KeyUsage): bigint {
    if (command.type !== 'ReplaceOrder') return 0n;
    const charge = this.#open.get(command.orderId);
    const order = this.#options.sequencer.undurable.order(command.orderId);
    return charge?.usage === usage && order !== undefined ? computeUnpaid(charge, order) : 0n;
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#options.sequencer.subscribe((batch) => this.#onBatch(batch));
  }

  /** An order that ended at once is in the list of orders as well. */
  #onBatch({ commands, orders }: Batch): void {
    if (this.#decided.size > 0)
      for (const { sequence, outcome } of commands) {
        const charge = this.#decided.get(sequence);
        if (charge === undefined) continue;
        this.#decided.delete(sequence);
        // Only orders and replacements were charged.
        const placed = outcome as Result<OrderPlaced, string>;
        if (placed.ok && !placed.value.repeated) this.#open.set(placed.value.orderId, charge);
        else charge.usage.used -= charge.notional;
      }
    if (this.#open.size === 0) return;
    for (const order of orders) {
      if (order.status === 'working') continue;
      const charge = this.#open.get(order.orderId);
      if (charge === undefined) continue;
      this.#open.delete(order.orderId);
      charge.usage.used -= computeUnpaid(charge, order);
    }
  }
}

function getNewOrder(command: PlaceOrder | ReplaceOrder): PlaceOrder {
  return command.type === 'ReplaceOrder' ? command.replacement : command;
}

/** Computes the part of a charge that an order has not paid. */
function computeUnpaid(
  { units, payment, notional }: Charge,
  order: Pick<OrderRecord, 'side' | 'executed' | 'notional'>,
): bigint {
  if (payment === 0n) return notional;
  const paid = divideUp(notional * computePayment(units, order), payment);
  return paid < notional ? notional - paid : 0n;
}
