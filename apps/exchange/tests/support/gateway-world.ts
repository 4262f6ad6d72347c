/**
 * A gateway for tests: the real services on a real sequencer and a real PostgreSQL, called without a network. Only
 * mail, identity provider and chains are replaced.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { accept, assert, houseAccounts, lots, millis, minor, ticks, userId } from '@salar/protocol';
import type { Minor, UserId } from '@salar/protocol';
import { Sequencer } from '@salar/sequencer';
import { SecurityLog } from '@salar/services/accounts/security-log';
import { CodeChecker } from '@salar/services/second-factor/code-checker';
import { FactorRecords } from '@salar/services/second-factor/factor-records';
import { CredentialChanges } from '@salar/services/accounts/credential-changes';
import { UserDirectory } from '@salar/services/accounts/user-directory';
import type { Notification, Notifier } from '@salar/services';
import { createCustomerServices, startCustomerServices } from '@salar/services/compose/customer-services';
import type { CustomerServices, CustomerServicesOptions } from '@salar/services/compose/customer-services';
import type { TransferServices } from '@salar/services/compose/transfer-services';
import type { KeyRing } from '@salar/services/crypto/key-ring';
import { RowMacs } from '@salar/services/crypto/row-macs';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { SealedColumns } from '@salar/services/crypto/sealed-columns';
import { FreezeLinkNotifier } from '@salar/services/freeze/freeze-link-notifier';
import { FreezeLinks } from '@salar/services/freeze/freeze-links';
import { InlinePasswordHasher } from '@salar/services/passwords/password-hasher';
import type { HashCaller } from '@salar/services/passwords/fair-queue';
import type { PasswordVerdict } from '@salar/services/passwords/password-hasher';
import type { LevelForms } from '@salar/services/verification/level-cards';
import type { IdentityProvider } from '@salar/services/ports/identity-provider';
import { silentLog } from '@salar/services/ports/log';
import { WebhookInbox } from '@salar/services/webhooks/webhook-inbox';
import type { WebhookSource } from '@salar/services/webhooks/webhook-source';
import type { TicketDatabase } from '@salar/store';
import { createDecisions } from '@salar/testing/decision-memory';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openTestRecords } from '@salar/testing/test-customers';
import { ProductIcons } from '../../src/product-icons/product-icons.ts';
import { instruments, productIcons, products } from '../../src/seed/catalogue.ts';
import type { SeedProduct } from '../../src/seed/catalogue.ts';
import { seedCatalogue } from '../../src/seed/seed-catalogue.ts';
import { createGateway } from '../../src/gateway/server.ts';
import { createOfflineDestinations } from './offline-destinations.ts';
import { InMemoryTickets } from './in-memory-tickets.ts';
import { createOrderClient } from './order-client.ts';
import type { OrderClient } from './order-client.ts';

export type Reply = {
  readonly status: number;
  readonly text: string;
  readonly json: () => Record<string, unknown>;
};
export type Customer = {
  readonly userId: number;
  readonly accountId: number;
  readonly token: string;
  readonly userName: string;
  readonly password: string;
  /** Makes calls in the customer's session. */
  readonly call: (name: string, body?: unknown) => Promise<Reply>;
};

