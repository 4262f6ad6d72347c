/** Starts the inbox of the webhooks that external parties send. */
import type { VerificationServices } from '@salar/services/compose/verification-services';
import { WebhookInbox } from '@salar/services/webhooks/webhook-inbox';
import type { Brazil } from './open-brazil.ts';
import type { Identity } from './open-identity.ts';
import type { RunOptions } from './run-options.ts';

type Parts = {
  readonly verification: VerificationServices;
  readonly identity: Identity;
  readonly brazil: Brazil | null;
};

/** Returns the inbox, which handles what the providers of identities and of Brazilian checks have sent. */
export function startWebhooks(
  { log, stops, database }: RunOptions,
  { verification, identity, brazil }: Parts,
): WebhookInbox {
  const sources = [
    ...identity.webhooks(verification.identity),
    ...(brazil ? [brazil.webhooks(verification.brazil)] : []),
  ];
  const webhooks = new WebhookInbox({ database, sources, log });
  webhooks.start();
  stops.add('webhooks', () => webhooks.stop());
  return webhooks;
}
