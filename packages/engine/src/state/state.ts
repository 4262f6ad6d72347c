/** The whole state of the engine. Only command handlers change it; `Engine` is its public interface. */
import { houseAccounts, orderId, sequence, tradeId, millis, silentSink } from '@salar/protocol';
import type {
  EventSink,
  InstrumentId,
  Millis,
  Minor,
  OrderId,
  ProductId,
  Sequence,
  TicketId,
  TradeId,
} from '@salar/protocol';
import { Expiries } from '../book/expiries.ts';
import { AccountOrders } from '../book/account-orders.ts';
import { OrderSlots, PriceQueues } from '../book/order-links.ts';
import { OpenOrders } from '../book/open-orders.ts';
import type { ProviderHalt } from '../catalog/providers.ts';
import type { Deposit } from '../funds/credit-deposit.ts';
import type { TransferContent } from '../funds/transfer-funds.ts';
import type { Withdrawal } from '../funds/withdrawal.ts';
import { Accounts } from './accounts.ts';
import type { AccountRow } from './accounts.ts';
import type { InstrumentEntry } from './instrument-entry.ts';
import type { ProductEntry } from './product-entry.ts';
import { ShardedMap } from './sharded-map.ts';

export class State {
  readonly sink: EventSink;
  /** True without a listener: no event objects are built. */
  readonly isQuiet: boolean;
  lastSequence: Sequence = sequence(0);
  lastAt: Millis = millis(0);
  /** How far ahead of UTC the exchange's days and months are. */
  dayOffsetMs = 0;
  nextOrderId: OrderId = orderId(1);
  nextTradeId: TradeId = tradeId(1);
  readonly products = new Map<ProductId, ProductEntry>();
  readonly instruments = new Map<InstrumentId, InstrumentEntry>();
  readonly accounts = new Accounts();
  readonly levels = new Map<number, LevelLimits>();
  /** By provider id; those of which nothing is halted have no entry. */
  readonly providerHalts = new Map<number, ProviderHalt>();
  readonly #slots = new OrderSlots();
  readonly orders = new OpenOrders(this.#slots);
  readonly queues = new PriceQueues(this.#slots);
  readonly accountOrders = new AccountOrders(this.#slots);
  readonly expiries = new Expiries();
  /** When the next collars for a while end; infinite if there are none. */
  collarsUntil = Number.POSITIVE_INFINITY;
  /** Instruments with waiting stops whose trigger prices have changed. Empty between commands. */
  readonly unsettled: InstrumentEntry[] = [];
  readonly deposits = new ShardedMap<string, Deposit>();
  readonly transfers = new ShardedMap<string, TransferContent>();
  readonly withdrawals = new ShardedMap<TicketId, Withdrawal>();
  readonly custody: AccountRow;
  readonly feeIncome: AccountRow;
  readonly loss: AccountRow;

  constructor(sink: EventSink) {
    this.sink = sink;
    this.isQuiet = sink === silentSink;
    const { custody, feeIncome, loss, ...others } = houseAccounts;
    this.custody = this.accounts.open(custody, 'house');
    this.feeIncome = this.accounts.open(feeIncome, 'house');
    this.loss = this.accounts.open(loss, 'house');
    for (const id of Object.values(others)) this.accounts.open(id, 'house');
  }

  /** Converts a time to the exchange's local time, from which days and months are derived. */
  toLocalTime(at: number): number {
    return at + this.dayOffsetMs;
  }

  /** Notes that a price of the instrument, or the state of its market, has changed. */
  notePriceChange(instrument: InstrumentEntry): void {
    if (instrument.stops.count === 0 || instrument.isUnsettled) return;
    instrument.isUnsettled = true;
    this.unsettled.push(instrument);
  }
}

/**
 * Withdrawals allowed per day and month of the exchange, in minor units of the notional product; null means
 * unlimited.
 */
export type LevelLimits = { readonly dailyLimit: Minor | null; readonly monthlyLimit: Minor | null };
