/** Our bank accounts: every movement once, and the deposits that come in by bank. */
import { ticketId } from '@salar/protocol';
import type { AccountId, Minor, ProductId, TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { depositColumns } from '../tickets/deposits.ts';
import type { DepositRow } from '../tickets/deposits.ts';

/**
 * `funding`: the operator's own money came in; `credit`: a customer's. `payout`: a withdrawal went out; `return`: the
 * bank sent it back. `cost`: a charge of the bank.
 */
type BankEntryKind = 'funding' | 'credit' | 'payout' | 'return' | 'cost';

export type BankEntryRow = {
  readonly entryId: number;
  readonly providerId: number;
  readonly productId: ProductId;
  readonly kind: BankEntryKind;
  /** Positive for incoming, negative for outgoing money. */
  readonly amount: Minor;
  /** The bank's reference, unique for a provider. */
  readonly reference: string;
  readonly ticketId: TicketId | null;
  readonly operator: string;
  readonly at: number;
};
export type NewBankEntry = Omit<BankEntryRow, 'entryId'>;

const columns = `entry_id AS "entryId", provider_id AS "providerId", product_id AS "productId", kind, amount, reference,
  ticket_id AS "ticketId", operator, at`;

/** Adds a movement; returns false when the provider's reference exists already. */
export async function insertBankEntry(db: Queryable, entry: NewBankEntry): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO bank_entry (provider_id, product_id, kind, amount, reference, ticket_id, operator, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (provider_id, reference) DO NOTHING RETURNING entry_id`,
    [
      entry.providerId,
      entry.productId,
      entry.kind,
      entry.amount,
      entry.reference,
      entry.ticketId,
      entry.operator,
      entry.at,
    ],
  );
  return rows.length === 1;
}

export async function findBankEntry(
  db: Queryable,
  providerId: number,
  reference: string,
): Promise<BankEntryRow | null> {
  const rows = await db.query<BankEntryRow>(
    `SELECT ${columns} FROM bank_entry WHERE provider_id = $1 AND reference = $2`,
    [providerId, reference],
  );
  return rows[0] ?? null;
}

/** Returns the newest charge of a bank; null before the first. */
export async function findNewestBankCost(db: Queryable): Promise<BankEntryRow | null> {
  const rows = await db.query<BankEntryRow>(
    `SELECT ${columns} FROM bank_entry WHERE kind = 'cost' ORDER BY entry_id DESC LIMIT 1`,
  );
  return rows[0] ?? null;
}

export type BalancedBankEntry = BankEntryRow & {
  /** The balance of all our bank accounts in the product, right after this movement. */
  readonly balance: Minor;
};

/** Returns the newest movements with the running balance of their product, newest first. */
export async function listBankEntries(
  db: Queryable,
  page: { readonly providerId: number | null; readonly limit: number },
): Promise<readonly BalancedBankEntry[]> {
  return db.query<BalancedBankEntry>(
    `SELECT * FROM (
       SELECT ${columns}, sum(amount) OVER (PARTITION BY product_id ORDER BY entry_id) AS balance FROM bank_entry) told
     WHERE $1::bigint IS NULL OR "providerId" = $1 ORDER BY "entryId" DESC LIMIT $2`,
    [page.providerId, page.limit],
  );
}

/** Returns the balance of our bank accounts for each product that ever moved through them. */
export async function readBankBalances(
  db: Queryable,
): Promise<readonly { readonly productId: ProductId; readonly balance: Minor }[]> {
  return db.query(
    `SELECT product_id AS "productId", sum(amount) AS balance FROM bank_entry GROUP BY product_id ORDER BY product_id`,
  );
}

export type NewBankDeposit = {
  readonly key: string;
  readonly requestCode: string;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly providerId: number;
  readonly amount: Minor;
  readonly reference: string;
  readonly at: number;
};

/** Adds a bank deposit that waits for its credit; returns null when its key exists already. */
export async function insertBankDeposit(tx: Queryable, deposit: NewBankDeposit): Promise<TicketId | null> {
  const rows = await tx.query<{ ticketId: number }>(
    `INSERT INTO deposit (ticket_id, request_code, key, chain_id, account_id, product_id, provider_id, amount, status,
       tx_id, position, from_address, to_address, confirmations_needed, created_at, updated_at)
     VALUES (nextval('ticket_number'), $1, $2, 0, $3, $4, $5, $6, 'Confirmed', $7, 'bank', '', '', 0, $8, $8)
     ON CONFLICT (key) DO NOTHING RETURNING ticket_id AS "ticketId"`,
    [
      deposit.requestCode,
      deposit.key,
      deposit.accountId,
      deposit.productId,
      deposit.providerId,
      deposit.amount,
      deposit.reference,
      deposit.at,
    ],
  );
  if (rows[0] === undefined) return null;
  const id = ticketId(rows[0].ticketId);
  tx.changed({ table: 'deposit', ticketId: id, accountId: deposit.accountId });
  return id;
}

export async function findDepositByKey(db: Queryable, key: string): Promise<DepositRow | null> {
  const rows = await db.query<DepositRow>(`SELECT ${depositColumns} FROM deposit d WHERE key = $1`, [key]);
  return rows[0] ?? null;
}

/** Returns what was booked for an account by bank since a time, by product. */
export async function sumBankDepositsSince(
  db: Queryable,
  { accountId, since }: { readonly accountId: AccountId; readonly since: number },
): Promise<readonly { readonly productId: ProductId; readonly amount: Minor }[]> {
  return db.query(
    `SELECT product_id AS "productId", sum(amount) AS amount FROM deposit
     WHERE account_id = $1 AND chain_id = 0 AND created_at > $2 GROUP BY product_id ORDER BY product_id`,
    [accountId, since],
  );
}

/** Returns bank deposits that a crash left between their row and their credit. */
export async function listUncreditedBankDeposits(db: Queryable): Promise<readonly DepositRow[]> {
  return db.query<DepositRow>(
    `SELECT ${depositColumns} FROM deposit d WHERE chain_id = 0 AND status = 'Confirmed' ORDER BY ticket_id`,
  );
}
