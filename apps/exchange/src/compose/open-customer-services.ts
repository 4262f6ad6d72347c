/** Builds the customers' services and starts their background work. */
import { join } from 'node:path';
import { openKeyRing } from '@salar/adapters/files/key-files';
import type { Sequencer } from '@salar/sequencer';
import { Loop } from '@salar/services/background/loop';
import {
  createCustomerServices,
  healCustomerServices,
  sweepCustomerServices,
} from '@salar/services/compose/customer-services';
import type { CustomerServices, CustomerServicesOptions } from '@salar/services/compose/customer-services';
import { ExpiryClock } from '@salar/services/orders/expiry-clock';
import { ThreadedPasswordHasher } from '@salar/services/passwords/password-hasher';
import { DocumentRetention } from '@salar/services/verification/document-retention';
import { retryDuringStart } from '../lifecycle/retry-during-start.ts';
import { getBundledUrl } from './bundled-files.ts';
import type { RunOptions } from './run-options.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** The options that other parts of the process contribute. */
type Parts = Omit<
  CustomerServicesOptions,
  | 'database'
  | 'sequencer'
  | 'publicUrl'
  | 'hasher'
  | 'levelForms'
  | 'isThrottled'
  | 'isSecondFactorEnforced'
  | 'keyDailyNotional'
  | 'log'
> & { readonly sequencer: Sequencer };

export type OpenCustomerServices = {
  readonly services: CustomerServices;
  /** Resolves when the figures of the last 24 hours are complete. */
  readonly areFiguresFilled: Promise<void>;
};

/** Returns the services after repairing what a crash left behind, with their feeds and loops running. */
export async function openCustomerServices(
  { config, log, stops, database }: RunOptions,
  parts: Parts,
): Promise<OpenCustomerServices> {
  const { sequencer } = parts;
  const hasher = new ThreadedPasswordHasher({
    workerUrl: getBundledUrl('./password-worker.js'),
    threads: config.hashingThreads,
    peppers:
      config.secrets?.passwordPepper ?? openKeyRing(join(config.dataDir, 'keys', 'password-pepper.key')),
  });
  stops.add('password hasher', () => hasher.close());
  const services = createCustomerServices({
    ...parts,
    database,
    publicUrl: config.publicUrl,
    hasher,
    levelForms: config.levelForms,
    isThrottled: config.rateLimits,
    isSecondFactorEnforced: config.isSecondFactorEnforced,
    keyDailyNotional: config.keyDailyNotional,
    log,
  });
  await retryDuringStart(log, 'customers', () => healCustomerServices(services));
  const marketData = services.market.marketData.follow(sequencer, (fill) =>
    retryDuringStart(log, 'trades', fill),
  );
  stops.add('market data', marketData.stop);
  stops.add('market feed', () => services.market.marketFeed.close());
  stops.add('account feed', () => services.trading.accountFeed.close());
  marketData.filled.catch(() => undefined); // handled where it is awaited
  const { keyBudget } = services.trading;
  stops.add('last usages of API keys', () => keyBudget.lowerWritten());
  startLoop('usages of API keys', minuteMs, () => keyBudget.lowerWritten());
  startLoop('expired sessions and devices', hourMs, () => sweepCustomerServices(services));
  const retention = new DocumentRetention({ database, days: config.documentDays, now: Date.now, log });
  startLoop('documents whose time is over', hourMs, () => retention.work());
  startLoop('approved levels', minuteMs, () => services.verification.levelRequests.heal());
  startLoop('reviews of identities', hourMs, () => services.verification.identity.heal());
  const expiries = new ExpiryClock({ sequencer, feed: sequencer, now: Date.now, log });
  expiries.start();
  stops.add('expiry clock', () => expiries.stop());
  return { services, areFiguresFilled: marketData.filled };

  function startLoop(name: string, intervalMs: number, work: () => Promise<unknown>): void {
    const loop = new Loop({ name, intervalMs, log, work });
    loop.start();
    stops.add(name, () => loop.stop());
  }
}
