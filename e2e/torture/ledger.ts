/** Records everything that was acknowledged, and everything that may have happened without a response. */
import type { Rail } from './rails.ts';

export type PlacedOrder = {
  readonly customer: number;
  readonly orderId: string;
  readonly clientOrderId: number;
  /** Told more than once because an answer was lost. */
  readonly wasRepeated: boolean;
};

export type Deposit = {
  readonly customer: number;
  readonly rail: Rail;
  /** Minor units; no other deposit of the rail is alike. */
  readonly amount: bigint;
  /** Where on its chain it went; the customer's name with a bank. */
  readonly to: string;
  /** The chain's transaction or the bank's reference. Null: perhaps it was sent, its answer was lost. */
  reference: string | null;
};

export type Withdrawal = {
  readonly customer: number;
  readonly rail: Rail;
  readonly amount: bigint;
  /** What its receiver is found by. */
  readonly mark: string;
  readonly isToSaved: boolean;
  /** Null: it was refused, or interrupted before it was there. */
  requestCode: string | null;
  isConfirmed: boolean;
  /** `asked`: the exchange said that it was too late, or its answer was lost. */
  cancel: 'no' | 'asked' | 'done';
};

export class Ledger {
  readonly orders: PlacedOrder[] = [];
  refusedOrders = 0;
  readonly deposits: Deposit[] = [];
  readonly withdrawals: Withdrawal[] = [];
  /** Withdrawals without the money for it just then, or cut off before anything was done. */
  refusedWithdrawals = 0;
  /** Of withdrawals whose answer was lost and that were asked for again under the same key. */
  repeatedWithdrawals = 0;
  /** Requests that met a server, a database or a chain that was away. */
  turnedAway = 0;
  /** Answers that must never be given, whatever is away: 500s, incidents. */
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
