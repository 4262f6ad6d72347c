/** What the load knows: everything that was acknowledged, and everything that may have happened without an answer. */

export type PlacedOrder = {
  readonly customer: number;
  readonly orderId: string;
  readonly clientOrderId: number;
  /** Told more than once because an answer was lost. */
  readonly wasRepeated: boolean;
};

export type Deposit = { readonly customer: number; readonly amount: string; isAcknowledged: boolean };

export type Withdrawal = {
  readonly customer: number;
  readonly amount: string;
  readonly receiver: `0x${string}`;
  /** Null until we know that it was taken. */
  requestCode: string | null;
  isConfirmed: boolean;
  /** The customer changed his mind before the confirmation. */
  isCanceled: boolean;
};

export class Ledger {
  readonly orders: PlacedOrder[] = [];
  refusedOrders = 0;
  readonly deposits: Deposit[] = [];
  readonly withdrawals: Withdrawal[] = [];
  /** Requests that met a server, a database or a chain that was away. */
  turnedAway = 0;
  /** Answers that must never be given, whatever is away: 500s, incidents. */
  readonly faults: string[] = [];

  summary(): string {
    const deposits = this.deposits.filter((one) => one.isAcknowledged).length;
    const taken = this.withdrawals.filter((one) => one.requestCode !== null).length;
    const confirmed = this.withdrawals.filter((one) => one.isConfirmed).length;
    const repeated = this.orders.filter((one) => one.wasRepeated).length;
    return (
      `acknowledged: ${this.orders.length} orders (${repeated} told again after a lost answer), ${deposits} deposits, ` +
      `${taken} withdrawals (${confirmed} confirmed); refused orders: ${this.refusedOrders}; turned away: ${this.turnedAway}`
    );
  }
}
