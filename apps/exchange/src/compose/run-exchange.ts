/**
 * The wiring: starts every part of the exchange in order, each with the way to stop it.
 *
 * No decisions are made here. The journal is replayed first, and orders are accepted as soon as that is done; chains
 * and signer start in parallel, and deposits and withdrawals open when they are up.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SmtpTransport } from '@salar/adapters/mail-smtp/smtp-transport';
import { openRemoteNetwork } from '@salar/adapters/chains/remote-networks';
import { openKey, openTicketKeys } from '@salar/adapters/signer/key-files';
import { signerSettings } from '@salar/adapters/signer/signer-settings';
import { startSigner } from '@salar/adapters/signer/start-signer';
import type { RunningSigner } from '@salar/adapters/signer/start-signer';
import { Sequencer } from '@salar/sequencer';
import type { Handover } from '@salar/sequencer';
import { prepareTicketServices } from '@salar/services';
import {
  createCustomerServices,
  healCustomerServices,
  sweepCustomerServices,
} from '@salar/services/compose/customer-services';
import { Loop } from '@salar/services/background/loop';
import { OutboxNotifier } from '@salar/services/notifications/outbox-notifier';
import { OutboxWorker } from '@salar/services/notifications/outbox-worker';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { ExpiryClock } from '@salar/services/orders/expiry-clock';
import { ThreadedPasswordHasher } from '@salar/services/passwords/password-hasher';
import { TicketsNotReady } from '@salar/services/tickets/chain-access';
import { UserDirectory } from '@salar/services/accounts/user-directory';
import { WebhookInbox } from '@salar/services/webhooks/webhook-inbox';
import { assert, houseAccounts, userId } from '@salar/protocol';
import { migrate } from '@salar/store';
import type { Database } from '@salar/store';
import { createGateway } from '../gateway/index.ts';
import { retryDuringStart } from '../lifecycle/retry-during-start.ts';
import type { StartProgress } from '../lifecycle/start-progress.ts';
import { readChainSettings, noIdentityProvider, getSignerSocketPath } from './external-parties.ts';
import type { ChainSettings } from './external-parties.ts';
import { openMarket } from './open-market.ts';
import { getIdentityFrames, openSumsub } from './open-sumsub.ts';
import { openOperatorServer } from '../operator/open-operator-server.ts';
import { ProductIcons } from '../product-icons/product-icons.ts';
import { productIcons, products } from '../seed/catalogue.ts';
import { openBrazil } from './open-brazil.ts';
import type { StartOptions } from './start-options.ts';
import { setDayStart } from '../seed/day-start.ts';
import { seedCatalogue } from '../seed/seed-catalogue.ts';
import type { LocalNetwork, LocalNetworks } from './laptop.ts';

export type RunOptions = StartOptions & {
  readonly progress: StartProgress;
  readonly database: Database;
  /** The state of a standby that becomes the leader. */
  readonly handover?: Handover | undefined;
  /** Called when the gateway is about to listen: the port must be free then. */
  readonly freePort: () => Promise<void>;
};

const minuteMs = 60_000;
const hourMs = 3_600_000;
const serverFile = (name: string) => new URL(name, import.meta.url);
const staticDir = fileURLToPath(new URL('../web', import.meta.url));

