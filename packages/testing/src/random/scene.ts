/** State of a stream of random commands: time, price, and what it may name. */
import { accountId, houseAccounts, instrumentId, orderId, productId } from '@salar/protocol';
import type {
  Command,
  CreditDeposit,
  InstrumentId,
  OrderId,
  PlaceLimitOrder,
  PlaceStopOrder,
  TicketId,
} from '@salar/protocol';
import type { Dice } from '../seeded-random.ts';

export type KnownOrder = {
  readonly orderId: OrderId;
  readonly command: PlaceLimitOrder | PlaceStopOrder;
  /** The other half of its pair; 0 means none. */
  partnerId: OrderId;
};
/** Builds one kind of command. */
export type Maker<C extends Command = Command> = (scene: Scene) => C;

export const traders = [1001, 1002, 1003, houseAccounts.liquidity].map(accountId);
/** Including some that may not trade, and one that is never opened. */
export const accounts = [...traders, ...[999, 1000, 1004, 1, 2, 5, 9999].map(accountId)];
export const instruments = [10, 20].map(instrumentId);
export const products = [1, 2, 3].map(productId);
export const providers = [1, 2, 3];
export const unknownInstrument = instrumentId(30);
export const unknownProduct = productId(4);
/** Both instruments trade around this many ticks with the usual reference prices. */
export const middle = 100;
export const minute = 60_000;

const knownMax = 40;

export class Scene {
  readonly dice: Dice;
  /** Where most orders go: more of them meet on one instrument. */
  readonly busy: readonly InstrumentId[];
  /** Share of stops among orders, from 0 to 1: with many, several are due at once. */
  readonly stopShare: number;
  /** Divisor of all amounts: poor accounts are refused more often. */
  readonly poverty: number;
  /** Orders that should be open. */
  readonly orders: KnownOrder[] = [];
  readonly tickets: TicketId[] = [];
  /** Some that were sent: credited unless refused. */
  readonly deposits: CreditDeposit[] = [];
  /** Repairs that follow soon, so that trading continues. */
  readonly repairs: Command[] = [];
  at: number;
  /** Current price level. */
  price = middle;
  /** Commands built so far. */
  count = 0;

  constructor(dice: Dice, at: number) {
    this.dice = dice;
    this.busy = dice.pick([instruments, instruments.slice(0, 1), instruments.slice(1)]);
    this.poverty = dice.pick([1, 1, 6]);
    this.stopShare = dice.pick([0.15, 0.3, 0.6]);
    this.at = at;
  }

  /** Returns an order that should be open, preferably a recent one. */
  pickKnownOrder(): KnownOrder | undefined {
    const last = this.orders.length - 1;
    return this.orders[Math.max(this.dice.int(0, last), this.dice.int(0, last))];
  }

  anyOrderId(): OrderId {
    return this.pickKnownOrder()?.orderId ?? orderId(this.dice.int(1, 50));
  }

  addOrder(order: KnownOrder): void {
    const partner = this.orders.find(({ orderId }) => orderId === order.partnerId);
    if (partner !== undefined) partner.partnerId = order.orderId;
    this.orders.push(order);
    if (this.orders.length > knownMax) this.orders.splice(this.dice.int(0, knownMax), 1);
  }

  /** Usually removes it; ended orders are named sometimes. */
  removeOrder(id: OrderId): void {
    const index = this.orders.findIndex((order) => order.orderId === id);
    if (index >= 0 && this.dice.chance(0.9)) this.orders.splice(index, 1);
  }
}
