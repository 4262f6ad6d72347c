/** Carries out the watcher's halts, where the settings name a watcher. */
import { Loop } from '@salar/services/background/loop';
import type { DecisionRecord } from '@salar/services/operator/decision-record';
import type { EnginePort } from '@salar/services/ports/engine-port';
import { WatcherHalts } from '@salar/services/reconciliation/watcher-halts';
import type { RunOptions } from './run-options.ts';

const intervalMs = 2_000;

/** Looks for halts until the exchange stops. */
export function startWatcherHalts(
  { config, database, log, stops }: Pick<RunOptions, 'config' | 'database' | 'log' | 'stops'>,
  ledger: EnginePort,
  decisions: DecisionRecord,
): void {
  if (config.watcherKey === null) return;
  const halts = new WatcherHalts({
    database,
    ledger,
    key: config.watcherKey,
    decisions,
    clock: Date.now,
    log,
  });
  const loop = new Loop({ name: 'halts of the watcher', intervalMs, log, work: () => halts.work() });
  loop.start();
  stops.add('halts of the watcher', () => loop.stop());
}