/** Starts everything. Customers are admitted before it resolves; deposits and withdrawals move when it does. */
export async function runExchange(options: RunOptions): Promise<void> {
  const { config, laptop, log, progress, stops, database, handover } = options;
  const keysDir = join(config.dataDir, 'keys');
  const chain = readChainSettings(config);
  // Created before the signer starts: both sides read the same files.
  const ticketKeys = openTicketKeys(keysDir);

  await retryDuringStart(log, 'migrations', async () => {
    await migrate(database);
    await laptop?.migrateLaptop(database);
  });
  const sequencer = await progress.step('Journal', async () => {
    const opened = await retryDuringStart(log, 'journal', () =>
      Sequencer.open({
        database,
        leaseTermMs: config.leaseTermMs,
        ...(handover && { handover }),
        onFatal: options.onFatal,
        log: (line) => log.info({ part: 'sequencer' }, line),
        followerUrl: serverFile('./follower.js'),
      }),
    );
    stops.add('sequencer', () => opened.close());
    await retryDuringStart(log, 'catalogue', async () => {
      await seedCatalogue(opened);
      await setDayStart(opened, config.timeZoneOffsetMinutes);
    });
    return opened;
  });
  // Protects a later leader from ticket writes of this process when it resumes after a long pause.
  const ticketDatabase = database.underEpoch(sequencer.status().epoch);
  stops.add('connections of tickets', () => ticketDatabase.close());
  let outside: ReturnType<typeof startExternalParties> | null = null; // started last, stopped after everything that uses it
  stops.add('local chains and signer', () => outside?.stop());

  const box = new SealedBox(config.secrets?.sealingKey ?? openKey(join(keysDir, 'sealing.key')));
  const notifier = new OutboxNotifier({ box });
  const sandbox =
    laptop &&
    new laptop.IdentitySandbox({
      database,
      box,
      widgetPath: laptop.widgetPath,
      autoReview: config.autoReview,
      log,
    });
  const sumsub = config.sumsub === null ? null : openSumsub(config.sumsub, log);
  const brazil = await openBrazil({ config, laptop, log, stops });
  const users = new UserDirectory(database);
  const desks = await retryDuringStart(log, 'tickets', () =>
    prepareTicketServices({
      database: ticketDatabase,
      sequencer,
      providers: chain.providers,
      notifier,
      customers: { findEmail: async (id) => (await users.get(userId(id)))?.email ?? null },
      acceptance: config.acceptance,
      hotCapPpm: chain.hotCapPpm,
      keys: ticketKeys,
      clock: Date.now,
      log,
    }),
  );
  const hasher = new ThreadedPasswordHasher({
    workerUrl: serverFile('./password-worker.js'),
    pepper: config.secrets?.passwordPepper ?? openKey(join(keysDir, 'password-pepper.key')),
  });
  stops.add('password hasher', () => hasher.close());
  const icons = new ProductIcons({
    names: productIcons,
    directory: config.iconsDir,
    publicUrl: config.publicUrl,
  });
  const services = createCustomerServices({
    database,
    sequencer,
    ...desks,
    notifier,
    identity: sumsub?.identity ?? sandbox ?? noIdentityProvider,
    box,
    publicUrl: config.publicUrl,
    hasher,
    levelForms: config.levelForms,
    productIcons: icons,
    ...(brazil && { brazil: { ramp: brazil.ramp } }),
    users,
    isThrottled: config.rateLimits,
    isSecondFactorEnforced: config.isSecondFactorEnforced,
    log,
  });
  await retryDuringStart(log, 'customers', () => healCustomerServices(services));
  const marketData = services.marketData.follow(sequencer, (fill) => retryDuringStart(log, 'trades', fill));
  stops.add('market data', marketData.stop);
  stops.add('market feed', () => services.marketFeed.close());
  stops.add('account feed', () => services.accountFeed.close());
  marketData.filled.catch(() => undefined); // handled where it is awaited
  const sweeper = new Loop({
    name: 'expired sessions and devices',
    intervalMs: hourMs,
    log,
    work: () => sweepCustomerServices(services),
  });
  sweeper.start();
  stops.add('session sweeper', () => sweeper.stop());
  const approvals = new Loop({
    name: 'approved levels',
    intervalMs: minuteMs,
    log,
    work: () => services.levelRequests.heal(),
  });
  approvals.start();
  stops.add('approved levels', () => approvals.stop());
  const expiries = new ExpiryClock({ sequencer: sequencer, feed: sequencer, now: Date.now, log });
  expiries.start();
  stops.add('expiry clock', () => expiries.stop());

  // On the first start, customers are admitted only once there is a market. Later the earlier quotes are still open.
  const isFirstStart = sequencer.engine.openOrders(houseAccounts.liquidity).length === 0;
  const market = progress.step(laptop ? 'Market and demo customer' : 'Market', () =>
    openMarket({
      ...options,
      database,
      sequencer,
      registration: services.registration,
      marketData: services.marketData,
    }),
  );
  market.catch(() => undefined); // handled where it is awaited
  if (isFirstStart) await market;

  const transport = await openMail(options, database);
  const mail = new OutboxWorker({
    database,
    transport,
    box,
    publicUrl: config.publicUrl,
    supportEmail: config.site.supportEmail,
    log,
  });
  mail.start();
  stops.add('mail', () => mail.stop());

  desks.start();
  stops.add('tickets', () => desks.stop());
  await openOperatorServer({
    config,
    laptop,
    database: ticketDatabase,
    ledger: sequencer,
    providers: chain.providers,
    networks: chain.networks,
    wallets: () => desks.wallets(),
    ticketMacKey: ticketKeys.ticketMac,
    levelRequests: services.levelRequests,
    factorResets: services.factorResets,
    locks: services.locks,
    limits: config.operatorLimits,
    clock: Date.now,
    log,
    stops,
  });
  if (sandbox) {
    sandbox.start(async (event) => {
      const applied = await services.verification.applyReview(event);
      if (!applied.ok) log.warn({ eventId: event.eventId, refusal: applied.refusal }, 'refused a review');
    });
    stops.add('identity sandbox', () => sandbox.stop());
  }

  const webhooks = new WebhookInbox({
    database,
    sources: [
      ...(sumsub ? [sumsub.webhooks(services.verification)] : []),
      ...(brazil ? [brazil.webhooks(services.brazil)] : []),
    ],
    log,
  });
  webhooks.start();
  stops.add('webhooks', () => webhooks.stop());
  services.brazil.start();
  stops.add('Brazilian checks', () => services.brazil.stop());

  const simulated =
    laptop && config.simulatedOrdersPerMinute !== null
      ? new laptop.SimulatedCustomers({
          database,
          products,
          door: sequencer,
          registration: services.registration,
          log,
          url: localUrl(config),
          ordersPerMinute: config.simulatedOrdersPerMinute,
          key: openKey(join(keysDir, 'simulated-customers.key')),
          workerUrl: serverFile('./simulated-customers.js'),
        })
      : null;

  let localNetworks: readonly LocalNetwork[] | null = null;
  const gateway = createGateway({
    services,
    webhooks,
    config: {
      ...config,
      rateLimits: config.rateLimits ? 'on' : 'off',
      ...(config.sumsub && { identityFrames: getIdentityFrames(config.sumsub) }),
    },
    staticDir,
    productIcons: icons,
    log,
    health: () => ({ profile: config.profile, tickets: localNetworks === null ? 'starting' : 'ready' }),
    isReady: () => sequencer.status().isLeading,
  });
  if (laptop && sandbox)
    await laptop.localPages(gateway, {
      profile: config.profile,
      database,
      networks: () => {
        if (localNetworks === null) throw new TicketsNotReady();
        return localNetworks;
      },
      identity: sandbox,
      avenia: brazil?.sandbox ?? undefined,
      demoLogin: laptop.demoLogin,
      autoReview: config.autoReview,
      simulatedCustomers: () => {
        if (simulated === null) return null;
        const { status } = simulated;
        return { ...status, trades: services.marketData.tradesSince(status.since) };
      },
      hasRealMail: config.smtpUrl !== null,
      staticDir,
    });
  stops.add('gateway', () => gateway.close());
  await progress.step('Web and API', async () => {
    await options.freePort();
    await gateway.listen({ host: config.host, port: config.port });
  });
  brazil?.listen();

  // Orders are accepted by now. The slower parts are external, and only deposits and withdrawals need them.
  outside = startExternalParties(options, chain);
  await Promise.all([market, marketData.filled]);
  const { networks, signer } = await outside.up;
  const remote = (chain.nodes ?? []).map((node) => openRemoteNetwork(node, signer.wallets));
  desks.connect({
    networks: [...(networks?.open(signer.wallets) ?? []), ...remote],
    signer: signer.client,
    moves: signer.client,
  });
  await networks?.fundHouse(signer.wallets);
  localNetworks =
    laptop && networks
      ? laptop.chainNetworks({
          networks,
          providers: chain.providers,
          products: Object.values(products),
          log,
        })
      : [];
  if (simulated) {
    simulated.start();
    stops.add('simulated customers', () => simulated.stop());
  }
}

