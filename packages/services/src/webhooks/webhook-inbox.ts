/**
 * Receives webhooks of external providers (security rule D6): the signature is checked, the event is stored, then the provider
 * gets its answer. Events are processed afterwards, with retries until they succeed, so that neither a crash, a repeat nor an
 * unavailable provider loses or duplicates anything.
 */
import { accept, assert, millis, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { Database } from '@salar/store';
import { isTransientDatabaseError } from '@salar/store';
import {
  claimWebhookEvents,
  deleteWebhookEventsBefore,
  insertWebhookEvent,
  markWebhookEventDone,
  markWebhookEventFailed,
  postponeWebhookEvent,
  readNextWebhookEventDueAt,
  releaseWebhookEvents,
} from '@salar/store/tables/messages/webhook-events';
import type { WebhookEvent } from '@salar/store/tables/messages/webhook-events';
import { Loop } from '../background/loop.ts';
import type { Log } from '../ports/log.ts';
import type { WebhookRefusal, WebhookRequest, WebhookSource } from './webhook-source.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** Delays before the second and later attempts; the last one applies to all that follow. */
const backoffMs: readonly number[] = [2 * second, 10 * second, minute, 5 * minute, 30 * minute, hour];
/** About a week. */
const attemptsMax = 170;
/** Longer than a source may take for one event. */
const leaseMs = 2 * minute;
const batchSize = 20;
/** The shortest delay between two rounds that no new event requested. */
const roundMs = second;
const keptMs = 90 * 24 * hour;

export type WebhookInboxOptions = {
  readonly database: Database;
  readonly sources: readonly WebhookSource[];
  readonly now?: () => number;
  /** How often events are looked for that another process stored; 30 s by default. */
  readonly safetyPollMs?: number;
  readonly log: Log;
};

export class WebhookInbox {
  readonly #options: WebhookInboxOptions;
  readonly #sources: ReadonlyMap<string, WebhookSource>;
  readonly #now: () => number;
  readonly #loop: Loop;
  #isHealed = false;

  constructor(options: WebhookInboxOptions) {
    this.#options = options;
    this.#sources = new Map(options.sources.map((source) => [source.provider, source]));
    assert(this.#sources.size === options.sources.length, 'every webhook source has its own path');
    this.#now = options.now ?? Date.now;
    this.#loop = new Loop({
      name: 'webhooks',
      intervalMs: roundMs,
      log: options.log,
      work: async () => {
        await this.#heal();
        if ((await this.processDue()) === batchSize) this.#loop.wake();
      },
      due: {
        next: () => readNextWebhookEventDueAt(options.database, [...this.#sources.keys()]),
        now: this.#now,
        safetyPollMs: options.safetyPollMs,
      },
    });
  }

  /** Starts processing, including events left over by a former run. */
  start(): void {
    if (this.#sources.size > 0) this.#loop.start();
  }

  /** Stops after the event that is being processed. */
  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** Receives one call of a provider. When accepted, the event is stored and the provider need not repeat it. */
  async receive(
    provider: string,
    request: WebhookRequest,
  ): Promise<Result<null, WebhookRefusal | 'provider_unknown'>> {
    const source = this.#sources.get(provider);
    if (!source) return refuse('provider_unknown');
    const read = await source.read(request);
    if (!read.ok) {
      this.#options.log.warn({ provider, refusal: read.refusal }, 'a webhook was refused');
      return read;
    }
    if (read.value === null) return accept(null);
    const event = { provider, ...read.value, receivedAt: millis(this.#now()) };
    try {
      await insertWebhookEvent(this.#options.database, event);
    } finally {
      // Also when the answer of the database was lost: the event may be stored.
      this.#loop.wake();
    }
    return accept(null);
  }

  /** Processes what is due now, one event after another. @returns the number of attempted events */
  async processDue(): Promise<number> {
    const at = this.#now();
    const events = await claimWebhookEvents(this.#options.database, {
      providers: [...this.#sources.keys()],
      at,
      leaseUntil: at + leaseMs,
      limit: batchSize,
    });
    for (const event of events) await this.#process(event);
    return events.length;
  }

  async #heal(): Promise<void> {
    if (this.#isHealed) return;
    const at = this.#now();
    await releaseWebhookEvents(this.#options.database, at);
    await deleteWebhookEventsBefore(this.#options.database, at - keptMs);
    this.#isHealed = true;
  }

  async #process(event: WebhookEvent): Promise<void> {
    const { database, log } = this.#options;
    const { eventId, provider, kind, attempts } = event;
    const source = this.#sources.get(provider);
    assert(source !== undefined, 'only events of known sources are claimed');
    try {
      await source.process(event);
    } catch (error) {
      if (isTransientDatabaseError(error)) throw error;
      const reason = findErrorName(error);
      if (attempts >= attemptsMax) {
        log.error({ provider, kind, eventId, attempts, reason }, 'a webhook failed finally');
        await markWebhookEventFailed(database, eventId, this.#now(), reason);
        return;
      }
      log.warn({ provider, kind, eventId, attempts, reason }, 'a webhook failed, will retry');
      const wait = backoffMs[Math.min(attempts, backoffMs.length) - 1] ?? hour;
      await postponeWebhookEvent(database, eventId, this.#now() + wait, reason);
      return;
    }
    await markWebhookEventDone(database, eventId, this.#now());
  }
}

/** Returns the error's name without its message, which may contain data that must not be stored. */
function findErrorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name;
}
