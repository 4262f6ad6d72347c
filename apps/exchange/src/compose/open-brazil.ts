/**
 * Opens the Brazilian identity checks: Avenia, or on a laptop a stand-in that implements its protocol over a real
 * socket.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { AveniaHttp } from '@salar/adapters/ramp-avenia/avenia-http';
import { AveniaRamp } from '@salar/adapters/ramp-avenia/avenia-ramp';
import { AveniaWebhooks } from '@salar/adapters/ramp-avenia/avenia-webhooks';
import { readOrCreateFile } from '@salar/adapters/files/key-files';
import type { BrazilService } from '@salar/services/verification/brazil-service';
import { Loop } from '@salar/services/background/loop';
import type { Log } from '@salar/services/ports/log';
import type { RampProvider } from '@salar/services/ports/ramp-provider';
import type { WebhookSource } from '@salar/services/webhooks/webhook-source';
import type { AveniaConfig } from '../settings/avenia-settings.ts';
import type { Config } from '../settings/config.ts';
import type { ShutdownSteps } from '../lifecycle/shutdown.ts';
import type { Laptop } from '../lifecycle/laptop.ts';

type Sandbox = InstanceType<Laptop['AveniaSandbox']>;

export type Brazil = {
  readonly ramp: RampProvider;
  /** null for the real provider. */
  readonly sandbox: Sandbox | null;
  /** Handles the provider's webhooks. */
  readonly webhooks: (brazil: BrazilService) => WebhookSource;
  /** Subscribes to the provider's webhooks, once we listen. */
  readonly listen: () => void;
};

/** On a laptop, submissions are approved after this time. */
const autoApproveMs = 3_000;
/** A lost subscription is renewed within this time. */
const subscribeMs = 3_600_000;

/** Returns null when no provider is configured for Brazil. */
export async function openBrazil(options: {
  readonly config: Config;
  readonly laptop: Laptop | null;
  readonly log: Log;
  readonly stops: ShutdownSteps;
}): Promise<Brazil | null> {
  const { config, laptop, log, stops } = options;
  if (config.avenia !== null) return createBrazil(config.avenia, { ...options, sandbox: null });
  if (laptop === null) return null;
  const privateKeyPem = readOrCreateFile(join(config.dataDir, 'keys', 'avenia.pem'), createRsaKey);
  const apiKey = 'local';
  const sandbox = new laptop.AveniaSandbox({
    apiKey,
    publicKeyPem: derivePublicKey(privateKeyPem),
    hostedUrl: (attemptId) => config.publicUrl + laptop.hostedFormPath(attemptId),
    file: join(config.dataDir, 'avenia-sandbox.json'),
    autoApproveMs: config.autoReview ? autoApproveMs : null,
    log,
  });
  const baseUrl = await sandbox.start();
  stops.add('Avenia stand-in', () => sandbox.stop());
  const webhookUrl = `http://127.0.0.1:${config.port}/webhooks/avenia`;
  return createBrazil({ baseUrl, apiKey, privateKeyPem, webhookUrl }, { ...options, sandbox });
}

function createBrazil(
  settings: AveniaConfig,
  options: {
    readonly config: Config;
    readonly log: Log;
    readonly stops: ShutdownSteps;
    readonly sandbox: Sandbox | null;
  },
): Brazil {
  const { config, log, stops, sandbox } = options;
  const http = new AveniaHttp(settings);
  const webhookUrl = settings.webhookUrl ?? `${config.publicUrl}/webhooks/avenia`;
  let source: AveniaWebhooks | null = null;
  const subscription = new Loop({
    name: 'webhooks of Avenia',
    intervalMs: subscribeMs,
    log,
    work: async () => source?.subscribe(webhookUrl),
  });
  stops.add('webhooks of Avenia', () => subscription.stop());
  return {
    ramp: new AveniaRamp({ http, isStandIn: sandbox !== null }),
    sandbox,
    webhooks: (brazil) => {
      source = new AveniaWebhooks({ http, onChange: (at) => brazil.changed(at), log });
      return source;
    },
    listen: () => subscription.start(),
  };
}

function createRsaKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function derivePublicKey(privateKeyPem: string): string {
  return createPublicKey(createPrivateKey(privateKeyPem)).export({ type: 'spki', format: 'pem' }).toString();
}
