/** Approvals of payments above the signer's automatic caps. */
import type { Millis, TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, tables } from '../query.ts';

export type PaymentApprovalRow = {
  readonly ticketId: TicketId;
  readonly approver: string;
  readonly signature: string;
  readonly at: Millis;
};

/** Stores a person's approval; a later one of the same person replaces it. */
export async function storePaymentApproval(
  db: Queryable,
  { ticketId, approver, signature, at }: Omit<PaymentApprovalRow, 'at'> & { readonly at: number },
): Promise<void> {
  await run(
    db,
    tables
      .insertInto('payment_approval')
      .values({ ticket_id: ticketId, approver, signature, approved_at: at })
      .onConflict((conflict) =>
        conflict.columns(['ticket_id', 'approver']).doUpdateSet({ signature, approved_at: at }),
      ),
  );
}

/** Lists the approvals of a ticket, by name. */
export async function listPaymentApprovals(
  db: Queryable,
  ticketId: TicketId,
): Promise<readonly PaymentApprovalRow[]> {
  return run(
    db,
    tables
      .selectFrom('payment_approval')
      .select(['ticket_id as ticketId', 'approver', 'signature', 'approved_at as at'])
      .where('ticket_id', '=', ticketId)
      .orderBy('approver'),
  );
}
