import type { Migration } from '../index.ts';

/** Customers' comments on their deposits and withdrawals. */
export const ticketComments: Migration = {
  id: '110-ticket-comments',
  sql: `
CREATE TABLE ticket_comment (
  comment_id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  request_code text NOT NULL,
  user_id      bigint NOT NULL REFERENCES app_user,
  comment      text NOT NULL,
  entered_at   bigint NOT NULL
);
CREATE INDEX ticket_comment_ticket ON ticket_comment (request_code, comment_id);
`,
};
