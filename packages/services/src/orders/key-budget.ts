/**
 * Limits what each API key trades in a day (UTC), so that a stolen one loses at most that (decision 0063).
 *
 * An order counts with the most that it may pay, at the reference price of what it pays with; when it ends, with what it has paid.
 * It counts on the day of its request, whenever it trades.
 *
 * The usage is in memory, and the table is ahead of it by a step: an order waits for the table only when a step is used up. A
 * restarted exchange begins with what was written, so a crash raises a usage and never lowers it.
 */
import { computeUnit, divideUp, minor, refuse } from '@salar/protocol';
import type {
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
import { deleteKeyUsageBefore, raiseKeyUsage, readKeyUsage } from '@salar/store/tables/sign-in/api-key-usage';
import type { EnginePort } from '../ports/engine-port.ts';
import type { Log } from '../ports/log.ts';
import type { KeyGrant } from '../sessions/session-service.ts';
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

/** One key's day. Amounts are minor units of the notional product. */
type Usage = {
  readonly apiKey: string;
  readonly day: number;
  used: bigint;
  /** The usage in the table, which this one never exceeds. */
  written: bigint;
  /** The next step is written once the usage exceeds this. */
  renewAbove: bigint;
  isRenewing: boolean;
};
type Charge = {
  readonly usage: Usage;
  readonly units: PaymentUnits;
  /** The most that the order pays, and its notional. */
  readonly payment: bigint;
  readonly notional: bigint;
};

const dayMs = 24 * 3_600_000;
/** Steps of one day's limit: what a restart may cost, and the statements of a key in a day. */
const steps = 16n;

export class KeyBudget {
  readonly #options: KeyBudgetOptions;
  #day = 0;
  /** Of today. */
  readonly #usages = new Map<string, Usage>();
  /** Orders that were decided and are not on disk yet. */
  readonly #decided = new Map<Sequence, Charge>();
  /** Orders that have not ended. */
  readonly #open = new Map<OrderId, Charge>();
  #isListening = false;

  constructor(options: KeyBudgetOptions) {
    this.#options = options;
  }

  /** Submits an order of a key, or refuses it when the key would trade more than it may. A repeated one is never refused. */
  submit<C extends PlaceOrder | ReplaceOrder>(
    key: KeyGrant,
    command: C,
    units: PaymentUnits,
  ): Promise<OutcomeOf<C> | Refused> {
    const { sequencer } = this.#options;
    const { undurable: view } = sequencer;
    const { apiKey, dailyNotional: limit } = key;
    if (limit === null) return sequencer.submit(command);
    const usage = this.#findUsage(apiKey);
    if (usage === undefined) return this.#load(apiKey).then(() => this.submit(key, command, units));
    const order = getNewOrder(command);
    const rate = view.referencePrice(findPaidProduct(units, order));
    if (rate === null) return this.#refuse(command, 'key_notional_unknown');
    const payment = computeHighestPayment(view, units, order);
    const decimals = order.side === 'buy' ? units.quoteDecimals : units.baseDecimals;
    const notional = divideUp(payment * rate, computeUnit(decimals));
    const used = usage.used + notional;
    if (used - this.#computeReplaced(command, usage) > limit)
      return this.#refuse(command, 'key_notional_exceeded');
    if (used > usage.written)
      return this.#write(usage, used, limit).then(() => this.submit(key, command, units));
    if (used > usage.renewAbove) this.#renew(usage, used, limit);
    usage.used = used;
    return this.#send(command, { usage, units, payment, notional });
  }

  /** Deletes what was written for earlier days. */
  async sweep(): Promise<void> {
    await deleteKeyUsageBefore(this.#options.database, this.#today());
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
  #computeReplaced(command: PlaceOrder | ReplaceOrder, usage: Usage): bigint {
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

  /** A clock that goes back does not begin a day again. */
  #today(): number {
    return Math.max(this.#day, Math.floor(this.#options.now() / dayMs));
  }

  #findUsage(apiKey: string): Usage | undefined {
    const today = this.#today();
    if (today > this.#day) this.#usages.clear();
    this.#day = today;
    return this.#usages.get(apiKey);
  }

  async #load(apiKey: string): Promise<void> {
    this.#listen();
    const day = this.#day;
    const written = (await readKeyUsage(this.#options.database, { apiKey, day })) ?? 0n;
    if (day !== this.#day || this.#usages.has(apiKey)) return;
    const usage = { apiKey, day, used: written, written, renewAbove: written, isRenewing: false };
    this.#usages.set(apiKey, usage);
  }

  /** Writes at least `used`, and the next step as far as the limit goes. */
  async #write(usage: Usage, used: bigint, limit: bigint): Promise<void> {
    const { apiKey, day } = usage;
    const step = divideUp(limit, steps);
    const ahead = used + step < limit ? used + step : limit;
    const written = ahead > used ? ahead : used;
    await raiseKeyUsage(this.#options.database, { apiKey, day, notional: minor(written) });
    if (written <= usage.written) return;
    usage.written = written;
    usage.renewAbove = written < limit ? written - step / 2n : limit;
  }

  /** Writes the next step before an order has to wait for it. */
  #renew(usage: Usage, used: bigint, limit: bigint): void {
    if (usage.isRenewing || usage.written >= limit) return;
    usage.isRenewing = true;
    this.#write(usage, used, limit)
      .catch((error: unknown) => {
        // The order that needs the step waits for it and says so.
        this.#options.log.warn({ error: String(error) }, 'failed to write the usage of an API key');
      })
      .finally(() => {
        usage.isRenewing = false;
      });
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
