/** Opens Sumsub where it is configured: tokens for the widget, webhooks, and what our pages may frame. */
import { SumsubClient } from '@salar/adapters/identity-sumsub/sumsub-client';
import { SumsubIdentity } from '@salar/adapters/identity-sumsub/sumsub-identity';
import type { SumsubSettings } from '@salar/adapters/identity-sumsub/sumsub-settings';
import { SumsubWebhooks } from '@salar/adapters/identity-sumsub/sumsub-webhooks';
import type { IdentityProvider } from '@salar/services/ports/identity-provider';
import type { Log } from '@salar/services/ports/log';
import type { VerificationService } from '@salar/services/verification/verification-service';
import type { WebhookSource } from '@salar/services/webhooks/webhook-source';
import type { IdentityFrames } from '../gateway/http/security-headers.ts';

export type Sumsub = {
  readonly identity: IdentityProvider;
  /** Handles the provider's webhooks; reviews go to the service. */
  readonly webhooks: (verification: Pick<VerificationService, 'applyReview'>) => WebhookSource;
};

export function openSumsub(settings: SumsubSettings, log: Log): Sumsub {
  const client = new SumsubClient({ settings });
  return {
    identity: new SumsubIdentity({ client, settings, log }),
    webhooks: (verification) =>
      new SumsubWebhooks({
        client,
        settings,
        log,
        report: async (event) => {
          const applied = await verification.applyReview(event);
          if (!applied.ok) log.warn({ eventId: event.eventId, refusal: applied.refusal }, 'refused a review');
        },
      }),
  };
}

const defaultWidget = 'https://in.sumsub.com';

/** Returns what our pages must allow for the widget. */
export function getIdentityFrames({ widgetOrigin }: Pick<SumsubSettings, 'widgetOrigin'>): IdentityFrames {
  const own = widgetOrigin === null ? [] : [widgetOrigin];
  return {
    sources: [...new Set([defaultWidget, 'https://*.sumsub.com', ...own])],
    devices: [...new Set([defaultWidget, ...own])],
  };
}
