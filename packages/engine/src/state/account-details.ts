/** Stores the fields of an account that few accounts have, or few commands need. */
import type { TradeVolume } from '../fees/trade-volume.ts';
import type { WithdrawalUsage } from '../funds/withdrawal-limits.ts';
import type { ClientOrders } from '../orders/place/client-orders.ts';

export class AccountDetails {
  level = 0;
  clientOrders: ClientOrders | null = null;
  /** Null until the first trade that counts. */
  tradeVolume: TradeVolume | null = null;
  /** Null until the first withdrawal. */
  usage: WithdrawalUsage | null = null;
}
