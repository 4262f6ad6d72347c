/** Payments from cold storage to the hot wallets: prepared here, signed offline by its owners, then sent. */
import { sql } from 'kysely';
import type { ProductId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, runFirst, tables } from '../query.ts';

/** Prepared: its owners have the file. Signed: it waits to be sent. The last three are final. */
export type ColdRefillStatus = 'Prepared' | 'Signed' | 'Sent' | 'Final' | 'Failed' | 'Dropped';

export type ColdRefillRow = {
  readonly refillId: number;
  readonly chainId: number;
  readonly productId: ProductId;
  readonly amount: bigint;
  readonly status: ColdRefillStatus;
  /** The file as the owners receive it. */
  readonly prepared: string;
  /** The authority that the owners have signed, in the form that the network needs; null before. */
  readonly authorisation: string | null;
  /** The move that has a contract make the payment. */
  readonly moveId: number | null;
  readonly createdAt: number;
};

const columns = [
  'refill_id as refillId',
  'chain_id as chainId',
  'product_id as productId',
  'amount',
  'status',
  'prepared',
  'authorisation',
  'move_id as moveId',
  'created_at as createdAt',
] as const;
const openStatuses = ['Prepared', 'Signed', 'Sent'] as const;

/** @returns the number of the refill; null when the network has another open one */
export async function insertColdRefill(
  db: Queryable,
  refill: Pick<ColdRefillRow, 'chainId' | 'productId' | 'amount' | 'prepared'>,
  at: number,
): Promise<number | null> {
  const row = await runFirst(
    db,
    tables
      .insertInto('cold_refill')
      .values({
        refill_id: sql`nextval('cold_refill_number')`,
        chain_id: refill.chainId,
        product_id: refill.productId,
        amount: refill.amount,
        status: 'Prepared',
        prepared: refill.prepared,
        created_at: at,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.column('chain_id').where('status', 'in', openStatuses).doNothing())
      .returning('refill_id as refillId'),
  );
  return row?.refillId ?? null;
}

export async function findColdRefill(db: Queryable, refillId: number): Promise<ColdRefillRow | null> {
  return runFirst(db, tables.selectFrom('cold_refill').select(columns).where('refill_id', '=', refillId));
}

/** Returns the one open refill of a network. */
export async function findOpenColdRefill(db: Queryable, chainId: number): Promise<ColdRefillRow | null> {
  return runFirst(
    db,
    tables
      .selectFrom('cold_refill')
      .select(columns)
      .where('chain_id', '=', chainId)
      .where('status', 'in', openStatuses),
  );
}

/** Returns the newest refills, newest first. */
export async function listColdRefills(db: Queryable, limit: number): Promise<readonly ColdRefillRow[]> {
  return run(db, tables.selectFrom('cold_refill').select(columns).orderBy('refill_id', 'desc').limit(limit));
}

/** Changes a refill that is still in the status `from`. @returns false when it is not */
export async function moveColdRefill(
  db: Queryable,
  change: {
    readonly refillId: number;
    readonly from: ColdRefillStatus;
    readonly to: ColdRefillStatus;
    readonly authorisation?: string;
    readonly moveId?: number;
  },
  at: number,
): Promise<boolean> {
  const { refillId, from, to, authorisation, moveId } = change;
  const row = await runFirst(
    db,
    tables
      .updateTable('cold_refill')
      .set({
        status: to,
        updated_at: at,
        ...(authorisation === undefined ? {} : { authorisation }),
        ...(moveId === undefined ? {} : { move_id: moveId }),
      })
      .where('refill_id', '=', refillId)
      .where('status', '=', from)
      .returning('refill_id as refillId'),
  );
  return row !== null;
}
