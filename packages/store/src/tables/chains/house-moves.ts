/**
 * Transfers between our own addresses on networks with nonces: each has one sender and one nonce, and keeps every signed form.
 * `planned-moves.ts` has those of other networks.
 */
import { sql } from 'kysely';
import type { Expression, NotNull, RawBuilder } from 'kysely';
import { accountId, customerAccountMin } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, runFirst, tables } from '../query.ts';

export type HouseMoveKind =
  | 'sweep'
  | 'gas'
  | 'refill'
  | 'cold'
  | 'relay'
  | 'carry_hot'
  | 'carry_gas'
  | 'carry_house'
  | 'to_house'
  | 'from_house';
export type HouseMoveStatus = 'Sent' | 'Mined' | 'Final' | 'Failed';

export type HouseMoveRow = {
  readonly moveId: number;
  readonly chainId: number;
  readonly kind: HouseMoveKind;
  /** The product that is swept, sent to or paid by cold storage or the house wallet, or taken from a former wallet. */
  readonly productId: ProductId | null;
  /** The deposit address that is emptied or given gas. */
  readonly addressIndex: number | null;
  readonly sender: string;
  readonly nonce: number;
  readonly status: HouseMoveStatus;
  /** Those of the owners of cold storage, for a relay. */
  readonly signatures: string | null;
};

export type HouseMoveAttempt = {
  readonly moveId: number;
  /** From 1; a replacement with higher fees has the next number. */
  readonly attempt: number;
  readonly hash: string;
  readonly raw: string;
  /** Minor units of the product, or of the network's coin. */
  readonly amount: bigint;
  readonly feeMax: bigint;
  readonly feePriority: bigint;
  readonly signedHeight: number;
};

/** Null for planned moves only. */
type WithFees = { feeMax: NotNull; feePriority: NotNull };
const moveColumns = [
  'move_id as moveId',
  'chain_id as chainId',
  'kind',
  'product_id as productId',
  'address_index as addressIndex',
  'sender',
  'nonce',
  'status',
  'signatures',
] as const;
const attemptColumns = [
  'a.move_id as moveId',
  'a.attempt',
  'a.hash',
  'a.raw',
  'a.amount',
  'a.fee_max as feeMax',
  'a.fee_priority as feePriority',
  'a.signed_height as signedHeight',
] as const;

/** @returns the number of the new move */
export async function insertMove(
  tx: Queryable,
  move: Omit<HouseMoveRow, 'moveId' | 'status'>,
  at: number,
): Promise<number> {
  const row = await runFirst(
    tx,
    tables
      .insertInto('house_move')
      .values({
        move_id: sql`nextval('house_move_number')`,
        chain_id: move.chainId,
        kind: move.kind,
        product_id: move.productId,
        address_index: move.addressIndex,
        sender: move.sender,
        nonce: move.nonce,
        status: 'Sent',
        signatures: move.signatures,
        created_at: at,
        updated_at: at,
      })
      .returning('move_id as moveId'),
  );
  if (row === null) throw new Error('an inserted move has no number');
  return row.moveId;
}

export async function insertMoveAttempt(tx: Queryable, attempt: HouseMoveAttempt, at: number): Promise<void> {
  await run(
    tx,
    tables.insertInto('house_move_attempt').values({
      move_id: attempt.moveId,
      attempt: attempt.attempt,
      hash: attempt.hash,
      raw: attempt.raw,
      amount: attempt.amount,
      fee_max: attempt.feeMax,
      fee_priority: attempt.feePriority,
      signed_height: attempt.signedHeight,
      created_at: at,
    }),
  );
}

/** Returns moves that are not final, oldest first. */
export async function listOpenMoves(db: Queryable, chainId: number): Promise<readonly HouseMoveRow[]> {
  return run(
    db,
    tables
      .selectFrom('house_move')
      .select(moveColumns)
      .where('chain_id', '=', chainId)
      .where('status', 'in', ['Sent', 'Mined'])
      .orderBy('move_id')
      .$narrowType<{ nonce: NotNull }>(),
  );
}

