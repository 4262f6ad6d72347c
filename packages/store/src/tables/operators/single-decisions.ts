/** Sums the withdrawals about which operators have decided alone, from their audit log and the tickets. */
import { sql } from 'kysely';
import { millis } from '@salar/protocol';
import type { AccountId, Minor, ProductId, TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, tables } from '../query.ts';

/** Acts about one withdrawal that one operator may perform alone, up to limits. */
export type SingleDecision = 'withdrawals accept' | 'payout returned';

const objectPrefix = 'withdrawal ';

/**
 * Returns what single operators decided in this way since a time, by product: one operator, or about one account.
 *
 * Every intent counts, also one whose outcome a crash left open. A ticket counts once. Decisions of two operators are
 * other acts in the audit log (`propose: ...`, `approve: ...`).
 */
export async function sumDecidedAloneSince(
  db: Queryable,
  {
    act,
    since,
    of,
  }: {
    readonly act: SingleDecision;
    readonly since: number;
    readonly of: { readonly operator: string } | { readonly accountId: AccountId };
  },
): Promise<readonly { readonly productId: ProductId; readonly amount: Minor }[]> {
  const decided = tables
    .selectFrom('operator_audit')
    .select(sql<TicketId>`substr(object, ${sql.lit(objectPrefix.length + 1)})::bigint`.as('ticket'))
    .where('act', '=', act)
    .where('phase', '=', 'intent')
    .where('object', 'like', `${objectPrefix}%`)
    .where('at', '>', millis(since))
    .$if('operator' in of, (query) => query.where('operator', '=', 'operator' in of ? of.operator : ''));
  return run(
    db,
    tables
      .selectFrom('withdrawal')
      .select(['product_id as productId', ({ fn }) => fn.sum<Minor>('amount').as('amount')])
      .where('ticket_id', 'in', decided)
      .$if('accountId' in of, (query) =>
        query.where('account_id', '=', 'accountId' in of ? of.accountId : (0 as AccountId)),
      )
      .groupBy('product_id')
      .orderBy('product_id'),
  );
}
