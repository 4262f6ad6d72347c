/** Builds what customers trade with: orders, their history, positions, and the events of accounts. */
import type { Database } from '@salar/store';
import { AccountFeed } from '../account-feed/account-feed.ts';
import type { AccountFeedSource, TicketFollower } from '../account-feed/account-feed.ts';
import { PositionService } from '../accounts/position-service.ts';
import { KeyBudget } from '../orders/key-budget.ts';
import type { KeyBudgetSource } from '../orders/key-budget.ts';
import { OrderService } from '../orders/order-service.ts';
import type { History } from '../ports/history.ts';
import type { Log } from '../ports/log.ts';
import { OrderHistory } from '../reports/order-history.ts';
import type { AccountServices } from './account-services.ts';
import type { TransferServices } from './transfer-services.ts';

export type TradingServices = {
  readonly orders: OrderService;
  readonly keyBudget: KeyBudget;
  readonly orderHistory: OrderHistory;
  readonly positions: PositionService;
  readonly accountFeed: AccountFeed;
};

export type TradingServicesOptions = {
  readonly database: Database;
  readonly sequencer: AccountFeedSource & KeyBudgetSource;
  readonly history: History;
  readonly accounts: Pick<AccountServices, 'users'>;
  readonly transfers: Pick<TransferServices, 'deposits' | 'withdrawals' | 'ticketComments'>;
  /** The events of deposits and withdrawals. */
  readonly ticketEvents: TicketFollower;
  readonly now: () => number;
  readonly log: Log;
};

/** Builds orders, positions, and the feed that publishes both together with deposits and withdrawals. */
export function createTradingServices(options: TradingServicesOptions): TradingServices {
  const { database, sequencer, history, accounts, transfers, ticketEvents, now, log } = options;
  const { deposits, withdrawals, ticketComments } = transfers;
  const positions = new PositionService({ sequencer, deposits, withdrawals, now });
  const keyBudget = new KeyBudget({ database, sequencer, now, log });
  return {
    orders: new OrderService({ sequencer, keyBudget }),
    keyBudget,
    orderHistory: new OrderHistory({ sequencer, history }),
    positions,
    accountFeed: new AccountFeed({
      sequencer,
      history,
      positions,
      deposits,
      withdrawals,
      comments: ticketComments,
      tickets: ticketEvents,
      users: accounts.users,
      log,
    }),
  };
}