/** Returns the address of the gateway for programs on this machine. */
function localUrl({ host, port }: Pick<StartOptions['config'], 'host' | 'port'>): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

type ExternalParties = { readonly networks: LocalNetworks | null; readonly signer: RunningSigner };

/** Starts the chains and the signer, in parallel. `stop` waits for what is still starting. */
function startExternalParties(
  { config, laptop, log, progress }: RunOptions,
  chain: ChainSettings,
): { readonly up: Promise<ExternalParties>; stop(): Promise<void> } {
  const passphrase = config.secrets?.signerPassphrase;
  const socketPath = getSignerSocketPath(config.dataDir);
  const parts = [
    progress.step(
      laptop ? 'Local chains' : 'Chains',
      async () =>
        (await laptop?.startLocalNetworks({
          networks: chain.nodes === null ? chain.networks : [],
          dataDir: config.dataDir,
          bitcoinEntry: fileURLToPath(serverFile('./bitcoin-node.js')),
          log,
        })) ?? null,
    ),
    progress.step('Signer', () =>
      startSigner({
        entry: fileURLToPath(serverFile('./signer.js')),
        settings: signerSettings({ dataDir: config.dataDir, socketPath, ...chain }),
        ...(passphrase === undefined ? {} : { passphrase }),
        log,
      }),
    ),
  ] as const;
  const up = Promise.all(parts).then(([networks, signer]) => ({ networks, signer }));
  up.catch(() => undefined); // handled where it is awaited
  return {
    up,
    async stop() {
      const started = await Promise.allSettled<LocalNetworks | RunningSigner | null>(parts);
      const running = started.filter((part) => part.status === 'fulfilled');
      await Promise.all(running.map(async (part) => part.value?.stop()));
    },
  };
}

async function openMail(
  { config, laptop, log, stops }: RunOptions,
  database: Database,
): Promise<SmtpTransport> {
  const from = config.mailFrom;
  if (config.smtpUrl !== null) {
    const transport = new SmtpTransport({ url: config.smtpUrl, from });
    stops.add('mail transport', () => transport.close());
    return transport;
  }
  assert(laptop !== null, 'production has a mail server');
  const mailbox = await laptop.startLocalMailbox({ database, log });
  stops.add('mailbox', () => mailbox.stop());
  const transport = new SmtpTransport({ url: mailbox.url, from, isLoopback: true });
  stops.add('mail transport', () => transport.close());
  return transport;
}
