/** Builds every service that customers' calls use. */
import type { Database } from '@salar/store';
import { AccountFeed } from '../account-feed/account-feed.ts';
import type { AccountFeedSource } from '../account-feed/account-feed.ts';
import { AccountLinkService } from '../accounts/account-link-service.ts';
import { AccountOpener } from '../accounts/account-opener.ts';
import { PositionService } from '../accounts/position-service.ts';
import { UserDirectory } from '../accounts/user-directory.ts';
import { ApiKeyStore } from '../api-keys/api-key-store.ts';
import { ApiKeyService } from '../api-keys/api-key-service.ts';
import { KeyAuthenticator } from '../api-keys/key-authenticator.ts';
import { NonceCache } from '../api-keys/nonce-cache.ts';
import { KeySignIn } from '../api-keys/key-sign-in.ts';
import { BrazilService } from '../verification/brazil-service.ts';
import type { BrazilServiceOptions } from '../verification/brazil-service.ts';
import type { DepositService } from '../deposits/deposit-service.ts';
import type { DestinationService } from '../destinations/destination-service.ts';
import { CandleService } from '../market-data/candle-service.ts';
import { MarketFeed } from '../market-data/feed/market-feed.ts';
import type { MarketFeedSource } from '../market-data/feed/market-feed.ts';
import { MarketDataService } from '../market-data/market-data-service.ts';
import type { TradeFeed } from '../market-data/market-data-service.ts';
import { OrderService } from '../orders/order-service.ts';
import type { EngineReader } from '../ports/engine-port.ts';
import type { History } from '../ports/history.ts';
import type { IdentityProvider } from '../ports/identity-provider.ts';
import type { SealedBox } from '../crypto/sealed-box.ts';
import { IdempotencyStore } from '../idempotency/idempotency-store.ts';
import { silentLog } from '../ports/log.ts';
import type { Log } from '../ports/log.ts';
import type { Notifier } from '../ports/notifier.ts';
import { noProductIcons } from '../ports/product-icon-urls.ts';
import type { ProductIconUrls } from '../ports/product-icon-urls.ts';
import { RegistrationService } from '../sign-in/registration-service.ts';
import { OrderHistory } from '../reports/order-history.ts';
import { StoreHistory } from '../reports/store-history.ts';
import { PasskeyService } from '../passkeys/passkey-service.ts';
import { FactorResets } from '../second-factor/factor-resets.ts';
import { PendingSignIns } from '../second-factor/pending-sign-ins.ts';
import { SecondFactorService } from '../second-factor/second-factor-service.ts';
import { SignInCompletion } from '../second-factor/sign-in-completion.ts';
import { SecurityLog } from '../accounts/security-log.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { AccountLocks } from '../sign-in/account-locks.ts';
import { DeviceRegistry } from '../sessions/device-registry.ts';
import { CustomerSessions } from '../sessions/customer-sessions.ts';
import { PasswordVerifier } from '../sign-in/password-verifier.ts';
import { PasswordReset } from '../passwords/password-reset.ts';
import { Reauthentication } from '../sign-in/reauthentication.ts';
import { SessionGrants } from '../sessions/session-grants.ts';
import { SessionService } from '../sessions/session-service.ts';
import { SignInService } from '../sign-in/sign-in-service.ts';
import { TicketComments } from '../tickets/ticket-comments.ts';
import type { WithdrawalCalls } from '../withdrawals/withdrawal-service.ts';
import { UserConfigService } from '../accounts/user-config-service.ts';
import { LevelRaiser } from '../verification/level-raiser.ts';
import { LevelRequests } from '../verification/level-requests.ts';
import type { LevelForms } from '../verification/level-cards.ts';
import { VerificationService } from '../verification/verification-service.ts';

