/** Our bank accounts: every movement once, and the deposits that come in by bank. */
import { millis } from '@salar/protocol';
import type { AccountId, Minor, ProductId, TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { countRows, run, runFirst, tables } from '../query.ts';
import { selectDeposits } from '../tickets/deposits.ts';
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
  /** Proves that the exchange wrote the row; null in rows of an earlier version. */
  readonly mac: Buffer | null;
};
export type NewBankEntry = Omit<BankEntryRow, 'entryId'>;

const columns = [
  'entry_id as entryId',
  'provider_id as providerId',
  'product_id as productId',
  'kind',
  'amount',
  'reference',
  'ticket_id as ticketId',
  'operator',
  'at',
  'mac',
] as const;
const selectEntries = tables.selectFrom('bank_entry').select(columns);

/** Adds a movement; returns false when the provider's reference exists already. */
export async function insertBankEntry(db: Queryable, entry: NewBankEntry): Promise<boolean> {
  const inserted = await countRows(
    db,
    tables
      .insertInto('bank_entry')
      .values({
        provider_id: entry.providerId,
        product_id: entry.productId,
        kind: entry.kind,
        amount: entry.amount,
        reference: entry.reference,
        ticket_id: entry.ticketId,
        operator: entry.operator,
        at: entry.at,
        mac: entry.mac,
      })
      .onConflict((conflict) => conflict.columns(['provider_id', 'reference']).doNothing())
      .returning('entry_id'),
  );
  return inserted === 1;
}

export async function findBankEntry(
  db: Queryable,
  providerId: number,
  reference: string,
): Promise<BankEntryRow | null> {
  return runFirst(db, selectEntries.where('provider_id', '=', providerId).where('reference', '=', reference));
}

/** Lists the newest charges of banks, newest first. */
export async function listNewestBankCosts(db: Queryable, limit: number): Promise<readonly BankEntryRow[]> {
  return run(db, selectEntries.where('kind', '=', 'cost').orderBy('entry_id', 'desc').limit(limit));
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
  const balanced = selectEntries
    .select(({ fn }) =>
      fn
        .sum<Minor>('amount')
        .over((over) => over.partitionBy('product_id').orderBy('entry_id'))
        .as('balance'),
    )
    .as('balanced');
  let query = tables.selectFrom(balanced).selectAll();
  if (page.providerId !== null) query = query.where('providerId', '=', page.providerId);
  return run(db, query.orderBy('entryId', 'desc').limit(page.limit));
}

/** Returns the balance of our bank accounts for each product that ever moved through them. */
export async function readBankBalances(
  db: Queryable,
): Promise<readonly { readonly productId: ProductId; readonly balance: Minor }[]> {
  return run(
    db,
    tables
      .selectFrom('bank_entry')
      .select(['product_id as productId', ({ fn }) => fn.sum<Minor>('amount').as('balance')])
      .groupBy('product_id')
      .orderBy('product_id'),
  );
}

export async function findDepositByKey(db: Queryable, key: string): Promise<DepositRow | null> {
  return runFirst(db, selectDeposits.where('key', '=', key));
}

/** Returns what was booked for an account by bank since a time, by product. */
export async function sumBankDepositsSince(
  db: Queryable,
  { accountId, since }: { readonly accountId: AccountId; readonly since: number },
): Promise<readonly { readonly productId: ProductId; readonly amount: Minor }[]> {
  return run(
    db,
    tables
      .selectFrom('deposit')
      .select(['product_id as productId', ({ fn }) => fn.sum<Minor>('amount').as('amount')])
      .where('account_id', '=', accountId)
      .where('chain_id', '=', 0)
      .where('created_at', '>', millis(since))
      .groupBy('product_id')
      .orderBy('product_id'),
  );
}

/** Returns bank deposits that a crash left between their row and their credit. */
export async function listUncreditedBankDeposits(db: Queryable): Promise<readonly DepositRow[]> {
  const waiting = selectDeposits.where('chain_id', '=', 0).where('status', '=', 'Confirmed');
  return run(db, waiting.orderBy('ticket_id'));
}
