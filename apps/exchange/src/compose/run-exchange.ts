/**
 * Starts every part of the exchange in order, each with the way to stop it: the table of contents of this folder.
 *
 * No decisions are made here. The journal comes first, and orders are accepted as soon as it is replayed; chains and
 * signer start in parallel, and deposits and withdrawals open when they are up.
 */
import { join } from 'node:path';
import { openRemoteNetwork } from '@salar/adapters/chains/remote-networks';
import type { RemoteNetwork } from '@salar/adapters/chains/remote-networks';
import { openDecisionFile } from '@salar/adapters/files/decision-file';
import { openKeyRing, openTicketKeys } from '@salar/adapters/files/key-files';
import { houseAccounts, userId } from '@salar/protocol';
import { prepareTicketServices } from '@salar/services';
import { UserDirectory } from '@salar/services/accounts/user-directory';
import { CredentialChanges } from '@salar/services/accounts/credential-changes';
import { SecurityLog } from '@salar/services/accounts/security-log';
import { UserRecords } from '@salar/services/accounts/user-records';
import { RowMacs } from '@salar/services/crypto/row-macs';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { SealedColumns } from '@salar/services/crypto/sealed-columns';
import { sealFormerReceivers } from '@salar/services/destinations/former-receivers';
import { ConfirmedPrices } from '@salar/services/liquidity/confirmed-prices';
import { FreezeLinkNotifier } from '@salar/services/freeze/freeze-link-notifier';
import { FreezeLinks } from '@salar/services/freeze/freeze-links';
import { OutboxNotifier } from '@salar/services/notifications/outbox-notifier';
import type { OutboxWorker } from '@salar/services/notifications/outbox-worker';
import { DecisionRecord } from '@salar/services/operator/decision-record';
import { CodeChecker } from '@salar/services/second-factor/code-checker';
import { FactorRecords } from '@salar/services/second-factor/factor-records';
import { TicketDatabase, TicketEvents } from '@salar/store';
import { retryDuringStart } from '../lifecycle/retry-during-start.ts';
import { openOperatorServer } from '../operator/open-operator-server.ts';
import { ProductIcons } from '../product-icons/product-icons.ts';
import { notionalSymbol, productIcons, products } from '../seed/catalogue.ts';
import { getBundledPath } from './bundled-files.ts';
import { readChainSettings } from './external-parties.ts';
import { checkWallets } from './check-wallets.ts';
import type { FaucetNetwork } from '../lifecycle/laptop.ts';
import { proveFormerTables } from './former-tables.ts';
import { openBooks } from './open-books.ts';
import { openBrazil } from './open-brazil.ts';
import { openCustomerServices } from './open-customer-services.ts';
import { openGateway } from './open-gateway.ts';
import { openIdentity } from './open-identity.ts';
import { getDecisionsPath } from './kept-records.ts';
import { openMail } from './open-mail.ts';
import { openColdStorage } from './open-cold-storage.ts';
import { openMarket } from './open-market.ts';
import { openSimulatedCustomers } from './open-simulated-customers.ts';
import type { RunOptions } from './run-options.ts';
import { startChains } from './start-chains.ts';
import type { StartingChains } from './start-chains.ts';
import { startCheckpoints } from './start-checkpoints.ts';
import { startKeyRotation } from './start-key-rotation.ts';
import { startWatcherHalts } from './start-watcher-halts.ts';
import { startWebhooks } from './start-webhooks.ts';
import { openTrustFile, trustEverything } from './trust-file.ts';

