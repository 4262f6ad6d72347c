/** Builds the watcher from its settings, and repeats its rounds. */
import { Loop } from '@salar/services/background/loop';
import type { Log } from '@salar/services/ports/log';
import { Database } from '@salar/store';
import { HaltDelivery } from './halt-delivery.ts';
import { HaltRecord } from './halt-record.ts';
import { OutflowChecks } from './outflow-checks.ts';
import { OwnRecord } from './own-record.ts';
import { openWatchedNetworks } from './watched-network.ts';
import { openWatcherKeys } from './watcher-keys.ts';
import type { WatcherSettings } from './watcher-settings.ts';
import { Watcher } from './watcher.ts';

/** Statements and connections end after this, so that a database that hangs does not silence the watcher. */
const answerTimeoutMs = 60_000;

export type OpenWatcher = { readonly watcher: Watcher; close(): Promise<void> };

/** Opens a watcher, which does nothing until its first round. @throws when keys or records cannot be read */
export async function openWatcher(
  settings: WatcherSettings,
  { log, clock }: { readonly log: Log; readonly clock: () => number },
): Promise<OpenWatcher> {
  const { dataDir, networks, wallets, nodes, signers, checkpointKey, graceMs, balancesEveryMs } = settings;
  const { privateKey, identity } = await openWatcherKeys(dataDir);
  const record = new OwnRecord(dataDir);
  const watched = openWatchedNetworks(networks, wallets, nodes);
  const outflows = new OutflowChecks(watched, dataDir);
  const halts = new HaltRecord({ dataDir, privateKey });
  const database = new Database({ connectionString: settings.database, poolSize: 3, answerTimeoutMs });
  const delivery = new HaltDelivery({ db: database, signers, identity, checkpointKey, log });
  const watcher = new Watcher({
    database,
    networks: watched,
    record,
    outflows,
    halts,
    delivery,
    graceMs,
    balancesEveryMs,
    clock,
    log,
  });
  return {
    watcher,
    async close() {
      delivery.close();
      record.close();
      outflows.close();
      halts.close();
      await database.close();
    },
  };
}

/** Watches until the process is ended. @throws when the settings, keys or records cannot be used */
export async function runWatcher(settings: WatcherSettings, log: Log): Promise<void> {
  const opened = await openWatcher(settings, { log, clock: Date.now });
  const loop = new Loop({
    name: 'watching',
    intervalMs: settings.intervalMs,
    log,
    work: () => opened.watcher.round(),
  });
  loop.start();
  log.info({ networks: settings.networks.length }, 'watching');
  const end = () =>
    void loop
      .stop()
      .then(() => opened.close())
      .then(() => process.exit(0));
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
