/**
 * The wiring: every part of the exchange, started in order, each with the way to stop it.
 *
 * Nothing here decides anything. What is slow and independent starts together: database, local chains, signer.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { startLocalNetworks } from '@salar/adapters/anvil/local-networks';
import { IdentitySandbox } from '@salar/adapters/identity-sandbox/identity-sandbox';
import { SmtpTransport } from '@salar/adapters/mail-smtp/smtp-transport';
import { startLocalMailbox } from '@salar/adapters/mailbox/local-mailbox';
import { startEmbeddedPostgres } from '@salar/adapters/postgres-embedded/index';
import { SimulatedPrices } from '@salar/adapters/price-simulated/simulated-prices';
import { openKey, openTicketKeys } from '@salar/adapters/signer/key-files';
import { signerSettings } from '@salar/adapters/signer/signer-settings';
import { startSigner } from '@salar/adapters/signer/start-signer';
import { Sequencer } from '@salar/sequencer';
import { openTicketDesks } from '@salar/services';
import { createCustomerServices, startCustomerServices } from '@salar/services/customer-services';
import { Liquidity } from '@salar/services/liquidity/liquidity';
import { ReferenceKeeper } from '@salar/services/liquidity/reference-keeper';
import { OutboxNotifier } from '@salar/services/notifications/outbox-notifier';
import { OutboxWorker } from '@salar/services/notifications/outbox-worker';
import { SealedBox } from '@salar/services/notifications/sealed-box';
import { ThreadedPasswordHasher } from '@salar/services/sign-in/password-hasher';
import { UserDirectory } from '@salar/services/accounts/user-directory';
import { userId } from '@salar/protocol';
import { Database, migrate } from '@salar/store';
import type { Config } from './config.ts';
import { createGateway } from './gateway/index.ts';
import { chainNetworks } from './local/chain-network.ts';
import { localPages } from './local/local-pages.ts';
import { lastRates, PriceHistoryKeeper } from './local/price-history-keeper.ts';
import { widgetPath } from './local/widget-routes.ts';
import type { Progress } from './lifecycle/progress.ts';
import type { StopOrder } from './lifecycle/stop-order.ts';
import { chainSettings, noIdentityProvider, signerSocketPath } from './outside.ts';
import { notionalSymbol, products } from './seed/catalogue.ts';
import { demoLogin, seedDemoCustomer } from './seed/demo-customer.ts';
import { ladderShapes, liquidityFunds, seedLiquidityFunds } from './seed/local-market.ts';
import { seedCatalogue } from './seed/seed-catalogue.ts';

export type RunOptions = {
  readonly config: Config;
  readonly log: Logger;
  readonly progress: Progress;
  readonly stops: StopOrder;
  /** The process cannot go on; everything durable is safe. */
  readonly onFatal: (error: Error) => void;
};

const serverFile = (name: string) => new URL(name, import.meta.url);
const staticDir = fileURLToPath(new URL('../web', import.meta.url));

