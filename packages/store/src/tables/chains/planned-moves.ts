/** Moves between our own addresses on networks without nonces: the plan of each signed form is stored as text beside its bytes. */
import { sql } from 'kysely';
import type { NotNull } from 'kysely';
import type { ProductId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, runFirst, tables } from '../query.ts';
import type { HouseMoveKind, HouseMoveStatus } from './house-moves.ts';

export type PlannedMoveRow = {
  readonly moveId: number;
  readonly chainId: number;
  readonly kind: Exclude<HouseMoveKind, 'relay'>;
  /** Null for moves of a network's coin that are named by no product: gas, refills, and what a former gas wallet held. */
  readonly productId: ProductId | null;
  /** The deposit address that is emptied or given gas. */
  readonly addressIndex: number | null;
  readonly sender: string;
  /** Minor units that it should bring; a signed form may bring less, for its fee. */
  readonly amount: bigint;
  readonly status: HouseMoveStatus;
};

export type PlannedMoveAttempt = {
  readonly moveId: number;
  /** From 1; a replacement has the next number. */
  readonly attempt: number;
  readonly hash: string;
  readonly raw: string;
  /** Minor units that the receiver gets. */
  readonly amount: bigint;
  readonly plan: string;
  readonly signedHeight: number;
};

type WithPlan = { plan: NotNull };
const attemptColumns = [
  'a.move_id as moveId',
  'a.attempt',
  'a.hash',
  'a.raw',
  'a.amount',
  'a.plan',
  'a.signed_height as signedHeight',
] as const;

/** @returns the number of the new move */
export async function insertPlannedMove(
  tx: Queryable,
  { chainId, kind, productId, addressIndex, sender, amount }: Omit<PlannedMoveRow, 'moveId' | 'status'>,
  at: number,
): Promise<number> {
  const row = await runFirst(
    tx,
    tables
      .insertInto('house_move')
      .values({
        move_id: sql`nextval('house_move_number')`,
        chain_id: chainId,
        kind,
        product_id: productId,
        address_index: addressIndex,
        sender,
        amount,
        status: 'Sent',
        created_at: at,
        updated_at: at,
      })
      .returning('move_id as moveId'),
  );
  if (row === null) throw new Error('an inserted move has no number');
  return row.moveId;
}

/**
 * Returns moves that are not final, oldest first; one without a signed form was interrupted.
 *
 * @param status  `Sent` for those that are in no block
 */
export async function listOpenPlannedMoves(
  db: Queryable,
  chainId: number,
  status?: 'Sent',
): Promise<readonly PlannedMoveRow[]> {
  return run(
    db,
    tables
      .selectFrom('house_move')
      .select([
        'move_id as moveId',
        'chain_id as chainId',
        'kind',
        'product_id as productId',
        'address_index as addressIndex',
        'sender',
        'amount',
        'status',
      ])
      .where('chain_id', '=', chainId)
      .where('nonce', 'is', null)
      .where('status', 'in', status === undefined ? ['Sent', 'Mined'] : [status])
      .orderBy('move_id')
      .$narrowType<{ amount: NotNull; kind: PlannedMoveRow['kind'] }>(),
  );
}

export async function insertPlannedMoveAttempt(
  tx: Queryable,
  attempt: PlannedMoveAttempt,
  at: number,
): Promise<void> {
  await run(
    tx,
    tables.insertInto('house_move_attempt').values({
      move_id: attempt.moveId,
      attempt: attempt.attempt,
      hash: attempt.hash,
      raw: attempt.raw,
      amount: attempt.amount,
      plan: attempt.plan,
      signed_height: attempt.signedHeight,
      created_at: at,
    }),
  );
}

/** Returns every signed form of a move, newest first. */
export async function listPlannedMoveAttempts(
  db: Queryable,
  moveId: number,
): Promise<readonly PlannedMoveAttempt[]> {
  return run(
    db,
    tables
      .selectFrom('house_move_attempt as a')
      .select(attemptColumns)
      .where('a.move_id', '=', moveId)
      .orderBy('a.attempt', 'desc')
      .$narrowType<WithPlan>(),
  );
}

/** Returns every signed form of the moves whose outputs no block spends yet, whatever has become of them. */
export async function listUnminedMoveAttempts(
  db: Queryable,
  chainId: number,
): Promise<readonly PlannedMoveAttempt[]> {
  const open = tables
    .selectFrom('bitcoin_output')
    .select('move_id')
    .distinct()
    .where('chain_id', '=', chainId)
    .where('move_id', 'is not', null)
    .where('spent_tx', 'is', null);
  return run(
    db,
    tables
      .selectFrom('house_move_attempt as a')
      .select(attemptColumns)
      .where('a.move_id', '=', sql<number>`any(array(${open}))`)
      .orderBy('a.move_id')
      .orderBy('a.attempt')
      .$narrowType<WithPlan>(),
  );
}
