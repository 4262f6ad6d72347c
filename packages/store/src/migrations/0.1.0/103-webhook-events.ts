import type { Migration } from '../index.ts';

/**
 * Webhooks of external parties, once for each of their ids, until they have been processed; and the order of the identity
 * provider's reports, whatever order they arrive in.
 */
export const webhookEvents: Migration = {
  id: '103-webhook-events',
  sql: `
CREATE TABLE webhook_event (
  event_id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider     text NOT NULL,
  -- The party's own name of the event: a repeat has the same.
  event_key    text NOT NULL,
  kind         text NOT NULL,
  -- Which object of theirs it is about. Never what they say of a person.
  facts        jsonb NOT NULL,
  status       text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'done', 'failed')),
  attempts     integer NOT NULL DEFAULT 0,
  due_at       bigint NOT NULL,
  last_error   text,
  received_at  bigint NOT NULL,
  ended_at     bigint,
  UNIQUE (provider, event_key)
);
CREATE INDEX webhook_event_due ON webhook_event (due_at) WHERE status = 'waiting';
CREATE INDEX webhook_event_ended ON webhook_event (ended_at) WHERE status <> 'waiting';

ALTER TABLE verification_review
  ADD COLUMN review_number bigint GENERATED ALWAYS AS IDENTITY,
  -- When the provider's record stood as the review says.
  ADD COLUMN as_of         bigint;
UPDATE verification_review SET as_of = received_at;
ALTER TABLE verification_review ALTER COLUMN as_of SET NOT NULL;
DROP INDEX verification_review_user;
CREATE INDEX verification_review_user ON verification_review (user_id, level, as_of DESC, review_number DESC);
`,
};
