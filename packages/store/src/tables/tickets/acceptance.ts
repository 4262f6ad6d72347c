/**
 * Data for the automatic acceptance of confirmed withdrawals: since when a destination is known, and what was
 * accepted before.
 */
import { millis, minor } from '@salar/protocol';
import type { Minor, ProductId, TicketId, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { lockUntilCommit, run, runFirst, tables } from '../query.ts';

export type CredentialChange = 'password_reset' | 'second_factor' | 'email';

/** Serialises decisions until the transaction ends: two tickets never use the same room under a limit. */
export async function lockAcceptance(tx: Queryable): Promise<void> {
  await lockUntilCommit(tx, 7236221);
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
 * Returns since when the destination is known to be the customer's: confirmed by mail, or paid before. Null for a new
 * one.
 */
export async function readDestinationKnownSince(
  db: Queryable,
  { userId, destination }: { readonly userId: UserId; readonly destination: string },
): Promise<number | null> {
  const confirmed = tables
    .selectFrom('destination')
    .select('verified_at as since')
    .where('user_id', '=', userId)
    .where('identifier', '=', destination);
  const paid = tables
    .selectFrom('withdrawal')
    .select('created_at as since')
    .where('user_id', '=', userId)
    .where('destination', '=', destination)
    .where('status', '=', 'FullyProcessed');
  const row = await runFirst(
    db,
    tables
      .selectFrom(confirmed.unionAll(paid).as('known'))
      .select(({ fn }) => fn.min('known.since').as('since')),
  );
  return row?.since ?? null;
}

/** Records a change of what a customer signs in or confirms with; call it in the transaction of the change. */
export async function insertCredentialChange(
  tx: Queryable,
  { userId, kind, at }: { readonly userId: UserId; readonly kind: CredentialChange; readonly at: number },
): Promise<void> {
  await run(tx, tables.insertInto('credential_change').values({ user_id: userId, kind, changed_at: at }));
}

/** Returns null when nothing was ever changed. */
export async function readCredentialsChangedAt(db: Queryable, userId: UserId): Promise<number | null> {
  const row = await runFirst(
    db,
    tables
      .selectFrom('credential_change')
      .select(({ fn }) => fn.max('changed_at').as('at'))
      .where('user_id', '=', userId),
  );
  return row?.at ?? null;
}

/**
 * Returns the worth of what was accepted automatically since a time, for one customer or one product; tickets that
 * ended without a payment are left out.
 *
 * @param whose.isSigned  whether tickets that customers signed are meant, or the others
 */
export async function sumAcceptedSince(
  db: Queryable,
  since: number,
  whose: { readonly isSigned: boolean } & ({ readonly userId: UserId } | { readonly productId: ProductId }),
): Promise<Minor> {
  const accepted = tables
    .selectFrom('withdrawal')
    .select(({ fn }) => fn.sum<bigint | null>('notional').as('sum'))
    .where('accepted_at', '>', millis(since))
    .where('accepted_signed', '=', whose.isSigned)
    .where('status', 'not in', ['Rejected', 'Failed', 'UserCanceled', 'AdminCanceled']);
  const row = await runFirst(
    db,
    'userId' in whose
      ? accepted.where('user_id', '=', whose.userId)
      : accepted.where('product_id', '=', whose.productId),
  );
  return minor(row?.sum ?? 0n);
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
