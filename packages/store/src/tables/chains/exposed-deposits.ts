/** Deposits to addresses whose private keys others may have: they wait for their sweep, or for two operators. */
import { sql } from 'kysely';
import { millis } from '@salar/protocol';
import type { Millis, TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, runFirst, tables } from '../query.ts';
import { selectDeposits } from '../tickets/deposits.ts';
import type { DepositRow } from '../tickets/deposits.ts';
import { selectLargestFirst } from './bitcoin-outputs.ts';
import type { SignableOutputRow } from './bitcoin-outputs.ts';
import { isInRanges } from './house-moves.ts';
import type { IndexRange } from './house-moves.ts';

/** Returns true when a deposit address has an index in one of the ranges. */
export async function isAddressInRanges(
  db: Queryable,
  { family, address, ranges }: { family: string; address: string; ranges: readonly IndexRange[] },
): Promise<boolean> {
  const row = await runFirst(
    db,
    tables
      .selectFrom('deposit_address as a')
      .select('a.index')
      .where('a.family', '=', family)
      .where('a.address', '=', address)
      .where((eb) => isInRanges(eb.ref('a.index'), ranges)),
  );
  return row !== null;
}

/** A final sweep, by the rows: the chain has to confirm it. */
export type FinalSweep = {
  /** Minor units: the sum of the deposits that it swept. */
  readonly deposited: bigint;
  /** Those of all forms. */
  readonly hashes: readonly string[];
};

/** Returns the sweep of a deposit once it is final; null before. */
export async function findFinalSweep(db: Queryable, ticketId: TicketId): Promise<FinalSweep | null> {
  return runFirst(
    db,
    tables
      .selectFrom('deposit as d')
      .innerJoin('house_move as m', 'm.move_id', 'd.sweep_move')
      .select((eb) => [
        sql<bigint>`${eb
          .selectFrom('deposit as o')
          .select(({ fn }) => fn.sum<bigint>('o.amount').as('sum'))
          .whereRef('o.sweep_move', '=', 'm.move_id')}`.as('deposited'),
        sql<readonly string[]>`array(${eb
          .selectFrom('house_move_attempt as a')
          .select('a.hash')
          .whereRef('a.move_id', '=', 'm.move_id')})`.as('hashes'),
      ])
      .where('d.ticket_id', '=', ticketId)
      .where('m.status', '=', 'Final'),
  );
}

/** Returns the transaction in a block up to `height` that spends the output, by the rows: the chain has to confirm it. */
export async function findSpender(
  db: Queryable,
  of: { readonly chainId: number; readonly txId: string; readonly vout: number; readonly height: number },
): Promise<string | null> {
  const row = await runFirst(
    db,
    tables
      .selectFrom('bitcoin_output')
      .select('spent_tx as spentTx')
      .where('chain_id', '=', of.chainId)
      .where('tx_id', '=', of.txId)
      .where('vout', '=', of.vout)
      .where('spent_height', '<=', of.height),
  );
  return row?.spentTx ?? null;
}

/** Returns free outputs of deposit addresses in the ranges, credited or not, in blocks up to `height`; the largest first. */
export async function listExposedOutputs(
  db: Queryable,
  of: {
    readonly chainId: number;
    readonly ranges: readonly IndexRange[];
    readonly height: number;
    readonly limit: number;
  },
): Promise<readonly SignableOutputRow[]> {
  return run(
    db,
    selectLargestFirst
      .where('o.chain_id', '=', of.chainId)
      .where('o.branch', '=', 0)
      .where((eb) => isInRanges(eb.ref('o.index'), of.ranges))
      .where('o.ticket_id', 'is', null)
      .where('o.move_id', 'is', null)
      .where('o.spent_tx', 'is', null)
      .where('o.taken_tx', 'is', null)
      .where('o.height', '<=', of.height)
      .limit(of.limit)
      .$narrowType<{ branch: SignableOutputRow['branch'] }>(),
  );
}

/** Records since when a deposit waits. @returns false when it is recorded already */
export async function holdDeposit(db: Queryable, ticketId: TicketId, at: Millis): Promise<boolean> {
  const held = await run(
    db,
    tables
      .updateTable('deposit')
      .set({ held_at: at })
      .where('ticket_id', '=', ticketId)
      .where('held_at', 'is', null)
      .returning('ticket_id'),
  );
  return held.length > 0;
}

export type HeldDeposit = DepositRow & {
  readonly heldAt: Millis;
  readonly decisionMac: Buffer | null;
  /** Bitcoin: the transaction of somebody else that has spent the output. */
  readonly takenTx: string | null;
};

const selectHeld = selectDeposits
  .select((eb) => [
    'd.held_at as heldAt',
    'd.release_mac as decisionMac',
    eb
      .selectFrom('bitcoin_output as o')
      .select('o.taken_tx')
      .whereRef('o.chain_id', '=', 'd.chain_id')
      .whereRef('o.tx_id', '=', 'd.tx_id')
      .where((output) => sql<boolean>`${output.ref('o.vout')}::text = ${output.ref('d.position')}`)
      .as('takenTx'),
  ])
  .where('d.held_at', 'is not', null)
  .$narrowType<{ heldAt: Millis }>();

/** Lists deposits that wait, oldest first. */
export async function listHeldDeposits(db: Queryable, limit: number): Promise<readonly HeldDeposit[]> {
  return run(db, selectHeld.where('d.status', '=', 'Confirmed').orderBy('d.ticket_id').limit(limit));
}

/** Lists the deposits of a network that wait and whose rows have something to decide by: a decision, a final sweep, or a spent output. */
export async function listDecidableDeposits(db: Queryable, chainId: number): Promise<readonly TicketId[]> {
  const rows = await run(
    db,
    tables
      .selectFrom('deposit as d')
      .select('d.ticket_id as ticketId')
      .where('d.held_at', 'is not', null)
      .where('d.status', '=', 'Confirmed')
      .where('d.chain_id', '=', chainId)
      .where((eb) => {
        const sweep = eb
          .selectFrom('house_move as m')
          .select('m.move_id')
          .whereRef('m.move_id', '=', 'd.sweep_move')
          .where('m.status', '=', 'Final');
        const spent = eb
          .selectFrom('bitcoin_output as o')
          .select('o.vout')
          .whereRef('o.chain_id', '=', 'd.chain_id')
          .whereRef('o.tx_id', '=', 'd.tx_id')
          .where('o.spent_tx', 'is not', null);
        return eb.or([eb('d.release_mac', 'is not', null), eb.exists(sweep), eb.exists(spent)]);
      }),
  );
  return rows.map(({ ticketId }) => ticketId);
}

/** Returns a deposit that waits or has waited; null when there is none. */
export async function findHeldDeposit(db: Queryable, ticketId: TicketId): Promise<HeldDeposit | null> {
  return runFirst(db, selectHeld.where('d.ticket_id', '=', ticketId));
}

/**
 * Stores the MAC of the decision of two operators that a deposit is credited, or ends without a credit.
 * @returns false for a deposit that does not wait any more
 */
export async function decideDeposit(
  db: Queryable,
  { ticketId, mac, at }: { readonly ticketId: TicketId; readonly mac: Buffer; readonly at: number },
): Promise<boolean> {
  const decided = await run(
    db,
    tables
      .updateTable('deposit')
      .set({ release_mac: mac, updated_at: millis(at) })
      .where('ticket_id', '=', ticketId)
      .where('status', '=', 'Confirmed')
      .returning('ticket_id'),
  );
  return decided.length > 0;
}
