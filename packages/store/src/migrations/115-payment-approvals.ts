import type { Migration } from './index.ts';

/**
 * People's signatures over the text of a payment. The signer verifies them: a row that was added or changed here has no
 * effect. Only the writer of the current epoch changes them, as all of a ticket.
 */
export const paymentApprovals: Migration = {
  id: '115-payment-approvals',
  sql: `
CREATE TABLE payment_approval (
  ticket_id bigint NOT NULL REFERENCES withdrawal (ticket_id),
  approver text NOT NULL,
  signature text NOT NULL,
  approved_at bigint NOT NULL,
  PRIMARY KEY (ticket_id, approver)
);
CREATE TRIGGER only_the_current_writer BEFORE INSERT OR UPDATE OR DELETE ON payment_approval
  FOR EACH STATEMENT EXECUTE FUNCTION only_the_current_writer();
`,
};
