/**
 * Sumsub's webhooks: something about an applicant changed.
 *
 * A webhook only names the applicant. Its current state is fetched each time, so webhooks may arrive twice, late or
 * in any order: the newest state is what is reported.
 */
import { accept, refuse, userId } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { ReviewEvent } from '@salar/services/ports/identity-provider';
import type { Log } from '@salar/services/ports/log';
import type {
  WebhookReading,
  WebhookRefusal,
  WebhookRequest,
  WebhookSource,
} from '@salar/services/webhooks/webhook-source';
import type { WebhookEvent } from '@salar/store/tables/messages/webhook-events';
import { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import type { SumsubClient } from './sumsub-client.ts';
import { parseExternalUserId } from './sumsub-settings.ts';
import type { SumsubSettings } from './sumsub-settings.ts';
import { isDigestRight } from './sumsub-signature.ts';

/** The events that may change an applicant's state. All others are accepted and ignored. */
const reviewEvents: ReadonlySet<string> = new Set([
  'applicantCreated',
  'applicantPending',
  'applicantPrechecked',
  'applicantOnHold',
  'applicantAwaitingUser',
  'applicantAwaitingService',
  'applicantReviewed',
  'applicantWorkflowCompleted',
  'applicantReset',
  'applicantLevelChanged',
]);
const text = z.string().min(1).max(120);
const messageSchema = z.looseObject({ type: text, testMode: z.unknown().optional() });
const eventSchema = z.object({
  applicantId: text,
  externalUserId: text,
  createdAtMs: text,
  correlationId: text.nullish().catch(null),
});

export class SumsubWebhooks implements WebhookSource {
  readonly provider = 'sumsub';
  readonly #client: SumsubClient;
  readonly #settings: Pick<SumsubSettings, 'webhookSecret' | 'levels' | 'acceptsSha1'>;
  readonly #report: (event: ReviewEvent) => Promise<void>;
  readonly #now: () => number;
  readonly #log: Log;

  constructor(options: {
    readonly client: SumsubClient;
    readonly settings: Pick<SumsubSettings, 'webhookSecret' | 'levels' | 'acceptsSha1'>;
    readonly report: (event: ReviewEvent) => Promise<void>;
    readonly now?: () => number;
    readonly log: Log;
  }) {
    this.#client = options.client;
    this.#settings = options.settings;
    this.#report = options.report;
    this.#now = options.now ?? Date.now;
    this.#log = options.log;
  }

  async read({ body, header }: WebhookRequest): Promise<Result<WebhookReading | null, WebhookRefusal>> {
    const { webhookSecret, acceptsSha1 } = this.#settings;
    const signed = {
      body,
      digest: header('x-payload-digest'),
      algorithm: header('x-payload-digest-alg'),
    };
    if (!isDigestRight(webhookSecret, signed, { acceptsSha1 })) return refuse('signature_refused');
    const message = messageSchema.safeParse(parseJson(body.toString('utf8')));
    if (!message.success) return refuse('body_malformed');
    const { type: kind, testMode } = message.data;
    if (!reviewEvents.has(kind) || testMode === true) {
      this.#log.info({ kind, isTest: testMode === true }, 'webhook of the identity provider received');
      return accept(null);
    }
    return readEvent(message.data, kind);
  }

  async process({ eventKey, details }: WebhookEvent): Promise<void> {
    const externalUserId = details['externalUserId'] ?? '';
    const user = parseExternalUserId(externalUserId);
    if (user === null) {
      this.#log.warn({ eventKey }, 'webhook of the identity provider for an unknown applicant');
      return;
    }
    const asOf = this.#now();
    const applicant = await this.#client.findApplicant(externalUserId);
    if (applicant === null || applicant.levelName === null) {
      this.#log.info({ eventKey, userId: user }, 'the identity provider has no applicant for a customer');
      return;
    }
    const { levelName, status, comment } = applicant;
    const known = this.#findLevel(levelName);
    if (known === null)
      this.#log.warn(
        { eventKey, userId: user, levelName, status },
        'the identity provider checked a level that is not configured',
      );
    // A final refusal is one of the person, whatever was checked.
    const level = known ?? (status === 'rejected' ? this.#findLowestLevel() : null);
    if (level === null) return;
    await this.#report({ eventId: `sumsub:${eventKey}`, userId: userId(user), level, status, comment, asOf });
  }

  #findLevel(levelName: string): number | null {
    for (const [level, name] of this.#settings.levels) if (name === levelName) return level;
    return null;
  }

  #findLowestLevel(): number | null {
    const [lowest] = [...this.#settings.levels.keys()].toSorted((one, other) => one - other);
    return lowest ?? null;
  }
}

function readEvent(message: object, kind: string): Result<WebhookReading, WebhookRefusal> {
  const event = eventSchema.safeParse(message);
  if (!event.success) return refuse('body_malformed');
  const { applicantId, externalUserId, createdAtMs, correlationId } = event.data;
  return accept({
    // A repeated webhook carries the same four.
    eventKey: [applicantId, kind, createdAtMs, correlationId ?? ''].join('/'),
    kind,
    details: { applicantId, externalUserId },
  });
}