/** Starts everything. Customers are served before it resolves; deposits and withdrawals move when it does. */
export async function runExchange(options: RunOptions): Promise<void> {
  const { config, laptop, log, progress, stops, database } = options;
  const keysDir = join(config.dataDir, 'keys');
  const chainSettings = readChainSettings(config);
  // Created before the signer starts: both sides read the same files.
  const ticketKeys = openTicketKeys(keysDir);
  const trust = laptop ? trustEverything(config.dataDir, log) : openTrustFile(config.dataDir);
  const sequencer = await openBooks(options, trust);
  const decisions = new DecisionRecord({
    store: openDecisionFile(getDecisionsPath(config.dataDir)),
    clock: Date.now,
  });
  // Tickets are written under this leader's epoch: after a long stop this process can no longer change them.
  const ticketEvents = new TicketEvents();
  const { epoch } = sequencer.status();
  const box = new SealedBox(config.secrets?.sealingKey ?? openKeyRing(join(keysDir, 'sealing.key')));
  const seals = new SealedColumns({ box, log });
  const ticketDatabase = new TicketDatabase({ ...database.options, epoch }, { events: ticketEvents, seals });
  stops.add('ticket connections', () => ticketDatabase.close());
  let chains: StartingChains | null = null; // started last, stopped after everything that uses it
  stops.add('local chains and signer', () => chains?.stop());
  let remote: readonly RemoteNetwork[] = []; // connected last, closed after everything that uses them
  stops.add('processes of networks', async () => {
    for (const network of remote) await network.close();
  });

  let mail: OutboxWorker | null = null; // started after the services that queue mails
  const outbox = new OutboxNotifier({ box, onQueued: () => mail?.wake() });
  const identity = openIdentity(options, box);
  const brazil = await openBrazil(options);
  const macs = new RowMacs({ box, log });
  const records = new UserRecords(macs);
  const users = new UserDirectory({ database, records });
  const links = new FreezeLinks({ records, macs, now: Date.now });
  const notifier = new FreezeLinkNotifier({ notifier: outbox, links });
  const confirmed = new ConfirmedPrices({
    notionalProductId: products[notionalSymbol].productId,
    ageMaxMs: laptop && config.prices.sources === null ? null : config.prices.ageMaxMs,
    now: Date.now,
  });
  const { dataDir } = config;
  const { providers } = chainSettings;
  const { ticketMac: ticketMacKey } = ticketKeys;
  const former = { dataDir, database: ticketDatabase, macs, seals, records, ticketMacKey };
  await retryDuringStart(log, 'proofs', () => proveFormerTables({ ...former, providers, trust, log }));
  await retryDuringStart(log, 'sealing', () => sealFormerReceivers({ database: ticketDatabase, log }));
  const tickets = await retryDuringStart(log, 'tickets', () =>
    prepareTicketServices({
      database: ticketDatabase,
      sequencer,
      providers: chainSettings.providers,
      notifier,
      customers: { findEmail: async (id) => (await users.get(userId(id)))?.email ?? null },
      credentialChanges: new CredentialChanges({ records, macs }),
      codes: new CodeChecker({
        database,
        factors: new FactorRecords({ records, macs }),
        box,
        securityLog: new SecurityLog({ database, notifier, now: Date.now }),
        now: Date.now,
      }),
      acceptance: config.acceptance,
      reconcileLateMs: config.reconcileLateMs,
      priceTrust: confirmed,
      signing: chainSettings.passkeys && {
        site: chainSettings.passkeys.site,
        caps: chainSettings.caps,
        macs,
      },
      hotCapPpm: chainSettings.hotCapPpm,
      macs,
      keys: ticketKeys,
      decisions,
      clock: Date.now,
      log,
    }),
  );
  const icons = new ProductIcons({
    names: productIcons,
    directory: config.iconsDir,
    publicUrl: config.publicUrl,
  });
  const { services, areFiguresFilled } = await openCustomerServices(options, {
    sequencer,
    ...tickets,
    ticketEvents,
    notifier,
    identity: identity.provider,
    decisions,
    box,
    productIcons: icons,
    ...(brazil && { brazil: { ramp: brazil.ramp } }),
    users,
  });

  // The first start waits for the market before it serves customers. Later starts still have the last quotes in the books.
  const isFirstStart = sequencer.undurable.openOrders(houseAccounts.liquidity).length === 0;
  const market = progress.step(laptop ? 'Market and demo customer' : 'Market', () =>
    openMarket({ ...options, sequencer, services, confirmed }),
  );
  market.catch(() => undefined); // handled where it is awaited
  if (isFirstStart) await market;

  mail = await openMail(options, box);
  tickets.start();
  stops.add('tickets', () => tickets.stop());
  startWatcherHalts(options, sequencer, decisions);
  await openOperatorServer({
    config,
    laptop,
    database: ticketDatabase,
    ledger: sequencer,
    providers: chainSettings.providers,
    networks: chainSettings.networks,
    wallets: () => tickets.wallets(),
    houseShares: tickets.houseShares,
    approvals: () => tickets.approvals(),
    coldStorages: () => tickets.coldStorages(),
    prices: confirmed,
    comparisons: tickets.comparisons,
    alerts: () => options.alerts.list(),
    listSigned: tickets.listSigned,
    decisions,
    signedWithdrawals: tickets.signedWithdrawals,
    ticketMacKey: ticketKeys.ticketMac,
    customers: records,
    levelRequests: services.verification.levelRequests,
    levels: services.verification.identity,
    factorResets: services.authentication.factorResets,
    locks: services.authentication.locks,
    limits: config.operatorLimits,
    installation: new URL(config.publicUrl).hostname,
    needsFounding: config.profile === 'production',
    needsFactor: config.profile === 'production',
    box,
    clock: Date.now,
    log,
    stops,
  });
  startKeyRotation(options, { box, macs, seals, records, ticketDatabase, ticketKeys, providers });
  identity.follow(services.verification.identity);
  const webhooks = startWebhooks(options, { verification: services.verification, identity, brazil });
  services.verification.brazil.start();
  stops.add('Brazilian checks', () => services.verification.brazil.stop());

  const simulated = openSimulatedCustomers(options, { sequencer, services });
  let localNetworks: readonly FaucetNetwork[] | null = null;
  const networks = () => localNetworks;
  await openGateway(options, {
    sequencer,
    services,
    webhooks,
    productIcons: icons,
    identity,
    brazil,
    simulated,
    networks,
    problem: () => chains?.problem ?? null,
  });
  brazil?.listen();

  // Orders are accepted by now. Only deposits and withdrawals need the slower parts.
  chains = startChains(options, chainSettings);
  await Promise.all([market, areFiguresFilled]);
  const { networks: local, signer } = await chains.up;
  const entry = getBundledPath('./chain-process.js');
  remote = (chainSettings.nodes ?? []).map((node) => openRemoteNetwork(node, signer.wallets, { entry, log }));
  const open = [...(local?.open(signer.wallets) ?? []), ...remote];
  await checkWallets(database, open, { addressMac: ticketKeys.addressMac, clock: Date.now });
  tickets.connect({
    networks: open,
    signer: signer.client,
    moves: signer.client,
    approvals: signer.client,
    openColdStorage: (network) => openColdStorage(database, network),
    passkeys: signer.client,
  });
  startCheckpoints(options, signer.client);
  await local?.fundHouse(signer.wallets);
  localNetworks =
    laptop && local
      ? laptop.buildFaucetNetworks({ networks: local, providers, products: Object.values(products), log })
      : [];
  simulated?.start();
  if (simulated) stops.add('simulated customers', () => simulated.stop());
}
