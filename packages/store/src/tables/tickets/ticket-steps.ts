/** The history of tickets: every transition of a ticket, recorded by triggers of the tables of tickets. */
import type { AccountId, Minor, ProductId, TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, tables } from '../query.ts';

/** The columns by which the row of a ticket proves its newest transition. */
export type TicketProof = {
  /** The number of the newest transition, from 1; 0 of a ticket of a version that did not number them. */
  readonly step: number;
  /** The status before; empty for a new ticket. */
  readonly statusBefore: string | null;
  /** The customer, operator or worker who gave the ticket its status. */
  readonly statusBy: string | null;
  /** The digest of the transition before, which covers all before it; null where the proved history begins. */
  readonly trail: Buffer | null;
  /** Over the transition and its time; null where nothing proves the status. */
  readonly statusMac: Buffer | null;
};

/** A transition as it is written with a new status. */
export type NewTransition = TicketProof & { readonly statusMac: Buffer; readonly at: number };

export type TicketStepRow = Omit<TicketProof, 'statusMac'> & {
  readonly status: string;
  readonly accountId: AccountId | null;
  readonly productId: ProductId | null;
  readonly amount: Minor | null;
  readonly txId: string | null;
  readonly reason: string | null;
  readonly at: number;
};

/** The columns of a transition; without one, nothing proves the status. */
export function toProofColumns(transition: NewTransition | undefined) {
  if (transition === undefined) return { status_mac: null };
  const { step, statusBefore, statusBy, trail, statusMac } = transition;
  return { status_mac: statusMac, step, status_before: statusBefore, status_by: statusBy, trail };
}

/** Oldest first. */
export async function listTicketSteps(db: Queryable, id: TicketId): Promise<readonly TicketStepRow[]> {
  return run(
    db,
    tables
      .selectFrom('ticket_step')
      .select([
        'status',
        'tx_id as txId',
        'reason',
        'at',
        'step',
        'status_before as statusBefore',
        'status_by as statusBy',
        'account_id as accountId',
        'product_id as productId',
        'amount',
        'trail',
      ])
      .where('ticket_id', '=', id)
      .orderBy('step_id'),
  );
}
