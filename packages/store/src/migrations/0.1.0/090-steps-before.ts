import type { Migration } from '../index.ts';

/**
 * The steps of tickets that are older than the table of steps, as far as their rows show them.
 *
 * Before operators decided anything, the only way to AdminProcessing was a refusal of the signer: such a ticket has been in
 * SystemProcessing, and its customer must not cancel it.
 */
export const stepsBefore: Migration = {
  id: '090-steps-before',
  sql: `
INSERT INTO withdrawal_step (ticket_id, status, at)
SELECT ticket_id, 'SystemProcessing', updated_at FROM withdrawal w
WHERE status = 'AdminProcessing' AND NOT EXISTS (SELECT FROM withdrawal_step s WHERE s.ticket_id = w.ticket_id)
ORDER BY ticket_id;
INSERT INTO withdrawal_step (ticket_id, status, tx_id, reason, at)
SELECT ticket_id, status, tx_id, reject_reason, updated_at FROM withdrawal w
WHERE NOT EXISTS (SELECT FROM withdrawal_step s WHERE s.ticket_id = w.ticket_id AND s.status = w.status)
ORDER BY ticket_id;
`,
};
