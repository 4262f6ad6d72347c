/** Sums what operators have accepted alone, from their audit log and the tickets. */
import { sql } from 'kysely';
import { millis } from '@salar/protocol';
import type { AccountId, Minor, ProductId, TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, tables } from '../query.ts';

const objectPrefix = 'withdrawal ';

/**
 * Returns what was accepted by single operators since a time, by product: by one operator, or for one account.
 *
 * Every intent counts, also one whose outcome a crash left open. A ticket counts once. Acceptances by two operators are
 * other acts in the audit log (`propose: ...`, `approve: ...`).
 */
export async function sumAcceptedAloneSince(
  db: Queryable,
  {
    since,
    of,
  }: {
    readonly since: number;
    readonly of: { readonly operator: string } | { readonly accountId: AccountId };
  },
): Promise<readonly { readonly productId: ProductId; readonly amount: Minor }[]> {
  const accepted = tables
    .selectFrom('operator_audit')
    .select(sql<TicketId>`substr(object, ${sql.lit(objectPrefix.length + 1)})::bigint`.as('ticket'))
    .where('act', '=', 'withdrawals accept')
    .where('phase', '=', 'intent')
    .where('object', 'like', `${objectPrefix}%`)
    .where('at', '>', millis(since))
    .$if('operator' in of, (query) => query.where('operator', '=', 'operator' in of ? of.operator : ''));
  return run(
    db,
    tables
      .selectFrom('withdrawal')
      .select(['product_id as productId', ({ fn }) => fn.sum<Minor>('amount').as('amount')])
      .where('ticket_id', 'in', accepted)
      .$if('accountId' in of, (query) =>
        query.where('account_id', '=', 'accountId' in of ? of.accountId : (0 as AccountId)),
      )
      .groupBy('product_id')
      .orderBy('product_id'),
  );
}