export async function findMoveStatus(db: Queryable, moveId: number): Promise<HouseMoveStatus | null> {
  const move = tables.selectFrom('house_move').select('status').where('move_id', '=', moveId);
  return (await runFirst(db, move))?.status ?? null;
}

/** Returns every signed form of a move, newest first. */
export async function listMoveAttempts(db: Queryable, moveId: number): Promise<readonly HouseMoveAttempt[]> {
  return run(
    db,
    tables
      .selectFrom('house_move_attempt as a')
      .select(attemptColumns)
      .where('a.move_id', '=', moveId)
      .orderBy('a.attempt', 'desc')
      .$narrowType<WithFees>(),
  );
}

/** Returns the newest signed form of every move of a sender from `nonce` on, with its status: what a chain may have lost. */
export async function listMoveAttemptsFrom(
  db: Queryable,
  { chainId, sender, nonce }: { chainId: number; sender: string; nonce: number },
): Promise<readonly (HouseMoveAttempt & Pick<HouseMoveRow, 'status'>)[]> {
  return run(
    db,
    tables
      .selectFrom('house_move as m')
      .innerJoin('house_move_attempt as a', 'a.move_id', 'm.move_id')
      .distinctOn('m.nonce')
      .select([...attemptColumns, 'm.status'])
      .where('m.chain_id', '=', chainId)
      .where('m.sender', '=', sender)
      .where('m.nonce', '>=', nonce)
      .orderBy('m.nonce')
      .orderBy('a.attempt', 'desc')
      .$narrowType<WithFees>(),
  );
}

export async function setMoveStatus(
  db: Queryable,
  moveId: number,
  status: HouseMoveStatus,
  at: number,
): Promise<void> {
  await run(
    db,
    tables.updateTable('house_move').set({ status, updated_at: at }).where('move_id', '=', moveId),
  );
}

/** A signed form of a move; `plan` is null on networks with nonces. */
export type MoveForm = { readonly hash: string; readonly plan: string | null };

/** Returns every signed form of the moves that are not final. */
export async function listOpenMoveForms(db: Queryable, chainId: number): Promise<readonly MoveForm[]> {
  return run(
    db,
    tables
      .selectFrom('house_move as m')
      .innerJoin('house_move_attempt as a', 'a.move_id', 'm.move_id')
      .select(['a.hash', 'a.plan'])
      .where('m.chain_id', '=', chainId)
      .where('m.status', 'in', ['Sent', 'Mined'])
      .orderBy('m.move_id')
      .orderBy('a.attempt'),
  );
}

export type UnsweptAddress = {
  readonly address: string;
  readonly index: number;
  /** Minor units credited and not swept. */
  readonly amount: bigint;
};

/**
 * Returns deposit addresses of customers with at least `min` credited and not swept of a product, none of which still
 * awaits confirmations; the largest first, or those with the lowest index above `after`.
 *
 * @param of.exposed  only addresses of these indexes, whose deposits are swept before they are credited
 * @param of.except  no addresses of these indexes
 */
