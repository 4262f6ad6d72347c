/** Opens the identity provider: Sumsub, on a laptop the sandbox, and otherwise none. */
import type { SealedBox } from '@salar/services/crypto/sealed-box';
import type { IdentityProvider } from '@salar/services/ports/identity-provider';
import type { VerificationService } from '@salar/services/verification/verification-service';
import type { WebhookSource } from '@salar/services/webhooks/webhook-source';
import { noIdentityProvider } from './external-parties.ts';
import type { Laptop } from '../lifecycle/laptop.ts';
import { openSumsub } from './open-sumsub.ts';
import type { RunOptions } from './run-options.ts';

export type Identity = {
  readonly provider: IdentityProvider;
  /** The sandbox of a laptop; null in production. */
  readonly sandbox: InstanceType<Laptop['IdentitySandbox']> | null;
  /** Handles the provider's webhooks. */
  readonly webhooks: (verification: VerificationService) => readonly WebhookSource[];
  /** Starts to report the sandbox's reviews. */
  readonly follow: (verification: VerificationService) => void;
};

/** Reports nothing before `follow` is called. */
export function openIdentity({ config, laptop, log, stops, database }: RunOptions, box: SealedBox): Identity {
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
  return {
    provider: sumsub?.identity ?? sandbox ?? noIdentityProvider,
    sandbox,
    webhooks: (verification) => (sumsub ? [sumsub.webhooks(verification)] : []),
    follow: (verification) => {
      if (sandbox === null) return;
      sandbox.start(async (event) => {
        const applied = await verification.applyReview(event);
        if (!applied.ok) log.warn({ eventId: event.eventId, refusal: applied.refusal }, 'refused a review');
      });
      stops.add('identity sandbox', () => sandbox.stop());
    },
  };
}
