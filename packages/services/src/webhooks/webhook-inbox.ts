/**
 * Takes what outside parties tell us (security rule D6): signature first, then the event is on disk, then they get their
 * answer. What it means is found out afterwards, again and again until it worked, so neither a crash, a repeat nor a party
 * that is away loses or doubles anything.
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
  releaseWebhookEvents,
} from '@salar/store/tables/messages/webhook-events';
import type { WebhookEvent } from '@salar/store/tables/messages/webhook-events';
import { Loop } from '../background/loop.ts';
import type { Log } from '../ports/log.ts';
import type { WebhookRefusal, WebhookRequest, WebhookSource } from './webhook-source.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** Waits before the second and later tries; the last one stands for all that follow. */
const backoffMs: readonly number[] = [2 * second, 10 * second, minute, 5 * minute, 30 * minute, hour];
/** About a week. */
const attemptsMax = 170;
/** Longer than a source may work on one event. */
const leaseMs = 2 * minute;
const batchSize = 20;
const pollMs = second;
const keptMs = 90 * 24 * hour;

export type WebhookInboxOptions = {
  readonly database: Database;
  readonly sources: readonly WebhookSource[];
  readonly now?: () => number;
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
    assert(this.#sources.size === options.sources.length, 'every source of webhooks has a place of its own');
    this.#now = options.now ?? Date.now;
    this.#loop = new Loop({
      name: 'webhooks',
      intervalMs: pollMs,
      log: options.log,
      work: async () => {
        await this.#heal();
        if ((await this.processDue()) === batchSize) this.#loop.wake();
      },
    });
  }

  /** Starts to act on what waits, what a former run left behind included. */
  start(): void {
    if (this.#sources.size > 0) this.#loop.start();
  }

  /** Stops after the event that is being acted upon. */
  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** Takes one call of a party. Accepted means: it is on disk, and the party need not send it again. */
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
    if (await insertWebhookEvent(this.#options.database, event)) this.#loop.wake();
    return accept(null);
  }

  /** Acts on what is due now, one after the other. @returns how many events were tried */
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
        log.error({ provider, kind, eventId, attempts, reason }, 'a webhook is given up');
        await markWebhookEventFailed(database, eventId, this.#now(), reason);
        return;
      }
      log.warn({ provider, kind, eventId, attempts, reason }, 'a webhook waits for another try');
      const wait = backoffMs[Math.min(attempts, backoffMs.length) - 1] ?? hour;
      await postponeWebhookEvent(database, eventId, this.#now() + wait, reason);
      return;
    }
    await markWebhookEventDone(database, eventId, this.#now());
  }
}

/** Which error it was, without its message: a party's words may hold what must not be kept. */
function findErrorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name;
}