export type CustomerServices = {
  /** Durable reads only: no answer can show state that is not on disk yet. */
  readonly engine: EngineReader;
  readonly now: () => number;
  readonly users: UserDirectory;
  readonly opener: AccountOpener;
  readonly sessions: SessionService;
  readonly securityLog: SecurityLog;
  readonly secondFactor: SecondFactorService;
  readonly signInCompletion: SignInCompletion;
  readonly factorResets: FactorResets;
  readonly passkeys: PasskeyService;
  readonly grants: SessionGrants;
  readonly devices: DeviceRegistry;
  readonly locks: AccountLocks;
  readonly customerSessions: CustomerSessions;
  readonly passwordReset: PasswordReset;
  readonly reauthentication: Reauthentication;
  readonly apiKeys: ApiKeyService;
  readonly keyAuthenticator: KeyAuthenticator;
  readonly keySignIn: KeySignIn;
  readonly idempotency: IdempotencyStore;
  readonly signIn: SignInService;
  readonly registration: RegistrationService;
  readonly userConfig: UserConfigService;
  readonly verification: VerificationService;
  readonly levelRequests: LevelRequests;
  readonly brazil: BrazilService;
  readonly accountLinks: AccountLinkService;
  readonly orders: OrderService;
  readonly orderHistory: OrderHistory;
  readonly history: History;
  readonly positions: PositionService;
  readonly marketData: MarketDataService;
  readonly candles: CandleService;
  readonly marketFeed: MarketFeed;
  readonly accountFeed: AccountFeed;
  readonly deposits: Pick<DepositService, keyof DepositService>;
  readonly withdrawals: WithdrawalCalls;
  readonly destinations: Pick<DestinationService, keyof DestinationService>;
  readonly ticketComments: TicketComments;
  readonly productIcons: ProductIconUrls;
};

export type CustomerServicesOptions = {
  readonly database: Database;
  readonly sequencer: MarketFeedSource & AccountFeedSource;
  readonly deposits: Pick<DepositService, keyof DepositService>;
  readonly withdrawals: WithdrawalCalls;
  readonly destinations: Pick<DestinationService, keyof DestinationService>;
  readonly notifier: Notifier;
  readonly identity: IdentityProvider;
  readonly hasher: PasswordHasher;
  /** Seals values that must be read again: secrets, and customers' documents and data. */
  readonly box: SealedBox;
  /** The address at which customers reach the exchange. */
  readonly publicUrl: string;
  /** When true, a password alone never opens a session; false by default. */
  readonly isSecondFactorEnforced?: boolean;
  /** External forms that collect the documents of a level; none by default. */
  readonly levelForms?: LevelForms;
  /** The provider that verifies customers in Brazil; none by default. */
  readonly brazil?: Pick<BrazilServiceOptions, 'ramp' | 'shareToken'>;
  /** Where product pictures are served; products have none by default. */
  readonly productIcons?: ProductIconUrls;
  /** Shared with other users of the directory; created here by default. */
  readonly users?: UserDirectory;
  /** Sign-in throttling; off only for load tests in the local profile. */
  readonly isThrottled?: boolean;
  readonly now?: () => number;
  readonly log?: Log;
};

