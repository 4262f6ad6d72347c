/** An external provider that calls us when something changes on its side. */
import type { Result } from '@salar/protocol';
import type { WebhookEvent, WebhookEventDetails } from '@salar/store/tables/messages/webhook-events';

export type WebhookRequest = {
  /** The bytes as received: the signature covers them. */
  readonly body: Buffer;
  /** Returns a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
};

export type WebhookReading = {
  /** The provider's id of this event: the same when it is sent again, different for every other event. */
  readonly eventKey: string;
  readonly kind: string;
  /** The data for querying the provider later: ids and names of its objects, no personal data. */
  readonly details: WebhookEventDetails;
};

/** Listed in the order in which they are checked. */
export type WebhookRefusal = 'signature_refused' | 'body_malformed';

export interface WebhookSource {
  /** The name of its path under `/webhooks/`, in lower case. */
  readonly provider: string;

  /**
   * Checks the signature over the raw bytes, then parses the event.
   *
   * @returns null for an irrelevant event: it is acknowledged and dropped
   * @throws when the signature cannot be checked now; the provider will repeat the call
   */
  read(request: WebhookRequest): Promise<Result<WebhookReading | null, WebhookRefusal>>;

  /**
   * Processes an event: queries the provider's current state and applies that, never the event's own content. May run more than
   * once for one event.
   *
   * @throws when the provider or one of our parts is unavailable: retried later
   */
  process(event: WebhookEvent): Promise<void>;
}
