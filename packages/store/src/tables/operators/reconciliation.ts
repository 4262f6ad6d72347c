/** Expected balances of wallets and books according to the tickets, and the outcome of each comparison. */
import { ticketId } from '@salar/protocol';
import type { ProductId, TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

type WalletKey = { readonly chainId: number; readonly productId: ProductId };

/**
 * Returns what the wallets of a network hold of a product according to the rows: deposits in blocks up to `height`
 * (credited or not), less what finished withdrawals paid, less costs, and corrections. The caller accounts for
 * unfinished payments.
 */
export async function computeExpectedOnChain(
  db: Queryable,
  { chainId, productId, height }: WalletKey & { height: number },
): Promise<bigint> {
  const rows = await db.query<{ expected: bigint }>(
    `SELECT coalesce((SELECT sum(amount) FROM deposit
         WHERE chain_id = $1 AND product_id = $2 AND block_height <= $3), 0)
       - coalesce((SELECT sum(w.amount - w.fee) FROM withdrawal w JOIN payment p ON p.ticket_id = w.ticket_id
         WHERE p.chain_id = $1 AND w.product_id = $2 AND w.status = 'FullyProcessed'), 0)
       - coalesce((SELECT sum(amount) FROM network_cost WHERE chain_id = $1 AND product_id = $2), 0)
       + coalesce((SELECT sum(amount) FROM wallet_correction WHERE chain_id = $1 AND product_id = $2), 0)
       AS expected`,
    [chainId, productId, height],
  );
  return rows[0]?.expected ?? 0n;
}

/**
 * Returns the expected custody over all networks and banks: credited deposits still on their chain, less what
 * finished withdrawals paid, less costs, and corrections.
 */
export async function computeExpectedCustody(db: Queryable, productId: ProductId): Promise<bigint> {
  const rows = await db.query<{ expected: bigint }>(
    `SELECT coalesce((SELECT sum(amount) FROM deposit
         WHERE product_id = $1 AND status = 'FullyProcessed' AND reversed_at IS NULL), 0)
       - coalesce((SELECT sum(amount - fee) FROM withdrawal WHERE product_id = $1 AND status = 'FullyProcessed'), 0)
       - coalesce((SELECT sum(amount) FROM network_cost WHERE product_id = $1), 0)
       + coalesce((SELECT sum(amount) FROM wallet_correction WHERE product_id = $1), 0) AS expected`,
    [productId],
  );
  return rows[0]?.expected ?? 0n;
}

export type PaymentInFlight = {
  readonly ticketId: TicketId;
  readonly productId: ProductId;
  /** Minor units that the receiver gets. */
  readonly net: bigint;
  /** The hash of a signed form; any of them may be in a block. */
  readonly hash: string;
  /** Its plan, on networks without nonces. */
  readonly plan: string | null;
};

/** Returns signed forms of payments that are not finished. */
export async function listPaymentsInFlight(
  db: Queryable,
  chainId: number,
): Promise<readonly PaymentInFlight[]> {
  return db.query<PaymentInFlight>(
    `SELECT w.ticket_id AS "ticketId", w.product_id AS "productId", w.amount - w.fee AS net, a.hash, a.plan
     FROM withdrawal w JOIN payment p ON p.ticket_id = w.ticket_id JOIN payment_attempt a ON a.ticket_id = w.ticket_id
     WHERE p.chain_id = $1 AND NOT w.money_done ORDER BY w.ticket_id, a.attempt`,
    [chainId],
  );
}

/** Returns which of the given transactions have a recorded cost. */
export async function findKnownCosts(
  db: Queryable,
  chainId: number,
  txIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(
    'SELECT tx_id AS id FROM network_cost WHERE chain_id = $1 AND tx_id = ANY($2)',
    [chainId, txIds],
  );
  return new Set(rows.map((row) => row.id));
}

/** Returns addresses of a network that have ever received a deposit. */
export async function listUsedAddresses(db: Queryable, chainId: number): Promise<readonly string[]> {
  const rows = await db.query<{ address: string }>(
    'SELECT DISTINCT to_address AS address FROM deposit WHERE chain_id = $1 ORDER BY 1',
    [chainId],
  );
  return rows.map((row) => row.address);
}

export type WalletCorrection = WalletKey & {
  readonly key: string;
  readonly ticketId: TicketId;
  /** Positive: the wallet holds more than its tickets explain. */
  readonly amount: bigint;
  readonly reason: string;
};

const correctionColumns = `key, chain_id AS "chainId", product_id AS "productId", ticket_id AS "ticketId", amount, reason`;

/** Adds a correction under its key and returns it; returns the existing one when the key is taken. */
export async function insertCorrection(
  db: Queryable,
  correction: Omit<WalletCorrection, 'ticketId'>,
  at: number,
): Promise<WalletCorrection> {
  const { key, chainId, productId, amount, reason } = correction;
  const rows = await db.query<WalletCorrection>(
    `INSERT INTO wallet_correction (key, chain_id, product_id, ticket_id, amount, reason, created_at)
     VALUES ($1, $2, $3, nextval('ticket_number'), $4, $5, $6)
     ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING ${correctionColumns}`,
    [key, chainId, productId, amount, reason, at],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an inserted correction was not returned');
  return { ...row, ticketId: ticketId(row.ticketId) };
}

/** Returns the correction under a key; null without one. */
export async function findCorrection(db: Queryable, key: string): Promise<WalletCorrection | null> {
  const rows = await db.query<WalletCorrection>(
    `SELECT ${correctionColumns} FROM wallet_correction WHERE key = $1`,
    [key],
  );
  const [row] = rows;
  return row === undefined ? null : { ...row, ticketId: ticketId(row.ticketId) };
}

/** Returns every correction of a network, so that the ledger can be called again. */
export async function listWalletCorrections(
  db: Queryable,
  chainId: number,
): Promise<readonly WalletCorrection[]> {
  return db.query<WalletCorrection>(
    `SELECT ${correctionColumns} FROM wallet_correction WHERE chain_id = $1 ORDER BY ticket_id`,
    [chainId],
  );
}

export type ReconciliationRow = {
  readonly productId: ProductId;
  /** The name of a network, for its wallets; `banks`; or `books` for the product as a whole. */
  readonly part: string;
  readonly expected: bigint;
  readonly found: bigint;
  readonly at: number;
  /** Null while both are equal. */
  readonly differentSince: number | null;
};

/** Stores the outcome of a comparison. */
export async function saveReconciliation(
  db: Queryable,
  result: Omit<ReconciliationRow, 'differentSince'>,
): Promise<void> {
  const { productId, part, expected, found, at } = result;
  await db.query(
    `INSERT INTO reconciliation (product_id, part, expected, found, at, different_since)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (product_id, part) DO UPDATE SET expected = excluded.expected, found = excluded.found,
       at = excluded.at, different_since = CASE WHEN excluded.different_since IS NULL THEN NULL
         ELSE coalesce(reconciliation.different_since, excluded.different_since) END`,
    [productId, part, expected, found, at, expected === found ? null : at],
  );
}

/** Applies a correction to the newest comparison of a wallet, so that the same difference is not explained twice. */
export async function correctReconciliation(
  db: Queryable,
  { productId, part, amount }: { productId: ProductId; part: string; amount: bigint },
): Promise<void> {
  await db.query(
    `UPDATE reconciliation SET expected = expected + $3,
       different_since = CASE WHEN expected + $3 = found THEN NULL ELSE different_since END
     WHERE product_id = $1 AND part = $2`,
    [productId, part, amount],
  );
}

/** Returns the last outcome of every comparison. */
export async function listReconciliations(db: Queryable): Promise<readonly ReconciliationRow[]> {
  return db.query<ReconciliationRow>(
    `SELECT product_id AS "productId", part, expected, found, at, different_since AS "differentSince"
     FROM reconciliation ORDER BY product_id, part`,
  );
}

/**
 * Returns what our bank accounts hold of a product by the lines of their statements, and by the tickets: credits,
 * less payouts that the bank has, less its charges. One query reads both sides, so that neither is ahead of the
 * other.
 */
export async function compareBanks(
  db: Queryable,
  productId: ProductId,
): Promise<{ readonly expected: bigint; readonly found: bigint }> {
  const rows = await db.query<{ expected: bigint; found: bigint }>(
    `SELECT coalesce((SELECT sum(amount) FROM bank_entry WHERE product_id = $1), 0) AS found,
       coalesce((SELECT sum(amount) FROM deposit
         WHERE product_id = $1 AND chain_id = 0 AND status IN ('Confirmed', 'FullyProcessed')), 0)
       - coalesce((SELECT sum(w.amount - w.fee) FROM withdrawal w
         WHERE w.product_id = $1 AND w.status IN ('Submitted', 'Confirmed', 'FullyProcessed')
           AND NOT EXISTS (SELECT 1 FROM payment p WHERE p.ticket_id = w.ticket_id)), 0)
       - coalesce((SELECT sum(amount) FROM network_cost WHERE product_id = $1 AND chain_id = 0), 0) AS expected`,
    [productId],
  );
  return rows[0] ?? { expected: 0n, found: 0n };
}
