/** Our outputs on Bitcoin networks: free, reserved for a ticket, or spent by a ticket's payment in a block. */
import type { TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { plannedAttemptColumns } from './planned-payments.ts';
import type { PlannedAttemptRow } from './planned-payments.ts';

export type OutpointRow = { readonly txId: string; readonly vout: number };
export type OutputRow = OutpointRow & {
  /** Satoshi. */
  readonly amount: bigint;
  /** 0 receive, 1 change. */
  readonly branch: 0 | 1;
  readonly index: number;
};

const columns = 'o.tx_id AS "txId", o.vout, o.amount, o.branch, o.index';

/** Writes an output found in a block; a known one gets its block. */
export async function upsertOutput(
  tx: Queryable,
  output: OutputRow & { chainId: number; height: number; address: string },
): Promise<void> {
  const { chainId, txId, vout, amount, branch, index, height, address } = output;
  await tx.query(
    `INSERT INTO bitcoin_output (chain_id, tx_id, vout, amount, branch, index, height, address)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (chain_id, tx_id, vout) DO UPDATE SET height = excluded.height`,
    [chainId, txId, vout, amount, branch, index, height, address],
  );
}

/** Returns true for an address that has ever received our change. */
export async function isChangeAddress(db: Queryable, address: string): Promise<boolean> {
  const rows = await db.query('SELECT 1 FROM bitcoin_output WHERE branch = 1 AND address = $1 LIMIT 1', [
    address,
  ]);
  return rows.length > 0;
}

/**
 * Returns outputs that may be spent, largest first: in a block at `height` or below, reserved for no payment, and
 * either our own change or a deposit that the books have credited.
 */
export async function listFreeOutputs(
  db: Queryable,
  { chainId, height, limit }: { chainId: number; height: number; limit: number },
): Promise<readonly OutputRow[]> {
  return db.query<OutputRow>(
    `SELECT ${columns} FROM bitcoin_output o
     WHERE o.chain_id = $1 AND o.ticket_id IS NULL AND o.height <= $2 AND (o.branch = 1 OR (
       SELECT d.status = 'FullyProcessed' AND d.block_height IS NOT NULL FROM deposit d
       WHERE d.key = 'bitcoin:' || o.chain_id || ':' || o.tx_id || ':' || o.vout))
     ORDER BY o.amount DESC, o.tx_id, o.vout LIMIT $3`,
    [chainId, height, limit],
  );
}

/** Returns outputs reserved for the ticket that no payment in a block spends yet. */
export async function listReservedOutputs(db: Queryable, ticketId: TicketId): Promise<readonly OutputRow[]> {
  return db.query<OutputRow>(
    `SELECT ${columns} FROM bitcoin_output o WHERE o.ticket_id = $1 AND o.spent_tx IS NULL
     ORDER BY o.amount DESC, o.tx_id, o.vout`,
    [ticketId],
  );
}

/**
 * Reserves free outputs for a ticket.
 * @returns how many of them were free
 */
export async function reserveOutputs(
  tx: Queryable,
  {
    chainId,
    ticketId,
    outpoints,
  }: { chainId: number; ticketId: TicketId; outpoints: readonly OutpointRow[] },
): Promise<number> {
  const rows = await tx.query(
    `UPDATE bitcoin_output o SET ticket_id = $2 FROM unnest($3::text[], $4::bigint[]) AS wanted (tx_id, vout)
     WHERE o.chain_id = $1 AND o.tx_id = wanted.tx_id AND o.vout = wanted.vout AND o.ticket_id IS NULL
     RETURNING o.vout`,
    [chainId, ticketId, outpoints.map(({ txId }) => txId), outpoints.map(({ vout }) => vout)],
  );
  return rows.length;
}

/** Releases what a ticket has reserved and not spent. */
export async function releaseOutputs(db: Queryable, ticketId: TicketId): Promise<void> {
  await db.query('UPDATE bitcoin_output SET ticket_id = NULL WHERE ticket_id = $1 AND spent_tx IS NULL', [
    ticketId,
  ]);
}

/** Records that a block contains the payment `txId` of the ticket, which spends these outputs. */
export async function spendOutputs(
  tx: Queryable,
  spend: {
    chainId: number;
    ticketId: TicketId;
    txId: string;
    height: number;
    outpoints: readonly OutpointRow[];
  },
): Promise<void> {
  await tx.query(
    `UPDATE bitcoin_output o SET spent_tx = $3, spent_height = $4
     FROM unnest($5::text[], $6::bigint[]) AS wanted (tx_id, vout)
     WHERE o.chain_id = $1 AND o.tx_id = wanted.tx_id AND o.vout = wanted.vout AND o.ticket_id = $2`,
    [
      spend.chainId,
      spend.ticketId,
      spend.txId,
      spend.height,
      spend.outpoints.map(({ txId }) => txId),
      spend.outpoints.map(({ vout }) => vout),
    ],
  );
}

/** Undoes what the blocks above `height` added and spent: the chain no longer has them. */
export async function rewindOutputs(tx: Queryable, chainId: number, height: number): Promise<void> {
  await tx.query('UPDATE bitcoin_output SET height = NULL WHERE chain_id = $1 AND height > $2', [
    chainId,
    height,
  ]);
  await tx.query(
    `UPDATE bitcoin_output SET spent_tx = NULL, spent_height = NULL WHERE chain_id = $1 AND spent_height > $2`,
    [chainId, height],
  );
}

/** Returns every signed form of the payments that no block contains, whatever has become of their tickets. */
export async function listUnminedAttempts(
  db: Queryable,
  chainId: number,
): Promise<readonly PlannedAttemptRow[]> {
  return db.query<PlannedAttemptRow>(
    `SELECT ${plannedAttemptColumns} FROM payment_attempt a WHERE a.ticket_id = ANY(${openPayments})
     ORDER BY a.ticket_id, a.attempt`,
    [chainId],
  );
}

/**
 * Returns, for each payment that no block contains, the signed form its ticket names: what the network may have lost.
 */
export async function listLostAttempts(
  db: Queryable,
  { chainId, limit }: { chainId: number; limit: number },
): Promise<readonly (PlannedAttemptRow & { readonly status: string })[]> {
  return db.query<PlannedAttemptRow & { status: string }>(
    `SELECT ${plannedAttemptColumns}, w.status FROM payment_attempt a
     JOIN withdrawal w ON w.ticket_id = a.ticket_id AND w.tx_id = a.hash
     WHERE a.ticket_id = ANY(${openPayments}) ORDER BY a.ticket_id LIMIT $2`,
    [chainId, limit],
  );
}

/** Returns the sum in satoshi of all outputs that are in a block and that no block spends. */
export async function sumUnspent(db: Queryable, chainId: number): Promise<bigint> {
  const rows = await db.query<{ sum: bigint }>(
    `SELECT coalesce(sum(amount), 0)::numeric AS sum FROM bitcoin_output
     WHERE chain_id = $1 AND height IS NOT NULL AND spent_tx IS NULL`,
    [chainId],
  );
  return rows[0]?.sum ?? 0n;
}

/**
 * An array, because it is short: for a join with it the planner expects many rows, and reads every payment ever made.
 */
const openPayments = `ARRAY(SELECT DISTINCT ticket_id FROM bitcoin_output
  WHERE chain_id = $1 AND ticket_id IS NOT NULL AND spent_tx IS NULL)`;

/** Returns every unspent output in the blocks up to `height`, reserved or not. */
export async function listUnspentOutputs(
  db: Queryable,
  { chainId, height }: { chainId: number; height: number },
): Promise<readonly OutputRow[]> {
  return db.query<OutputRow>(
    `SELECT ${columns} FROM bitcoin_output o
     WHERE o.chain_id = $1 AND o.height <= $2 AND (o.spent_height IS NULL OR o.spent_height > $2)
     ORDER BY o.tx_id, o.vout`,
    [chainId, height],
  );
}
