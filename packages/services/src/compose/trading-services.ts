/** Builds what customers trade with: orders, their history, positions, and the events of accounts. */
import { AccountFeed } from '../account-feed/account-feed.ts';
import type { AccountFeedSource, TicketFollower } from '../account-feed/account-feed.ts';
import { PositionService } from '../accounts/position-service.ts';
import { OrderService } from '../orders/order-service.ts';
import type { History } from '../ports/history.ts';
import type { Log } from '../ports/log.ts';
import { OrderHistory } from '../reports/order-history.ts';
import type { AccountServices } from './account-services.ts';
import type { TransferServices } from './transfer-services.ts';

export type TradingServices = {
  readonly orders: OrderService;
  readonly orderHistory: OrderHistory;
  readonly positions: PositionService;
  readonly accountFeed: AccountFeed;
};

export type TradingServicesOptions = {
  readonly sequencer: AccountFeedSource;
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
  const { sequencer, history, accounts, transfers, ticketEvents, now, log } = options;
  const { deposits, withdrawals, ticketComments } = transfers;
  const positions = new PositionService({ sequencer, deposits, withdrawals, now });
  return {
    orders: new OrderService({ sequencer }),
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
