/** Everything a customer can do, put together: what the gateway's calls work with. */
import { refuse } from '@salar/protocol';
import type { Database } from '@salar/store';
import { AccountOpener } from './accounts/account-opener.ts';
import { PositionService } from './accounts/positions.ts';
import { UserDirectory } from './accounts/user-directory.ts';
import { ApiKeyBook } from './api-keys/api-key-book.ts';
import { ApiKeyService } from './api-keys/api-key-service.ts';
import { KeyDoor } from './api-keys/key-door.ts';
import { KeySignIn } from './api-keys/key-sign-in.ts';
import type { DestinationDesk } from './destinations/destination-types.ts';
import { CandleService } from './market-data/candle-service.ts';
import { MarketFeed } from './market-data/feed/market-feed.ts';
import type { FeedDoor } from './market-data/feed/market-feed.ts';
import { MarketDataService } from './market-data/market-data-service.ts';
import type { TradeFeed } from './market-data/market-data-service.ts';
import { OrderService } from './orders/order-service.ts';
import type { ExchangeDoor } from './ports/exchange-door.ts';
import type { History } from './ports/history.ts';
import type { IdentityProvider } from './ports/identity-provider.ts';
import { silentLog } from './ports/log.ts';
import type { Log } from './ports/log.ts';
import type { Notifier } from './ports/notifier.ts';
import type { SealedBox } from './notifications/sealed-box.ts';
import { RegistrationService } from './registration/registration-service.ts';
import { OrderHistory } from './reports/order-history.ts';
import { StoreHistory } from './reports/store-history.ts';
import type { SecondFactor } from './second-factor/second-factor.ts';
import { SecurityLog } from './security-log/security-log.ts';
import type { PasswordHasher } from './sign-in/password-hasher.ts';
import { SessionGrants } from './sign-in/session-grants.ts';
import { SessionService } from './sign-in/session-service.ts';
import { SignInService } from './sign-in/sign-in-service.ts';
import type { DepositDesk, WithdrawalDesk } from './tickets/ticket-services.ts';
import { UserConfigService } from './user-config/user-config-service.ts';
import { VerificationService } from './verification/verification-service.ts';

export type CustomerServices = {
  readonly sequencer: ExchangeDoor;
  readonly now: () => number;
  readonly users: UserDirectory;
  readonly opener: AccountOpener;
  readonly sessions: SessionService;
  readonly securityLog: SecurityLog;
  readonly secondFactor: SecondFactor;
  readonly grants: SessionGrants;
  readonly apiKeys: ApiKeyService;
  readonly keyDoor: KeyDoor;
  readonly keySignIn: KeySignIn;
  readonly signIn: SignInService;
  readonly registration: RegistrationService;
  readonly userConfig: UserConfigService;
  readonly verification: VerificationService;
  readonly orders: OrderService;
  readonly orderHistory: OrderHistory;
  readonly history: History;
  readonly positions: PositionService;
  readonly marketData: MarketDataService;
  readonly candles: CandleService;
  readonly marketFeed: MarketFeed;
  readonly deposits: DepositDesk;
  readonly withdrawals: WithdrawalDesk;
  readonly destinations: DestinationDesk;
};

export type CustomerServicesOptions = {
  readonly database: Database;
  readonly sequencer: FeedDoor;
  readonly deposits: DepositDesk;
  readonly withdrawals: WithdrawalDesk;
  readonly destinations: DestinationDesk;
  readonly notifier: Notifier;
  readonly identity: IdentityProvider;
  readonly hasher: PasswordHasher;
  /** Seals what must be read again: secrets, and what customers send us. */
  readonly box: SealedBox;
  /** Shared with others who ask for customers; made here when none is given. */
  readonly users?: UserDirectory;
  /** Sign-in throttling; off only for load tests in the local profile. */
  readonly isThrottled?: boolean;
  readonly now?: () => number;
  readonly log?: Log;
};

/** Builds the services. Call `startCustomerServices`, or heal and follow the market data, before customers are let in. */
export function createCustomerServices(options: CustomerServicesOptions): CustomerServices {
  const { database, sequencer, deposits, withdrawals, destinations, notifier, identity, hasher, box } =
    options;
  const now = options.now ?? Date.now;
  const log = options.log ?? silentLog;
  const users = options.users ?? new UserDirectory(database);
  const history = new StoreHistory(database);
  const opener = new AccountOpener({ database, sequencer, users });
  const keyBook = new ApiKeyBook({ database, box, now, log });
  const keyDoor = new KeyDoor({ book: keyBook, users });
  const sessions = new SessionService({ database, users, keys: keyDoor, now, log });
  const securityLog = new SecurityLog({ database, notifier, now });
  const apiKeys = new ApiKeyService({ database, box, book: keyBook, sessions, securityLog, now });
  const secondFactor: SecondFactor = {
    isOn: () => Promise.resolve(false),
    afterPassword: () => Promise.resolve(null),
    check: () => Promise.resolve(refuse('code_wrong')),
  };
  const grants = new SessionGrants({
    database,
    users,
    opener,
    sessions,
    securityLog,
    isSecondFactorOn: ({ userId }) => secondFactor.isOn(userId),
  });
  const isThrottled = options.isThrottled ?? true;
  const marketData = new MarketDataService({ sequencer, history, now });
  const candles = new CandleService({ sequencer, history, now });
  return {
    sequencer,
    now,
    users,
    opener,
    sessions,
    securityLog,
    secondFactor,
    grants,
    apiKeys,
    keyDoor,
    keySignIn: new KeySignIn({ database, door: keyDoor, sessions, securityLog }),
    signIn: new SignInService({
      database,
      users,
      sessions,
      hasher,
      grants,
      secondFactor,
      securityLog,
      notifier,
      now,
      isThrottled,
    }),
    registration: new RegistrationService({ database, users, hasher, opener, notifier, now, log }),
    userConfig: new UserConfigService(database),
    verification: new VerificationService({ database, sequencer, users, opener, identity, now, log }),
    orders: new OrderService(sequencer),
    orderHistory: new OrderHistory(sequencer, history),
    history,
    positions: new PositionService({ sequencer, deposits, withdrawals, now }),
    marketData,
    candles,
    marketFeed: new MarketFeed({ door: sequencer, history, marketData, candles, now, log }),
    deposits,
    withdrawals,
    destinations,
  };
}

/**
 * Finishes what a crash cut off and takes in market data. Run once before customers are let in.
 *
 * @param feed  the sequencer, whose batches carry new trades
 * @returns stops listening
 */
export async function startCustomerServices(
  services: CustomerServices,
  feed: TradeFeed,
): Promise<() => void> {
  await healCustomerServices(services);
  return services.marketData.start(feed);
}

/** Finishes what a crash cut off: accounts not opened, reviews not applied, stale sessions. */
export async function healCustomerServices(services: CustomerServices): Promise<void> {
  await services.opener.heal();
  await services.verification.heal();
  await services.sessions.sweep();
}
