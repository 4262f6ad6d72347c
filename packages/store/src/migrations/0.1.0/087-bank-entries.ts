import { fenced } from './085-acceptance.ts';
import type { Migration } from '../index.ts';

/** Every movement of our bank accounts, as in the bank's statement. Rows are only ever added. */
export const bankEntries: Migration = {
  id: '087-bank-entries',
  sql: `
CREATE TABLE bank_entry (
  entry_id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider_id bigint NOT NULL,
  product_id  bigint NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('funding', 'credit', 'payout', 'return', 'cost')),
  -- Above zero came in, below zero went out.
  amount      numeric(40) NOT NULL CHECK (amount <> 0),
  reference   text NOT NULL,
  ticket_id   bigint,
  operator    text NOT NULL,
  at          bigint NOT NULL,
  -- A line of a statement is told once.
  UNIQUE (provider_id, reference),
  CHECK ((amount > 0) = (kind IN ('funding', 'credit', 'return')))
);
CREATE INDEX bank_entry_product ON bank_entry (product_id, entry_id);
CREATE UNIQUE INDEX bank_entry_ticket ON bank_entry (ticket_id, kind) WHERE ticket_id IS NOT NULL;
CREATE TRIGGER bank_entry_grows_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bank_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
${fenced('bank_entry')}
CREATE INDEX deposit_bank_open ON deposit (ticket_id) WHERE chain_id = 0 AND status = 'Confirmed';
`,
};
