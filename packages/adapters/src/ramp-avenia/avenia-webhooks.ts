/**
 * Avenia's webhooks: an RSA-PSS signature over the raw bytes, by a key that the provider rotates. The content is not
 * trusted: it only names whose check to fetch.
 */
import { constants, createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
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
import type { AveniaHttp } from './avenia-http.ts';
import { readAnswer, readList, requiredText } from './avenia-records.ts';

export type AveniaWebhooksOptions = {
  readonly http: AveniaHttp;
  /** Fetches the check that an event names. */
  readonly onChange: (at: {
    readonly subAccountId: string | null;
    readonly attemptId: string | null;
  }) => Promise<void>;
  readonly log: Log;
  readonly now?: () => number;
};

const keyLifeMs = 3_600_000;
/** A flood of wrong signatures fetches the key at most this often. */
const refetchMsMin = 30_000;
const idLengthMax = 100;

const optionalId = z.string().min(1).max(idLengthMax).nullish().catch(null);
const anything = z.unknown().optional();
const webhookSchema = z.object({ url: anything, webhookUrl: anything });
const publicKeySchema = z.object({ publicKey: requiredText });
const eventSchema = z.object({
  subscription: requiredText.transform((text) => text.slice(0, idLengthMax)),
  subAccountId: optionalId,
  accountId: optionalId,
  data: z.object({
    attempt: z
      .object({ id: optionalId, status: anything, result: anything, updatedAt: anything })
      .nullish()
      .catch(null),
  }),
});
/** Some events are wrapped in a record of their own. */
const envelopeSchema = z.object({ event: z.looseObject({}) });

export class AveniaWebhooks implements WebhookSource {
  readonly provider = 'avenia';
  readonly #options: AveniaWebhooksOptions;
  readonly #now: () => number;
  #key: { readonly key: KeyObject; readonly fetchedAt: number } | null = null;
  #refetchedAt = -Infinity;
  /** However many events wait for it, the key is fetched once. */
  #fetching: Promise<KeyObject> | null = null;

  constructor(options: AveniaWebhooksOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Subscribes `url` to events about checks of persons. An existing subscription is kept. */
  async subscribe(url: string): Promise<void> {
    const { http } = this.#options;
    const path = '/v2/notifications/webhooks';
    const known = readList(webhookSchema, await http.read(path), 'webhooks');
    if (known.some((one) => one.url === url || one.webhookUrl === url)) return;
    await http.send({ method: 'POST', path, body: { webhookUrl: url, subscriptions: ['KYC'] } });
  }

  async read({ body, header }: WebhookRequest): Promise<Result<WebhookReading | null, WebhookRefusal>> {
    const signature = Buffer.from(header('signature') ?? '', 'base64');
    if (!(await this.#isSigned(body, signature))) return refuse('signature_refused');
    const event = readEvent(body);
    if (event === null) return refuse('body_malformed');
    if (event.subscription !== 'KYC') {
      this.#options.log.info(
        { subscription: event.subscription },
        'an event of the ramp provider was ignored',
      );
      return accept(null);
    }
    const { attempt } = event.data;
    const attemptId = attempt?.id ?? null;
    const subAccountId = event.subAccountId ?? event.accountId ?? null;
    if (!attempt || attemptId === null) return refuse('body_malformed');
    const stand = [attemptId, attempt.status, attempt.result, attempt.updatedAt].map(String);
    return accept({
      eventKey: ['KYC', ...stand].join(' ').slice(0, 300),
      kind: 'KYC',
      details: { attemptId, ...(subAccountId !== null && { subAccountId }) },
    });
  }

  async process({ details }: WebhookEvent): Promise<void> {
    const { subAccountId = null, attemptId = null } = details;
    await this.#options.onChange({ subAccountId, attemptId });
  }

  async #isSigned(body: Buffer, signature: Buffer): Promise<boolean> {
    if (signature.length === 0) return false;
    const isFresh = this.#key !== null && this.#now() - this.#key.fetchedAt < keyLifeMs;
    const known = isFresh && this.#key ? this.#key.key : await this.#fetchKeyOnce();
    if (isSignedWith(known, body, signature)) return true;
    // The provider may have rotated its key since.
    if (!isFresh || this.#now() - this.#refetchedAt < refetchMsMin) return false;
    this.#refetchedAt = this.#now();
    return isSignedWith(await this.#fetchKeyOnce(), body, signature);
  }

  #fetchKeyOnce(): Promise<KeyObject> {
    this.#fetching ??= this.#fetchKey().finally(() => {
      this.#fetching = null;
    });
    return this.#fetching;
  }

  async #fetchKey(): Promise<KeyObject> {
    const answer = await this.#options.http.read('/v2/public-key');
    const key = createPublicKey(readAnswer(publicKeySchema, answer, 'public key').publicKey);
    this.#key = { key, fetchedAt: this.#now() };
    return key;
  }
}

function isSignedWith(key: KeyObject, body: Buffer, signature: Buffer): boolean {
  const scheme = {
    key,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_AUTO,
  };
  return verify('sha256', body, scheme, signature);
}

/** Reads an event in either of the provider's two envelopes; returns null when it is in neither. */
function readEvent(body: Buffer): z.output<typeof eventSchema> | null {
  const value = parseJson(body.toString('utf8'));
  const wrapped = envelopeSchema.safeParse(value);
  return eventSchema.safeParse(wrapped.data?.event ?? value).data ?? null;
}
