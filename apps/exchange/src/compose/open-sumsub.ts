/** Sumsub where it is set up: the widget's tokens, the calls it makes to us, and what our pages may show. */
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
  /** What they call us for; reports go to the service. */
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
          if (!applied.ok)
            log.warn({ eventId: event.eventId, refusal: applied.refusal }, 'a review was refused');
        },
      }),
  };
}

const usualWidget = 'https://in.sumsub.com';

/** What pages of ours have to allow for the widget. */
export function getIdentityFrames({ widgetOrigin }: Pick<SumsubSettings, 'widgetOrigin'>): IdentityFrames {
  const own = widgetOrigin === null ? [] : [widgetOrigin];
  return {
    sources: [...new Set([usualWidget, 'https://*.sumsub.com', ...own])],
    devices: [...new Set([usualWidget, ...own])],
  };
}
