/** Webhooks of external parties. A row is written before they get their answer; one worker processes and ends it. */
import type { Millis } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

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
  const rows = await on.query(
    `INSERT INTO webhook_event (provider, event_key, kind, facts, due_at, received_at)
     VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (provider, event_key) DO NOTHING RETURNING event_id`,
    [event.provider, event.eventKey, event.kind, JSON.stringify(event.details), event.receivedAt],
  );
  return rows.length > 0;
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
  const rows = await on.query<WebhookEvent>(
    `UPDATE webhook_event SET attempts = attempts + 1, due_at = $3
     WHERE event_id IN (
       SELECT event_id FROM webhook_event WHERE status = 'waiting' AND due_at <= $2 AND provider = ANY ($1)
       ORDER BY event_id LIMIT $4 FOR UPDATE SKIP LOCKED)
     RETURNING event_id AS "eventId", provider, event_key AS "eventKey", kind, facts AS details, attempts`,
    [options.providers, options.at, options.leaseUntil, options.limit],
  );
  return rows.toSorted((one, other) => one.eventId - other.eventId);
}

export async function markWebhookEventDone(on: Queryable, eventId: number, at: number): Promise<void> {
  await on.query(
    `UPDATE webhook_event SET status = 'done', ended_at = $2, last_error = NULL WHERE event_id = $1`,
    [eventId, at],
  );
}

/** Postpones an event to `dueAt`. */
export async function postponeWebhookEvent(
  on: Queryable,
  eventId: number,
  dueAt: number,
  error: string,
): Promise<void> {
  await on.query('UPDATE webhook_event SET due_at = $2, last_error = $3 WHERE event_id = $1', [
    eventId,
    dueAt,
    error,
  ]);
}

/** Gives up on an event: an operator has to check it. */
export async function markWebhookEventFailed(
  on: Queryable,
  eventId: number,
  at: number,
  error: string,
): Promise<void> {
  await on.query(
    `UPDATE webhook_event SET status = 'failed', ended_at = $2, last_error = $3 WHERE event_id = $1`,
    [eventId, at, error],
  );
}

/** Makes events that a former process had claimed due now. */
export async function releaseWebhookEvents(on: Queryable, at: number): Promise<void> {
  await on.query(`UPDATE webhook_event SET due_at = $1 WHERE status = 'waiting' AND due_at > $1`, [at]);
}

/** Deletes events that ended before a time: their party repeats none that old. */
export async function deleteWebhookEventsBefore(on: Queryable, at: number): Promise<void> {
  await on.query(`DELETE FROM webhook_event WHERE status <> 'waiting' AND ended_at < $1`, [at]);
}