/** Builds the services. Call `startCustomerServices`, or heal and follow the market data, before customers are admitted. */
export function createCustomerServices(options: CustomerServicesOptions): CustomerServices {
  const { database, sequencer, deposits, withdrawals, destinations, notifier, identity, hasher, box } =
    options;
  const now = options.now ?? Date.now;
  const log = options.log ?? silentLog;
  const users = options.users ?? new UserDirectory(database);
  const history = new StoreHistory(database);
  const opener = new AccountOpener({ database, sequencer, users });
  const keyStore = new ApiKeyStore({ database, box, now, log });
  const nonces = new NonceCache({ startedAt: now() });
  const keyAuthenticator = new KeyAuthenticator({ keys: keyStore, users, nonces, now });
  const sessions = new SessionService({ database, users, keys: keyAuthenticator, now, log });
  const securityLog = new SecurityLog({ database, notifier, now });
  const apiKeys = new ApiKeyService({ database, box, store: keyStore, sessions, securityLog, now });
  const pending = new PendingSignIns({ database, now });
  const isEnforced = options.isSecondFactorEnforced ?? false;
  const secondFactor = new SecondFactorService({
    database,
    box,
    sessions,
    securityLog,
    pending,
    isEnforced,
    now,
  });
  const devices = new DeviceRegistry({ database, now });
  const grants = new SessionGrants({
    database,
    opener,
    sessions,
    devices,
    securityLog,
    isSecondFactorOn: (on, userId) => secondFactor.isOn(userId, on),
  });
  const locks = new AccountLocks({ database, users, sessions, securityLog, notifier, now });
  const isThrottled = options.isThrottled ?? true;
  const passwords = new PasswordVerifier({ database, hasher, devices, locks, securityLog, now, isThrottled });
  const passkeys = new PasskeyService({
    database,
    securityLog,
    secondFactor,
    pending,
    grants,
    publicUrl: options.publicUrl,
    now,
  });
  const raiser = new LevelRaiser(sequencer);
  const marketData = new MarketDataService({ sequencer, history, now });
  const candles = new CandleService({ sequencer, history, now });
  const ticketComments = new TicketComments({ database, now });
  const positions = new PositionService({ sequencer, deposits, withdrawals, now });
  return {
    engine: sequencer,
    now,
    users,
    opener,
    sessions,
    securityLog,
    secondFactor,
    signInCompletion: new SignInCompletion({ pending, secondFactor, grants }),
    factorResets: new FactorResets({ database, securityLog, now }),
    passkeys,
    grants,
    devices,
    locks,
    customerSessions: new CustomerSessions({ database, sessions, securityLog }),
    apiKeys,
    keyAuthenticator,
    idempotency: new IdempotencyStore({ database, box, now, log }),
    keySignIn: new KeySignIn({ database, authenticator: keyAuthenticator, sessions, securityLog }),
    signIn: new SignInService({ database, sessions, passwords, grants, secondFactor, securityLog }),
    passwordReset: new PasswordReset({
      database,
      users,
      sessions,
      hasher,
      securityLog,
      notifier,
      onReplaced: (tx, by) => apiKeys.removeWithdrawing(tx, by),
      now,
    }),
    reauthentication: new Reauthentication({
      database,
      sessions,
      passwords,
      secondFactor,
      isPasskeyAnswerValid: (user, answer) => passkeys.isAnswerValid(user, answer),
      securityLog,
    }),
    registration: new RegistrationService({ database, users, hasher, opener, notifier, now, log }),
    userConfig: new UserConfigService(database),
    verification: new VerificationService({
      database,
      sequencer,
      raiser,
      users,
      opener,
      identity,
      securityLog,
      now,
      log,
    }),
    levelRequests: new LevelRequests({
      database,
      sequencer,
      raiser,
      users,
      securityLog,
      box,
      forms: options.levelForms ?? {},
      now,
    }),
    brazil: new BrazilService({
      ramp: null,
      ...options.brazil,
      database,
      users,
      securityLog,
      box,
      redirectUrl: `${options.publicUrl}/settings/verification`,
      now,
      log,
    }),
    accountLinks: new AccountLinkService({ database, securityLog, now }),
    orders: new OrderService(sequencer),
    orderHistory: new OrderHistory(sequencer, history),
    history,
    positions,
    marketData,
    candles,
    marketFeed: new MarketFeed({ sequencer, history, marketData, candles, now, log }),
    accountFeed: new AccountFeed({
      sequencer,
      history,
      positions,
      deposits,
      withdrawals,
      comments: ticketComments,
      tickets: database,
      users,
      log,
    }),
    deposits,
    withdrawals,
    destinations,
    ticketComments,
    productIcons: options.productIcons ?? noProductIcons,
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
  return services.marketData.start(feed);
}

/** Completes what a crash interrupted: accounts not opened, reviews not applied, stale sessions. */
export async function healCustomerServices(services: CustomerServices): Promise<void> {
  await services.opener.heal();
  await services.verification.heal();
  await services.levelRequests.heal();
  await sweepCustomerServices(services);
}

/** Deletes expired sessions, devices and stored answers. Runs from time to time, beside the calls. */
export async function sweepCustomerServices(
  services: Pick<CustomerServices, 'sessions' | 'devices' | 'idempotency'>,
): Promise<void> {
  await services.sessions.sweep();
  await services.devices.sweep();
  await services.idempotency.sweep();
}
