/** Records everything that was acknowledged, and everything that may have happened without a response. */
import type { Rail } from './rails.ts';

export type PlacedOrder = {
  readonly customer: number;
  readonly orderId: string;
  readonly clientOrderId: number;
  /** Sent more than once because a response was lost. */
  readonly wasRepeated: boolean;
};

export type Deposit = {
  readonly customer: number;
  readonly rail: Rail;
  /** Minor units, unique among the deposits of the rail. */
  readonly amount: bigint;
  /** The address on its chain; for a bank, the customer's name. */
  readonly to: string;
  /** The chain's transaction or the bank's reference. Null when it may have been sent and the response was lost. */
  reference: string | null;
};

export type Withdrawal = {
  readonly customer: number;
  readonly rail: Rail;
  readonly amount: bigint;
  /** The text that identifies its receiver. */
  readonly mark: string;
  readonly isToSaved: boolean;
  /** Null when it was refused, or interrupted before the ticket existed. */
  requestCode: string | null;
  isConfirmed: boolean;
  /** `asked`: the exchange refused because it was too late, or the response was lost. */
  cancel: 'no' | 'asked' | 'done';
};

export class Ledger {
  readonly orders: PlacedOrder[] = [];
  refusedOrders = 0;
  readonly deposits: Deposit[] = [];
  readonly withdrawals: Withdrawal[] = [];
  /** Withdrawals refused for lack of funds, or interrupted before anything was done. */
  refusedWithdrawals = 0;
  /** Repeated requests, with the same key, of withdrawals whose response was lost. */
  repeatedWithdrawals = 0;
  /** Requests during an outage of the server, the database or a chain. */
  turnedAway = 0;
  /** Responses that must never occur, even during an outage: 500s, incidents. */
  readonly faults: string[] = [];

  summary(): string {
    const deposits = this.deposits.filter((one) => one.reference !== null);
    const taken = this.withdrawals.filter((one) => one.requestCode !== null);
    const confirmed = taken.filter((one) => one.isConfirmed).length;
    const canceled = taken.filter((one) => one.cancel === 'done').length;
    const saved = taken.filter((one) => one.isToSaved).length;
    const repeated = this.orders.filter((one) => one.wasRepeated).length;
    return [
      `acknowledged: ${this.orders.length} orders (${repeated} told again after a lost answer), ` +
        `${deposits.length} deposits (${perRail(deposits)}), ${taken.length} withdrawals (${perRail(taken)})`,
      `of the withdrawals ${confirmed} confirmed, ${canceled} canceled, ${saved} to saved destinations, ` +
        `${this.repeatedWithdrawals} asked for again; refused orders: ${this.refusedOrders}, ` +
        `withdrawals: ${this.refusedWithdrawals}; turned away: ${this.turnedAway}`,
    ].join('\n');
  }
}

function perRail(items: readonly { readonly rail: Rail }[]): string {
  const counts = new Map<string, number>();
  for (const { rail } of items) counts.set(rail.provider, (counts.get(rail.provider) ?? 0) + 1);
  return [...counts].map(([provider, count]) => `${count} ${provider}`).join(', ');
}
