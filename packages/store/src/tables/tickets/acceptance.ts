/** Data for the automatic acceptance of confirmed withdrawals: which wait for a decision, and what was accepted before. */
import { millis, minor } from '@salar/protocol';
import type { Minor, ProductId, TicketId, UserId } from '@salar/protocol';
import type { SealedQueryable } from '../../column-seals.ts';
import type { Queryable } from '../../database.ts';
import { lockUntilCommit, run, runFirst, tables } from '../query.ts';
import { advisoryLocks } from '../../advisory-locks.ts';
import { hasReceiver } from './receiver-columns.ts';

/** Serialises decisions until the transaction ends: two tickets never use the same room under a limit. */
export async function lockAcceptance(tx: Queryable): Promise<void> {
  await lockUntilCommit(tx, advisoryLocks.acceptance);
}

/** Returns tickets to decide: those just confirmed, and those whose delay is over; oldest first. */
export async function listTicketsToDecide(
  db: Queryable,
  { at, limit }: { readonly at: number; readonly limit: number },
): Promise<readonly TicketId[]> {
  const rows = await run(
    db,
    tables
      .selectFrom('withdrawal')
      .select('ticket_id as ticketId')
      .where('money_done', '=', false)
      .where((eb) =>
        eb.or([
          eb('status', '=', 'Confirmed2Fa'),
          eb.and([eb('status', '=', 'Delayed'), eb('delayed_until', '<=', millis(at))]),
        ]),
      )
      .orderBy('ticket_id')
      .limit(limit),
  );
  return rows.map((row) => row.ticketId);
}

/**
 * Returns the worth of what was accepted automatically since a time, for one customer or one product; tickets that
 * ended without a payment are left out, unless the network refused it.
 *
 * @param whose.isSigned  whether tickets that customers signed are meant, or the others
 * @param whose.refusals  the reasons of tickets whose payment the network refused
 */
export async function sumAcceptedSince(
  db: Queryable,
  since: number,
  whose: { readonly isSigned: boolean; readonly refusals: readonly string[] } & (
    { readonly userId: UserId } | { readonly productId: ProductId }
  ),
): Promise<Minor> {
  const accepted = tables
    .selectFrom('withdrawal')
    .select(({ fn }) => fn.sum<bigint | null>('notional').as('sum'))
    .where('accepted_at', '>', millis(since))
    .where('accepted_signed', '=', whose.isSigned)
    .where((eb) =>
      eb.or([
        eb('status', 'not in', ['Rejected', 'Failed', 'UserCanceled', 'AdminCanceled']),
        eb.and([eb('status', '=', 'Failed'), eb('reject_reason', 'in', whose.refusals)]),
      ]),
    );
  const row = await runFirst(
    db,
    'userId' in whose
      ? accepted.where('user_id', '=', whose.userId)
      : accepted.where('product_id', '=', whose.productId),
  );
  return minor(row?.sum ?? 0n);
}

/** Counts a customer's payments to a destination that ended since a time because of one of these reasons. */
export async function countRefusedPayments(
  db: SealedQueryable,
  {
    userId,
    destination,
    since,
    refusals,
  }: {
    readonly userId: UserId;
    readonly destination: string;
    readonly since: number;
    readonly refusals: readonly string[];
  },
): Promise<number> {
  const row = await runFirst(
    db,
    tables
      .selectFrom('withdrawal')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', userId)
      .where(hasReceiver(db.seals, 'destination', { userId, receiver: destination }))
      .where('status', '=', 'Failed')
      .where('reject_reason', 'in', refusals)
      .where('updated_at', '>', millis(since)),
  );
  return Number(row?.count ?? 0n);
}

/** Records the worth of an automatically accepted ticket in the notional product, and when it was accepted. */
export async function noteAccepted(
  tx: Queryable,
  accepted: {
    readonly ticketId: TicketId;
    readonly notional: Minor;
    readonly isSigned: boolean;
    readonly at: number;
  },
): Promise<void> {
  const { ticketId, notional, isSigned, at } = accepted;
  await run(
    tx,
    tables
      .updateTable('withdrawal')
      .set({ notional, accepted_at: at, accepted_signed: isSigned })
      .where('ticket_id', '=', ticketId),
  );
}

/** Records until when a ticket waits. */
export async function noteDelay(tx: Queryable, ticketId: TicketId, until: number): Promise<void> {
  await run(
    tx,
    tables.updateTable('withdrawal').set({ delayed_until: until }).where('ticket_id', '=', ticketId),
  );
}
