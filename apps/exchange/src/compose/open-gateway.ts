/** Opens the public listener: the API, the web app, and in the local profile the pages under `/local`. */
import type { Sequencer } from '@salar/sequencer';
import type { CustomerServices } from '@salar/services/compose/customer-services';
import { TicketsNotReady } from '@salar/services/tickets/chain-access';
import type { WebhookInbox } from '@salar/services/webhooks/webhook-inbox';
import { createGateway, listenBacklog } from '../gateway/index.ts';
import type { ProductIcons } from '../product-icons/product-icons.ts';
import { browserDir, webAppDir } from './bundled-files.ts';
import type { FaucetNetwork } from '../lifecycle/laptop.ts';
import type { Brazil } from './open-brazil.ts';
import type { Identity } from './open-identity.ts';
import type { SimulatedCustomers } from './open-simulated-customers.ts';
import { getIdentityFrames } from './open-sumsub.ts';
import { readHealth } from './read-health.ts';
import type { RunOptions } from './run-options.ts';

type Parts = {
  readonly sequencer: Sequencer;
  readonly services: CustomerServices;
  readonly webhooks: WebhookInbox;
  readonly productIcons: ProductIcons;
  readonly identity: Identity;
  readonly brazil: Brazil | null;
  readonly simulated: SimulatedCustomers | null;
  /** The networks of a laptop; null until deposits and withdrawals are ready. */
  readonly networks: () => readonly FaucetNetwork[] | null;
  /** Returns a sentence about what deposits and withdrawals wait for; null when nothing is known to be missing. */
  readonly problem: () => string | null;
};

/** Resolves when the gateway listens: customers are served from then on. */
export async function openGateway(options: RunOptions, parts: Parts): Promise<void> {
  const { config, log, progress, stops } = options;
  const gateway = createGateway({
    services: parts.services,
    webhooks: parts.webhooks,
    config: {
      ...config,
      rateLimits: config.rateLimits ? 'on' : 'off',
      ...(config.sumsub && { identityFrames: getIdentityFrames(config.sumsub) }),
    },
    staticDir: webAppDir,
    browserDir,
    productIcons: parts.productIcons,
    log,
    health: () => readHealth(parts),
    isReady: () => parts.sequencer.status().isLeading,
  });
  await addLocalPages(options, gateway, parts);
  stops.add('gateway', () => gateway.close());
  await progress.step('Web and API', async () => {
    await options.freePort();
    await gateway.listen({ host: config.host, port: config.port, backlog: listenBacklog });
  });
}

async function addLocalPages(
  { config, laptop, database }: RunOptions,
  gateway: ReturnType<typeof createGateway>,
  { services, identity, brazil, simulated, networks }: Parts,
): Promise<void> {
  if (laptop === null || identity.sandbox === null) return;
  await laptop.addLocalPages(gateway, {
    profile: config.profile,
    database,
    networks: () => {
      const ready = networks();
      if (ready === null) throw new TicketsNotReady();
      return ready;
    },
    identity: identity.sandbox,
    avenia: brazil?.sandbox ?? undefined,
    demoLogin: laptop.demoLogin,
    autoReview: config.autoReview,
    simulatedCustomers: () => {
      if (simulated === null) return null;
      const { status } = simulated;
      return { ...status, trades: services.market.marketData.tradesSince(status.since) };
    },
    hasRealMail: config.smtpUrl !== null,
    staticDir: webAppDir,
    browserDir,
  });
}
