/** Which of our addresses on a network were used, and which may have moved since they were read. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { TicketId } from '@salar/protocol';
import { millis } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { belowMinimumReason } from '../tickets/deposits.ts';
import { run, tables } from '../query.ts';

/** True for a deposit that was rejected because it is too small: anybody can send one to any address for next to nothing. */
export function isDust(table: 'd' | 'u'): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${table}.status`)} = 'Rejected'
    and ${sql.ref(`${table}.reject_reason`)} is not distinct from ${belowMinimumReason})`;
}

export type DepositMovement = {
  readonly ticketId: TicketId;
  readonly address: string;
  /** An address that has only dust is not used. */
  readonly isDust: boolean;
};

/**
 * Returns the deposits that came since, in pages by ticket: those with a later number, and those in a block above a height, which a
 * reorganisation may have put there.
 *
 * @param page.after  number of the last ticket of the previous page; 0 for the first page
 */
export async function listDepositMovements(
  db: Queryable,
  since: { readonly chainId: number; readonly lastTicket: number; readonly height: number },
  page: { readonly after: number; readonly limit: number },
): Promise<readonly DepositMovement[]> {
  return run(
    db,
    tables
      .selectFrom('deposit as d')
      .select(['d.ticket_id as ticketId', 'd.to_address as address', isDust('d').as('isDust')])
      .where('d.chain_id', '=', since.chainId)
      .where((eb) =>
        eb.or([
          eb('d.ticket_id', '>', since.lastTicket as TicketId),
          eb('d.block_height', '>', since.height),
        ]),
      )
      .where('d.ticket_id', '>', page.after as TicketId)
      .orderBy('d.ticket_id')
      .limit(page.limit),
  );
}

/** Returns the deposit addresses that moves which are open, or have ended since, empty or give gas. */
export async function listMovingAddresses(
  db: Queryable,
  of: { readonly chainId: number; readonly family: string; readonly since: number },
): Promise<readonly string[]> {
  const rows = await run(
    db,
    tables
      .selectFrom('house_move as m')
      .innerJoin('deposit_address as a', (join) =>
        join.onRef('a.index', '=', 'm.address_index').on('a.family', '=', of.family),
      )
      .select('a.address')
      .distinct()
      .where('m.chain_id', '=', of.chainId)
      .where((eb) =>
        eb.or([eb('m.status', 'in', ['Sent', 'Mined']), eb('m.updated_at', '>=', millis(of.since))]),
      ),
  );
  return rows.map(({ address }) => address);
}