/** Starts everything and resolves when customers are let in. */
export async function runExchange(options: RunOptions): Promise<void> {
  const { config, log, progress, stops } = options;
  const isLocal = config.profile === 'local';
  const keysDir = join(config.dataDir, 'keys');
  const chain = chainSettings(config);
  const signerConfig = signerSettings({
    dataDir: config.dataDir,
    socketPath: signerSocketPath(config.dataDir),
    ...chain,
  });
  // Made before the signer starts: both sides read the same files.
  const ticketKeys = openTicketKeys(keysDir);

  const outside = settleAll([
    progress.step('Database', () => openDatabase(options)),
    progress.step('Local chains', async () => {
      const networks = await startLocalNetworks({ ...chain, dataDir: config.dataDir, log });
      stops.add('local chains', () => networks.stop());
      return networks;
    }),
    progress.step('Signer', async () => {
      const passphrase = config.secrets?.signerPassphrase;
      const running = await startSigner({
        entry: fileURLToPath(serverFile('./signer.js')),
        settings: signerConfig,
        ...(passphrase === undefined ? {} : { passphrase }),
        log,
      });
      stops.add('signer', () => running.stop());
      return running;
    }),
  ] as const);
  const [database, networks, signer] = await outside;

  const sequencer = await progress.step('Books from the journal', async () => {
    const opened = await Sequencer.open({
      database,
      onFatal: options.onFatal,
      log: (line) => log.info({ part: 'sequencer' }, line),
      followerUrl: serverFile('./follower.js'),
    });
    stops.add('sequencer', () => opened.close());
    await seedCatalogue(opened);
    return opened;
  });

  const box = new SealedBox(config.secrets?.sealingKey ?? openKey(join(keysDir, 'sealing.key')));
  const notifier = new OutboxNotifier({ box });
  const identity = new IdentitySandbox({ database, box, widgetPath, autoReview: config.autoReview, log });
  const users = new UserDirectory(database);
  const desks = await openTicketDesks({
    database,
    sequencer,
    networks: networks.open(signer.xpub),
    providers: chain.providers,
    signer: signer.client,
    hotAddress: signer.hotAddress,
    notifier,
    customers: { emailOf: async (id) => (await users.get(userId(id)))?.email ?? null },
    keys: ticketKeys,
    clock: Date.now,
    log,
  });
  const hasher = new ThreadedPasswordHasher({
    workerUrl: serverFile('./password-worker.js'),
    pepper: config.secrets?.passwordPepper ?? openKey(join(keysDir, 'password-pepper.key')),
  });
  stops.add('password hasher', () => hasher.close());
  const services = createCustomerServices({
    database,
    sequencer,
    ...desks,
    notifier,
    identity: isLocal ? identity : noIdentityProvider,
    hasher,
    users,
    isThrottled: config.rateLimits,
    log,
  });
  stops.add('market data', await startCustomerServices(services, sequencer));

  if (isLocal) await progress.step('Market and demo customer', () => openLocalMarket());

  const transport = await openMail(options, database);
  const mail = new OutboxWorker({ database, transport, box, publicUrl: config.publicUrl, log });
  mail.start();
  stops.add('mail', () => mail.stop());

  desks.start();
  stops.add('tickets', () => desks.stop());
  if (isLocal) {
    identity.start(async (event) => {
      const applied = await services.verification.applyReview(event);
      if (!applied.ok) log.warn({ eventId: event.eventId, refusal: applied.refusal }, 'a review was refused');
    });
    stops.add('identity sandbox', () => identity.stop());
  }

  const gateway = createGateway({
    services,
    config: { ...config, rateLimits: config.rateLimits ? 'on' : 'off' },
    staticDir,
    log,
    health: () => ({ profile: config.profile }),
  });
  if (isLocal)
    await localPages(gateway, {
      profile: config.profile,
      database,
      networks: chainNetworks({
        networks,
        providers: chain.providers,
        products: Object.values(products),
        log,
      }),
      identity,
      demoLogin,
      autoReview: config.autoReview,
      hasRealMail: config.smtpUrl !== null,
    });
  stops.add('gateway', () => gateway.close());
  await progress.step('Web and API', () => gateway.listen({ host: config.host, port: config.port }));

  async function openLocalMarket(): Promise<void> {
    const prices = new SimulatedPrices({ seed: Date.now(), startFrom: lastRates(sequencer.engine) });
    const door = { door: sequencer, prices, log };
    const reference = new ReferenceKeeper({ ...door, notionalSymbol });
    const history = new PriceHistoryKeeper({ database, engine: sequencer.engine, prices, log });
    const liquidity = new Liquidity({
      ...door,
      shapes: ladderShapes,
      neutral: new Map(Object.entries(liquidityFunds)),
    });
    await reference.tellMoved();
    await seedLiquidityFunds(sequencer);
    await seedDemoCustomer({ database, door: sequencer, registration: services.registration });
    await history.fill(Date.now());
    await networks.fundHotWallet(signer.hotAddress);
    await liquidity.quoteDue();
    prices.start();
    reference.start();
    history.start();
    liquidity.start();
    stops.add('liquidity', async () => {
      prices.stop();
      history.stop();
      await reference.stop();
      await liquidity.stop();
    });
  }
}

async function openDatabase({ config, log, stops, onFatal }: RunOptions): Promise<Database> {
  const database = await connectDatabase();
  stops.add('database connections', () => database.close());
  await migrate(database);
  return database;

  async function connectDatabase(): Promise<Database> {
    if (config.databaseUrl !== null) return new Database({ connectionString: config.databaseUrl });
    const postgres = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      log: (line) => log.info({ part: 'postgres' }, line),
    });
    stops.add('PostgreSQL', () => postgres.stop());
    postgres.onExit(onFatal);
    return new Database(postgres.databaseOptions);
  }
}

async function openMail({ config, log, stops }: RunOptions, database: Database): Promise<SmtpTransport> {
  const from = config.mailFrom;
  if (config.smtpUrl !== null) {
    const transport = new SmtpTransport({ url: config.smtpUrl, from });
    stops.add('mail transport', () => transport.close());
    return transport;
  }
  const mailbox = await startLocalMailbox({ database, log });
  stops.add('mailbox', () => mailbox.stop());
  const transport = new SmtpTransport({ url: mailbox.url, from, isLoopback: true });
  stops.add('mail transport', () => transport.close());
  return transport;
}

/** Waits for all of them even when one fails, so that whatever did start is known and can be stopped. */
async function settleAll<const T extends readonly Promise<unknown>[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return results.map((result) => (result.status === 'fulfilled' ? result.value : undefined)) as {
    -readonly [K in keyof T]: Awaited<T[K]>;
  };
}
