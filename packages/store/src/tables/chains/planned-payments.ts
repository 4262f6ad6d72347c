/** Payments on networks without nonces: the plan of each signed form is stored as text beside its bytes. */
import type { NotNull } from 'kysely';
import type { TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { countRows, run, runFirst, tables } from '../query.ts';

export type PlannedAttemptRow = {
  readonly ticketId: TicketId;
  /** From 1; a replacement has the next number. */
  readonly attempt: number;
  readonly hash: string;
  /** The signed bytes as hex: broadcast again after a crash. */
  readonly raw: string;
  readonly plan: string;
  /** Height of the chain when it was signed. */
  readonly signedHeight: number;
};

/** `plan` is null on networks with nonces only: `withdrawal-payments.ts` reads the payments of those. */
export type WithPlan = { plan: NotNull };
export const plannedAttemptColumns = [
  'a.ticket_id as ticketId',
  'a.attempt',
  'a.hash',
  'a.raw',
  'a.plan',
  'a.signed_height as signedHeight',
] as const;

/** Records that a ticket is paid from this wallet; repeating it for the same ticket changes nothing. */
export async function insertPlannedPayment(
  tx: Queryable,
  payment: { ticketId: TicketId; chainId: number; sender: string; createdAt: number },
): Promise<void> {
  await run(
    tx,
    tables
      .insertInto('payment')
      .values({
        ticket_id: payment.ticketId,
        chain_id: payment.chainId,
        sender: payment.sender,
        created_at: payment.createdAt,
      })
      .onConflict((conflict) => conflict.column('ticket_id').doNothing()),
  );
}

/** Returns true when a payment that has not ended is of another wallet than `sender`. */
export async function hasOtherSender(
  db: Queryable,
  { chainId, sender }: { chainId: number; sender: string },
): Promise<boolean> {
  const found = await runFirst(
    db,
    tables
      .selectFrom('payment as p')
      .innerJoin('withdrawal as w', 'w.ticket_id', 'p.ticket_id')
      .select('p.ticket_id')
      .where('p.chain_id', '=', chainId)
      .where('p.sender', '!=', sender)
      .where('w.status', 'in', ['SystemProcessing', 'Submitted', 'Confirmed'])
      .limit(1),
  );
  return found !== null;
}

/**
 * Deletes a payment for which nothing was signed.
 * @returns false when signed bytes are stored: then it stays
 */
export async function deletePlannedPayment(tx: Queryable, ticketId: TicketId): Promise<boolean> {
  await lockPlannedPayment(tx, ticketId);
  const deleted = await countRows(
    tx,
    tables
      .deleteFrom('payment')
      .where('ticket_id', '=', ticketId)
      .where((eb) => {
        const attempts = eb.selectFrom('payment_attempt as a').select('a.attempt');
        return eb.not(eb.exists(attempts.where('a.ticket_id', '=', ticketId)));
      })
      .returning('ticket_id'),
  );
  return deleted === 1;
}

/** Prevents others from reserving or storing anything for the ticket's payment until the transaction ends. */
export async function lockPlannedPayment(tx: Queryable, ticketId: TicketId): Promise<void> {
  await run(
    tx,
    tables.selectFrom('payment').select('ticket_id').where('ticket_id', '=', ticketId).forUpdate(),
  );
}

export async function insertPlannedAttempt(
  tx: Queryable,
  attempt: PlannedAttemptRow,
  createdAt: number,
): Promise<void> {
  await run(
    tx,
    tables.insertInto('payment_attempt').values({
      ticket_id: attempt.ticketId,
      attempt: attempt.attempt,
      hash: attempt.hash,
      raw: attempt.raw,
      plan: attempt.plan,
      signed_height: attempt.signedHeight,
      created_at: createdAt,
    }),
  );
}

/** Returns every signed form of a ticket's payment, newest first. */
export async function listPlannedAttempts(
  db: Queryable,
  ticketId: TicketId,
): Promise<readonly PlannedAttemptRow[]> {
  return run(
    db,
    tables
      .selectFrom('payment_attempt as a')
      .select(plannedAttemptColumns)
      .where('a.ticket_id', '=', ticketId)
      .orderBy('a.attempt', 'desc')
      .$narrowType<WithPlan>(),
  );
}
