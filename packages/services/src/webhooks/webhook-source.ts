/** An outside party that calls us when something changed on its side. */
import type { Result } from '@salar/protocol';
import type { WebhookEvent, WebhookEventDetails } from '@salar/store/tables/messages/webhook-events';

export type WebhookRequest = {
  /** The bytes as they came: the signature is over them. */
  readonly body: Buffer;
  /** A header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
};

export type WebhookReading = {
  /** The party's name of this event: the same when it is sent again, another for every other event. */
  readonly eventKey: string;
  readonly kind: string;
  /** What is needed to ask the party for the truth later: ids and names of its objects, nothing about a person. */
  readonly facts: WebhookEventDetails;
};

/** In the order in which they are checked. */
export type WebhookRefusal = 'signature_refused' | 'body_malformed';

export interface WebhookSource {
  /** Its place under `/webhooks/`, in small letters. */
  readonly provider: string;

  /**
   * Checks the signature over the raw bytes, then reads the event.
   *
   * @returns null for an event that says nothing to us: it is answered as taken and forgotten
   * @throws when the signature cannot be checked now; the party will send again
   */
  read(request: WebhookRequest): Promise<Result<WebhookReading | null, WebhookRefusal>>;

  /**
   * Acts on an event: asks the party how things stand and applies that, never what the event said. May run more than once
   * for one event.
   *
   * @throws when the party or a part of ours is away: tried again later
   */
  process(event: WebhookEvent): Promise<void>;
}