export type GatewayWorld = {
  readonly app: FastifyInstance;
  /** Sends orders and cancels to the reader that reads them from clients; `call` uses it for them. */
  readonly orderClient: OrderClient;
  readonly database: TicketDatabase;
  readonly sequencer: Sequencer;
  readonly services: CustomerServices;
  /** Processes stored webhooks when a test requests it. */
  readonly webhooks: WebhookInbox;
  readonly tickets: InMemoryTickets;
  readonly clock: { now: number };
  readonly mails: { readonly to: string; readonly notification: Notification }[];
  /** Makes calls without a session; a text body is sent as it is. */
  readonly call: (name: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Reply>;
  /** Returns the code of the newest mail to an address. */
  readonly codeFor: (to: string) => string;
  /** Creates a registered, verified and signed-in customer with an account of `level`. */
  readonly customer: (options?: { readonly level?: number; readonly userName?: string }) => Promise<Customer>;
  readonly fund: (customer: Customer, symbol: SeedProduct, amount: bigint) => Promise<void>;
  /** Rests a limit order of the exchange's liquidity account. */
  readonly rest: (symbol: string, side: 'buy' | 'sell', price: number, quantity: bigint) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The address where customers of the test reach the gateway. */
export const publicUrl = 'http://localhost:8080';

/** The dependencies of a test's own ticket services. */
export type TicketDependencies = {
  readonly database: TicketDatabase;
  readonly sequencer: Sequencer;
  readonly notifier: Notifier;
  readonly customers: { readonly findEmail: (id: UserId) => Promise<string | null> };
  readonly macs: RowMacs;
  readonly credentialChanges: CredentialChanges;
  readonly codes: CodeChecker;
  readonly clock: () => number;
};
type TicketServiceFactory = Omit<TransferServices, 'ticketComments'>;

/** @param options.tickets  opens ticket services with a chain, instead of the in-memory ones */
export async function openGatewayWorld(
  options: {
    readonly rateLimits?: 'on' | 'off';
    readonly levelForms?: LevelForms;
    readonly isSecondFactorEnforced?: boolean;
    readonly keyDailyNotional?: Minor;
    /** Called for each hash or verification of a password. */
    readonly onHash?: (kind: 'hash' | 'verify') => void;
    readonly tickets?: (books: TicketDependencies) => Promise<TicketServiceFactory>;
    /** The identity provider, instead of one that issues tokens and sends no reviews. */
    readonly identity?: IdentityProvider;
    readonly brazil?: CustomerServicesOptions['brazil'];
    /** Receives every mail, in addition to the list that the test reads. */
    readonly outbox?: Notifier;
    readonly box?: SealedBox;
    readonly peppers?: KeyRing;
    /** A database that outlives this exchange, for tests that start it again. */
    readonly store?: TestDatabase;
    /** The log of gateway and services, instead of one that only shows faults. */
    readonly log?: Logger;
    /** The handlers of webhooks, for tests that start the inbox or inspect it. */
    readonly webhooks?: (services: CustomerServices) => readonly WebhookSource[];
  } = {},
): Promise<GatewayWorld> {
  const store = options.store ?? (await openTestDatabase());
  const { database } = store;
  const clock = { now: Date.UTC(2026, 4, 4, 12) };
  const sequencer = await Sequencer.open({
    database,
    now: () => clock.now,
    onFatal: (error) => {
      throw error;
    },
  });
  await seedCatalogue(sequencer);
  // Tests trade at prices of their own, far below the reference prices.
  for (const { instrumentId } of instruments)
    await sequencer.submit({ type: 'SetLimitCollar', instrumentId, collarPpm: 1_000_000 });
  for (const [symbol, price] of Object.entries(referencePrices) as [SeedProduct, Minor][])
    await sequencer.submit({ type: 'SetReferencePrice', productId: products[symbol].productId, price });
  const mails: GatewayWorld['mails'] = [];
  const recorder: Notifier = {
    enqueue: async (tx, mail) => {
      mails.unshift({ to: mail.to, notification: mail.notification });
      await options.outbox?.enqueue(tx, mail);
    },
  };
  const box = options.box ?? new SealedBox(randomBytes(32));
  const records = openTestRecords(box, options.log);
  const users = new UserDirectory({ database, records });
  const macs = new RowMacs({ box, log: options.log ?? silentLog });
  const links = new FreezeLinks({ records, macs, now: () => clock.now });
  const notifier = new FreezeLinkNotifier({ notifier: recorder, links });
  const customers = { findEmail: async (id: UserId) => (await users.get(id))?.email ?? null };
  const now = () => clock.now;
  const codes = new CodeChecker({
    database,
    factors: new FactorRecords({ records, macs }),
    box,
    securityLog: new SecurityLog({ database, notifier, now }),
    now,
  });
  const tickets = new InMemoryTickets(sequencer, { codes, customers });
  const books: TicketDependencies = {
    database,
    sequencer,
    notifier,
    customers,
    macs,
    credentialChanges: new CredentialChanges({ records, macs }),
    codes,
    clock: now,
  };
  const opened = (await options.tickets?.(books)) ?? {
    deposits: tickets.deposits,
    withdrawals: tickets.withdrawals,
    destinations: createOfflineDestinations({
      ...books,
      ledger: sequencer,
      seals: new SealedColumns({ box, log: options.log ?? silentLog }),
    }),
  };
  const decisions = createDecisions(now);
  const icons = new ProductIcons({ names: productIcons, directory: null, publicUrl });
  const services = createCustomerServices({
    database,
    ticketEvents: store.ticketEvents,
    sequencer,
    deposits: opened.deposits,
    withdrawals: opened.withdrawals,
    destinations: opened.destinations,
    notifier,
    users,
    identity: options.identity ?? {
      createToken: async ({ userId, level }) =>
        accept({ token: `token-of-${userId}-${level}`, provider: 'sandbox' }),
    },
    decisions,
    box,
    publicUrl,
    productIcons: icons,
    isSecondFactorEnforced: options.isSecondFactorEnforced ?? false,
    keyDailyNotional: options.keyDailyNotional ?? null,
    ...(options.levelForms && { levelForms: options.levelForms }),
    ...(options.brazil && { brazil: options.brazil }),
    ...(options.log && { log: options.log }),
    hasher: new CountedHasher(options.onHash ?? (() => undefined), options.peppers ?? randomBytes(32)),
    now: () => clock.now,
  });
  const stopServices = await startCustomerServices(services, sequencer);
  const webhooks = new WebhookInbox({
    database,
    sources: options.webhooks?.(services) ?? [],
    now: () => clock.now,
    log: options.log ?? silentLog,
  });
  const app = createGateway({
    services,
    webhooks,
    productIcons: icons,
    // A server fault is an incident in the log, and a test that causes one should show it.
    log: options.log ?? pino({ level: 'error' }),
    config: { publicUrl, profile: 'local', rateLimits: options.rateLimits ?? 'off' },
  });
  await app.ready();

  const orderClient = createOrderClient(app);
  const call: GatewayWorld['call'] = async (name, body, headers = {}) => {
    const path = `/AP/${name}`;
    const sent = typeof body === 'string' ? body : JSON.stringify(body ?? {});
    if (orderClient.reads('POST', path)) {
      const reply = await orderClient.post(path, { 'content-type': 'application/json', ...headers }, sent);
      return { ...reply, json: () => JSON.parse(reply.text) as Record<string, unknown> };
    }
    const response = await app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/json', ...headers },
      payload: sent,
    });
    return {
      status: response.statusCode,
      text: response.body,
      json: () => JSON.parse(response.body) as Record<string, unknown>,
    };
  };
  const codeFor = (to: string): string => {
    const mail = mails.find((one) => one.to === to);
    assert(mail !== undefined && 'code' in mail.notification, 'the newest mail carries a code');
    return mail.notification.code;
  };
  let people = 0;
  let keys = 0;
  return {
    app,
    orderClient,
    database,
    sequencer,
    services,
    webhooks,
    tickets,
    clock,
    mails,
    call,
    codeFor,
    async customer({ level = 0, userName } = {}) {
      people += 1;
      const name = userName ?? `person${people}`;
      const email = `${name}@example.com`;
      const password = `Quartz-${people}-harbour`;
      const registered = await call('RegisterUser', {
        UserInfo: { UserName: name, Email: email, passwordHash: password },
      });
      const id = registered.json()['UserId'];
      assert(typeof id === 'number', `the registration was accepted: ${registered.text}`);
      await call('ConfirmUserEmail', { UserId: id, VerifyEmailCode: codeFor(email) });
      const basic = Buffer.from(`${name}:${password}`).toString('base64');
      const signedIn = (await call('AuthenticateUser', {}, { authorization: `Basic ${basic}` })).json();
      const token = signedIn['SessionToken'];
      const accountId = signedIn['AccountId'];
      assert(
        typeof token === 'string' && typeof accountId === 'number',
        `the customer is signed in: ${JSON.stringify(signedIn)}`,
      );
      for (let reached = 1; reached <= level; reached += 1)
        await services.verification.identity.applyReview({
          eventId: `review-${id}-${reached}`,
          userId: userId(id),
          level: reached,
          status: 'approved',
          comment: null,
        });
      return {
        userId: id,
        accountId,
        token,
        userName: name,
        password,
        call: (callName, body) => call(callName, body, { aptoken: token }),
      };
    },
    async fund(customer, symbol, amount) {
      keys += 1;
      const outcome = await sequencer.submit({
        type: 'TransferFunds',
        sourceAccountId: houseAccounts.operatorFunding,
        targetAccountId: customer.accountId as typeof houseAccounts.custody,
        productId: products[symbol].productId,
        amount: minor(amount),
        key: `fund ${keys}`,
      });
      assert(outcome.ok, 'the customer is funded');
    },
    async rest(symbol, side, price, quantity) {
      const instrument = instruments.find((one) => one.symbol === symbol);
      assert(instrument !== undefined, 'the instrument is in the catalogue');
      keys += 1;
      const { baseProductId, quoteProductId } = instrument;
      for (const productId of [baseProductId, quoteProductId])
        await sequencer.submit({
          type: 'TransferFunds',
          sourceAccountId: houseAccounts.operatorFunding,
          targetAccountId: houseAccounts.liquidity,
          productId,
          amount: minor(10n ** 24n),
          key: `liquidity ${keys} ${productId}`,
        });
      const outcome = await sequencer.submit({
        type: 'PlaceOrder',
        accountId: houseAccounts.liquidity,
        userId: userId(1),
        instrumentId: instrument.instrumentId,
        side,
        orderType: 'limit',
        terms: null,
        timeInForce: 'gtc',
        price: ticks(price),
        quantity: lots(quantity),
        clientOrderId: 0,
        isQuote: true,
      });
      assert(outcome.ok, 'the quote rests');
    },
    async close() {
      await app.close();
      await orderClient.close();
      stopServices();
      await sequencer.close();
      if (options.store === undefined) await store.close();
    },
  };
}

