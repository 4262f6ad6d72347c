/** Webhooks of external parties. A row is written before they get their answer; one worker processes and ends it. */
import { sql } from 'kysely';
import { millis } from '@salar/protocol';
import type { Millis } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { matchAny, countRows, run, runFirst, tables } from '../query.ts';

/** Names and ids of the party's objects; no personal data. */
export type WebhookEventDetails = Readonly<Record<string, string>>;

export type NewWebhookEvent = {
  readonly provider: string;
  readonly eventKey: string;
  readonly kind: string;
  readonly details: WebhookEventDetails;
  readonly receivedAt: Millis;
};

export type WebhookEvent = {
  readonly eventId: number;
  readonly provider: string;
  readonly eventKey: string;
  readonly kind: string;
  readonly details: WebhookEventDetails;
  /** Including this attempt. */
  readonly attempts: number;
};

/** Stores an event. Returns false when its key was stored before. */
export async function insertWebhookEvent(on: Queryable, event: NewWebhookEvent): Promise<boolean> {
  const inserted = await countRows(
    on,
    tables
      .insertInto('webhook_event')
      .values({
        provider: event.provider,
        event_key: event.eventKey,
        kind: event.kind,
        facts: JSON.stringify(event.details),
        due_at: event.receivedAt,
        received_at: event.receivedAt,
      })
      .onConflict((conflict) => conflict.columns(['provider', 'event_key']).doNothing())
      .returning('event_id'),
  );
  return inserted > 0;
}

/**
 * Claims events that are due, in their order of arrival, until `leaseUntil`.
 *
 * When the worker dies meanwhile, the next one claims them after that time.
 */
export async function claimWebhookEvents(
  on: Queryable,
  options: {
    readonly providers: readonly string[];
    readonly at: number;
    readonly leaseUntil: number;
    readonly limit: number;
  },
): Promise<readonly WebhookEvent[]> {
  const rows = await run(
    on,
    tables
      .updateTable('webhook_event')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: options.leaseUntil }))
      .where('event_id', 'in', (eb) =>
        eb
          .selectFrom('webhook_event')
          .select('event_id')
          .where('status', '=', 'waiting')
          .where('due_at', '<=', millis(options.at))
          .where('provider', '=', matchAny(options.providers))
          .orderBy('event_id')
          .limit(options.limit)
          .forUpdate()
          .skipLocked(),
      )
      .returning([
        'event_id as eventId',
        'provider',
        'event_key as eventKey',
        'kind',
        'facts as details',
        'attempts',
      ]),
  );
  return rows.toSorted((one, other) => one.eventId - other.eventId);
}

/** Returns when the next event of the providers is due, in milliseconds of the epoch; null when none waits. */
export async function readNextWebhookEventDueAt(
  on: Queryable,
  providers: readonly string[],
): Promise<number | null> {
  const row = await runFirst(
    on,
    tables
      .selectFrom('webhook_event')
      .select(({ fn }) => fn.min('due_at').as('dueAt'))
      .where('status', '=', sql.lit('waiting'))
      .where('provider', '=', matchAny(providers)),
  );
  return row?.dueAt ?? null;
}

export async function markWebhookEventDone(on: Queryable, eventId: number, at: number): Promise<void> {
  await run(
    on,
    tables
      .updateTable('webhook_event')
      .set({ status: 'done', ended_at: at, last_error: null })
      .where('event_id', '=', eventId),
  );
}

/** Postpones an event to `dueAt`. */
export async function postponeWebhookEvent(
  on: Queryable,
  eventId: number,
  dueAt: number,
  error: string,
): Promise<void> {
  await run(
    on,
    tables
      .updateTable('webhook_event')
      .set({ due_at: dueAt, last_error: error })
      .where('event_id', '=', eventId),
  );
}

/** Gives up on an event: an operator has to check it. */
export async function markWebhookEventFailed(
  on: Queryable,
  eventId: number,
  at: number,
  error: string,
): Promise<void> {
  await run(
    on,
    tables
      .updateTable('webhook_event')
      .set({ status: 'failed', ended_at: at, last_error: error })
      .where('event_id', '=', eventId),
  );
}

/** Makes events that a former process had claimed due now. */
export async function releaseWebhookEvents(on: Queryable, at: number): Promise<void> {
  await run(
    on,
    tables
      .updateTable('webhook_event')
      .set({ due_at: at })
      .where('status', '=', 'waiting')
      .where('due_at', '>', millis(at)),
  );
}

/** Deletes events that ended before a time: their party repeats none that old. */
export async function deleteWebhookEventsBefore(on: Queryable, at: number): Promise<void> {
  await run(
    on,
    tables.deleteFrom('webhook_event').where('status', '<>', 'waiting').where('ended_at', '<', millis(at)),
  );
}
