import { fenced } from './0.1.0/085-acceptance.ts';
import type { Migration } from './index.ts';

/** Statements as banks send them, and their lines. Rows are only ever added; only a MAC is renewed when its key is replaced. */
export const bankStatements: Migration = {
  id: '189-bank-statements',
  sql: `
CREATE TABLE bank_statement (
  statement_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider_id  bigint NOT NULL,
  product_id   bigint NOT NULL,
  account      text NOT NULL,
  format       text NOT NULL CHECK (format IN ('OFX', 'CAMT.053')),
  -- Days as the bank writes them, such as 2026-01-05.
  first_day    text NOT NULL CHECK (first_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  last_day     text NOT NULL CHECK (last_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' AND last_day >= first_day),
  opening      numeric(40) NOT NULL,
  closing      numeric(40) NOT NULL,
  lines        bigint NOT NULL,
  file_hash    bytea NOT NULL,
  operator     text NOT NULL,
  at           bigint NOT NULL,
  mac          bytea NOT NULL,
  UNIQUE (provider_id, file_hash),
  UNIQUE (provider_id, last_day)
);
CREATE TABLE bank_statement_line (
  line_id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  statement_id bigint NOT NULL REFERENCES bank_statement,
  line         bigint NOT NULL,
  provider_id  bigint NOT NULL,
  booked_on    text NOT NULL,
  amount       numeric(40) NOT NULL CHECK (amount <> 0),
  -- Every reference under which it may be booked, the line's own first.
  refs         text[] NOT NULL,
  -- The withdrawal whose reference the line shows.
  ticket_id    bigint,
  mac          bytea NOT NULL,
  UNIQUE (statement_id, line)
);
CREATE INDEX bank_statement_line_refs ON bank_statement_line USING gin (refs);
CREATE INDEX bank_statement_line_ticket ON bank_statement_line (ticket_id) WHERE ticket_id IS NOT NULL;
CREATE TRIGGER bank_statement_grows_only BEFORE DELETE OR TRUNCATE OR UPDATE OF
    statement_id, provider_id, product_id, account, format, first_day, last_day, opening, closing, lines, file_hash, operator, at
  ON bank_statement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_statement_line_grows_only BEFORE DELETE OR TRUNCATE OR UPDATE OF
    line_id, statement_id, line, provider_id, booked_on, amount, refs, ticket_id
  ON bank_statement_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
${fenced('bank_statement')}
${fenced('bank_statement_line')}
CREATE INDEX bank_entry_time ON bank_entry (provider_id, at);
`,
};