class CountedHasher extends InlinePasswordHasher {
  readonly #onHash: (kind: 'hash' | 'verify') => void;

  constructor(onHash: (kind: 'hash' | 'verify') => void, pepper: KeyRing | Buffer) {
    super({ pepper, parameters: { memoryKib: 64, passes: 1, lanes: 1 } });
    this.#onHash = onHash;
  }

  override hash(password: string, caller: HashCaller): Promise<string> {
    this.#onHash('hash');
    return super.hash(password, caller);
  }

  override verify(password: string, stored: string, caller: HashCaller): Promise<PasswordVerdict> {
    this.#onHash('verify');
    return super.verify(password, stored, caller);
  }
}

/** COP minor units in one whole unit. */
const referencePrices: Readonly<Record<SeedProduct, Minor>> = {
  BTC: minor(40_000_000_000n),
  ETH: minor(1_500_000_000n),
  USDT: minor(400_000n),
  USDC: minor(400_000n),
  COP: minor(100n),
  BRL: minor(70_000n),
};

/** Locks a customer as an operator does, and leaves the rows of the sessions. */
export async function lockSignIn(world: GatewayWorld, customer: Pick<Customer, 'userId'>): Promise<void> {
  const { users } = world.services.accounts;
  const id = userId(customer.userId);
  const at = millis(world.clock.now);
  await world.database.transaction((tx) => users.records.lockByOperator(tx, id, at));
  await users.refresh(id);
}
