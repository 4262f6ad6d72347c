/** Sums what operators have decided alone, from their audit log, the tickets and the movements of our bank accounts. */
import { sql } from 'kysely';
import { millis } from '@salar/protocol';
import type { AccountId, Minor, ProductId, TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, tables } from '../query.ts';

/** Acts about one withdrawal that one operator may perform alone, up to limits. */
export const singleDecisions = ['withdrawals accept', 'payout returned', 'payout settled'] as const;
export type SingleDecision = (typeof singleDecisions)[number];

const bankActs = ['bank credit', 'bank fund', 'bank cost'] as const;
const objectPrefix = 'withdrawal ';
/** True of a settlement that a bank's statement shows. */
const isPaidOnStatement = sql`EXISTS (
  SELECT 1 FROM withdrawal w JOIN bank_statement_line l ON l.provider_id = w.provider_id AND l.amount = w.fee - w.amount
    AND (l.ticket_id = w.ticket_id OR l.refs @> ARRAY[w.tx_id])
  WHERE w.ticket_id = substr(operator_audit.object, ${sql.lit(objectPrefix.length + 1)})::bigint)`;

/**
 * Returns what single operators decided in these ways since a time, by product: one operator, all of them, or about one
 * account.
 *
 * Every intent counts, also one whose outcome a crash left open, but not a settlement that a bank's statement shows. A ticket counts once. Decisions of two operators are
 * other acts in the audit log (`propose: ...`, `approve: ...`).
 */
export async function sumDecidedAloneSince(
  db: Queryable,
  {
    acts,
    since,
    of,
  }: {
    readonly acts: readonly SingleDecision[];
    readonly since: number;
    readonly of: { readonly operator: string } | { readonly accountId: AccountId } | 'all operators';
  },
): Promise<readonly { readonly productId: ProductId; readonly amount: Minor }[]> {
  let decided = tables
    .selectFrom('operator_audit')
    .select(sql<TicketId>`substr(object, ${sql.lit(objectPrefix.length + 1)})::bigint`.as('ticket'))
    .where('act', 'in', acts)
    .where('phase', '=', 'intent')
    .where('object', 'like', `${objectPrefix}%`)
    .where('at', '>', millis(since))
    .where(sql<boolean>`(act <> 'payout settled' OR NOT ${isPaidOnStatement})`);
  if (typeof of === 'object' && 'operator' in of) decided = decided.where('operator', '=', of.operator);
  let sums = tables
    .selectFrom('withdrawal')
    .select(['product_id as productId', ({ fn }) => fn.sum<Minor>('amount').as('amount')])
    .where('ticket_id', 'in', decided);
  if (typeof of === 'object' && 'accountId' in of) sums = sums.where('account_id', '=', of.accountId);
  return run(db, sums.groupBy('product_id').orderBy('product_id'));
}

/**
 * Returns what single operators booked from statements of banks since a time, by product: money received and charges.
 *
 * @param booked.operator  null for all operators
 */
export async function sumBankedAloneSince(
  db: Queryable,
  { operator, since }: { readonly operator: string | null; readonly since: number },
): Promise<readonly { readonly productId: ProductId; readonly amount: Minor }[]> {
  let entries = tables
    .selectFrom('bank_entry as b')
    .select(['b.product_id as productId', ({ fn }) => fn.sum<Minor>(fn('abs', ['b.amount'])).as('amount')])
    .where('b.at', '>', millis(since));
  if (operator !== null) entries = entries.where('b.operator', '=', operator);
  return run(
    db,
    entries
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('operator_audit as a')
            .select('a.entry_id')
            .whereRef('a.operator', '=', 'b.operator')
            .where('a.act', 'in', bankActs)
            .where('a.phase', '=', 'intent')
            .where('a.at', '>', millis(since))
            // The object is "bank PROVIDER REFERENCE", and a reference has no blanks.
            .where(sql<boolean>`split_part(a.object, ' ', 3) = b.reference`),
        ),
      )
      .groupBy('b.product_id')
      .orderBy('b.product_id'),
  );
}