export async function listUnsweptAddresses(
  db: Queryable,
  of: {
    chainId: number;
    family: string;
    productId: ProductId;
    min: bigint;
    limit: number;
    exposed?: readonly IndexRange[];
    except?: readonly IndexRange[];
    after?: number;
  },
): Promise<readonly UnsweptAddress[]> {
  const { exposed, except = [], after } = of;
  const selectIn = (ranges: readonly IndexRange[]) =>
    tables
      .selectFrom('deposit_address as o')
      .select('o.address')
      .where('o.family', '=', of.family)
      .where((eb) => isInRanges(eb.ref('o.index'), ranges));
  const unswept = tables
    .selectFrom('deposit as d')
    .innerJoin('deposit_address as a', (join) =>
      join.onRef('a.address', '=', 'd.to_address').on('a.family', '=', of.family),
    )
    .select(['a.address', 'a.index', ({ fn }) => fn.sum<bigint>('d.amount').as('amount')])
    .where('d.chain_id', '=', of.chainId)
    .where('d.product_id', '=', of.productId)
    .where('d.sweep_move', 'is', null)
    .where((eb) =>
      exposed === undefined
        ? eb('d.status', '=', 'FullyProcessed')
        : eb.and([
            eb('d.status', 'in', ['Confirmed', 'FullyProcessed']),
            eb('d.to_address', 'in', selectIn(exposed)),
          ]),
    )
    .$if(except.length > 0, (query) => query.where('d.to_address', 'not in', selectIn(except)))
    .where('d.account_id', '>=', accountId(customerAccountMin))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deposit as p')
            .select('p.ticket_id')
            .whereRef('p.to_address', '=', 'd.to_address')
            .where('p.chain_id', '=', of.chainId)
            .where('p.product_id', '=', of.productId)
            .where('p.status', 'in', exposed === undefined ? ['Pending', 'Confirmed'] : ['Pending']),
        ),
      ),
    )
    .$if(after !== undefined, (query) => query.where('a.index', '>', after ?? 0))
    .groupBy(['a.address', 'a.index'])
    .having(({ fn }) => fn.sum<bigint>('d.amount'), '>=', of.min)
    .$if(after === undefined, (query) => query.orderBy('amount', 'desc'))
    .orderBy('a.index')
    .limit(of.limit);
  return run(db, unswept);
}

/** Deposit addresses whose indexes are from `first` to `last`. */
export type IndexRange = { readonly first: number; readonly last: number };

/** Returns true for an index in one of the ranges. */
export function isInRanges(index: Expression<number>, ranges: readonly IndexRange[]): RawBuilder<boolean> {
  const firsts = ranges.map(({ first }) => first);
  const lasts = ranges.map(({ last }) => last);
  return sql<boolean>`exists (select from unnest(${firsts}::bigint[], ${lasts}::bigint[]) as r (low, high)
    where ${index} between r.low and r.high)`;
}

/** Records which sweep collected the credited deposits of an address. */
export async function markSwept(
  tx: Queryable,
  of: { moveId: number; chainId: number; productId: ProductId; address: string },
): Promise<void> {
  await run(
    tx,
    tables
      .updateTable('deposit')
      .set({ sweep_move: of.moveId })
      .where('chain_id', '=', of.chainId)
      .where('product_id', '=', of.productId)
      .where('to_address', '=', of.address)
      .where('sweep_move', 'is', null)
      .where('status', '=', 'FullyProcessed'),
  );
}

/**
 * Records which deposits of an exposed address a sweep collected, credited or not: the newest ones, as many as `found` covers. An earlier
 * one that a thief has taken keeps none behind it from being credited.
 *
 * @param of.found  minor units that the address had
 */
export async function markExposedSwept(
  tx: Queryable,
  of: { moveId: number; chainId: number; productId: ProductId; address: string; found: bigint },
): Promise<void> {
  const unswept = tables
    .selectFrom('deposit as d')
    .select([
      'd.ticket_id',
      sql<bigint>`sum(${sql.ref('d.amount')}) over (order by ${sql.ref('d.ticket_id')} desc)`.as('sum'),
    ])
    .where('d.chain_id', '=', of.chainId)
    .where('d.product_id', '=', of.productId)
    .where('d.to_address', '=', of.address)
    .where('d.sweep_move', 'is', null)
    .where('d.status', 'in', ['Confirmed', 'FullyProcessed']);
  const covered = tables.selectFrom(unswept.as('u')).select('u.ticket_id').where('u.sum', '<=', of.found);
  await run(
    tx,
    tables.updateTable('deposit').set({ sweep_move: of.moveId }).where('ticket_id', 'in', covered),
  );
}

/** Undoes `markSwept` for a sweep that can never be mined. */
export async function unmarkSwept(
  tx: Queryable,
  of: { moveId: number; chainId: number; productId: ProductId; address: string },
): Promise<void> {
  await run(
    tx,
    tables
      .updateTable('deposit')
      .set({ sweep_move: null })
      .where('chain_id', '=', of.chainId)
      .where('product_id', '=', of.productId)
      .where('to_address', '=', of.address)
      .where('sweep_move', '=', of.moveId),
  );
}
