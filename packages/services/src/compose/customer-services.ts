/** Builds every service that customers' calls use, in groups that own what they use. */
import type { Minor } from '@salar/protocol';
import { IdempotencyStore } from '../idempotency/idempotency-store.ts';
import type { EngineReader } from '../ports/engine-port.ts';
import type { History } from '../ports/history.ts';
import { RowMacs } from '../crypto/row-macs.ts';
import { silentLog } from '../ports/log.ts';
import type { Log } from '../ports/log.ts';
import { StoreHistory } from '../reports/store-history.ts';
import type { AccountFeedSource } from '../account-feed/account-feed.ts';
import type { KeyBudgetSource } from '../orders/key-budget.ts';
import type { MarketFeedSource } from '../market-data/feed/market-feed.ts';
import type { TradeFeed } from '../market-data/market-data-service.ts';
import { TicketComments } from '../tickets/ticket-comments.ts';
import { createAccessServices } from './access-services.ts';
import type { AccessServices } from './access-services.ts';
import { createAccountServices } from './account-services.ts';
import type { AccountServices, AccountServicesOptions } from './account-services.ts';
import { createMarketServices } from './market-services.ts';
import type { MarketServices, MarketServicesOptions } from './market-services.ts';
import { createAuthenticationServices } from './authentication-services.ts';
import type { AuthenticationServices, AuthenticationServicesOptions } from './authentication-services.ts';
import { createTradingServices } from './trading-services.ts';
import type { TradingServices, TradingServicesOptions } from './trading-services.ts';
import type { TransferServices } from './transfer-services.ts';
import { createVerificationServices } from './verification-services.ts';
import type { VerificationServices, VerificationServicesOptions } from './verification-services.ts';

export type CustomerServices = {
  /** Durable reads only: no answer can show state that is not on disk yet. */
  readonly engine: EngineReader;
  /** The read models, which follow the engine. */
  readonly history: History;
  readonly now: () => number;
  readonly idempotency: IdempotencyStore;
  readonly accounts: AccountServices;
  readonly access: AccessServices;
  readonly authentication: AuthenticationServices;
  readonly verification: VerificationServices;
  readonly market: MarketServices;
  readonly trading: TradingServices;
  readonly transfers: TransferServices;
};

/** Options of the groups that `createCustomerServices` provides itself, or has a default for. */
type Provided = 'macs' | 'accounts' | 'access' | 'transfers' | 'history' | 'sequencer' | 'now' | 'log';

export type CustomerServicesOptions = Omit<AccountServicesOptions, Provided> &
  Omit<AuthenticationServicesOptions, Provided> &
  Omit<VerificationServicesOptions, Provided> &
  Omit<MarketServicesOptions, Provided> &
  Omit<TradingServicesOptions, Provided> &
  Omit<TransferServices, 'ticketComments'> & {
    readonly sequencer: MarketFeedSource & AccountFeedSource & KeyBudgetSource;
    /** The most that an API key trades in a day when its owner chose nothing; null, the default, for no limit. */
    readonly keyDailyNotional?: Minor | null;
    readonly now?: () => number;
    readonly log?: Log;
  };

/** Builds the services. Call `startCustomerServices`, or heal and follow the market data, before customers are admitted. */
export function createCustomerServices(options: CustomerServicesOptions): CustomerServices {
  const { database, sequencer, box, deposits, withdrawals, destinations } = options;
  const now = options.now ?? Date.now;
  const log = options.log ?? silentLog;
  const history = new StoreHistory({ database });
  const macs = new RowMacs({ box, log });
  const given = { ...options, macs, history, now, log };
  const accounts = createAccountServices(given);
  const keyDailyNotional = options.keyDailyNotional ?? null;
  const access = createAccessServices({ ...given, accounts, keyDailyNotional });
  const ticketComments = new TicketComments({ database, now });
  const transfers = { deposits, withdrawals, destinations, ticketComments };
  return {
    engine: sequencer,
    history,
    now,
    idempotency: new IdempotencyStore({ database, box, now, log }),
    accounts,
    access,
    authentication: createAuthenticationServices({ ...given, accounts, access }),
    verification: createVerificationServices({ ...given, accounts }),
    market: createMarketServices(given),
    trading: createTradingServices({ ...given, accounts, transfers }),
    transfers,
  };
}

/**
 * Completes what a crash interrupted and starts reading market data. Run once before customers are admitted.
 *
 * @param feed  the sequencer, whose batches carry new trades
 * @returns a function that stops listening
 */
export async function startCustomerServices(
  services: CustomerServices,
  feed: TradeFeed,
): Promise<() => void> {
  await healCustomerServices(services);
  return services.market.marketData.start(feed);
}

/** Completes what a crash interrupted: accounts not opened, reviews not applied, stale sessions. */
export async function healCustomerServices(services: CustomerServices): Promise<void> {
  await services.accounts.opener.heal();
  await services.verification.identity.heal();
  await services.verification.levelRequests.heal();
  await sweepCustomerServices(services);
}

/** Deletes expired sessions, devices, stored answers, usages of keys and registrations. Runs from time to time, beside the calls. */
export async function sweepCustomerServices(
  services: Pick<CustomerServices, 'access' | 'authentication' | 'idempotency' | 'trading'>,
): Promise<void> {
  await services.access.sessions.sweep();
  await services.access.devices.sweep();
  await services.authentication.registration.sweep();
  await services.idempotency.sweep();
  await services.trading.keyBudget.sweep();
}
