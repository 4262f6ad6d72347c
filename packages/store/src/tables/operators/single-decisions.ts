/** Sums what operators have decided alone, from their audit log, the tickets and the movements of our bank accounts. */
import { sql } from 'kysely';
import { millis } from '@salar/protocol';
import type { AccountId, Minor, ProductId, TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, tables } from '../query.ts';

/** Acts about one withdrawal that one operator may perform alone, up to limits. */
export type SingleDecision = 'withdrawals accept' | 'payout returned';

const bankActs = ['bank credit', 'bank fund', 'bank cost'] as const;
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

/** Returns what one operator booked alone from statements of banks since a time, by product: money received and charges. */
export async function sumBankedAloneSince(
  db: Queryable,
  { operator, since }: { readonly operator: string; readonly since: number },
): Promise<readonly { readonly productId: ProductId; readonly amount: Minor }[]> {
  return run(
    db,
    tables
      .selectFrom('bank_entry as b')
      .select(['b.product_id as productId', ({ fn }) => fn.sum<Minor>(fn('abs', ['b.amount'])).as('amount')])
      .where('b.operator', '=', operator)
      .where('b.at', '>', millis(since))
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('operator_audit as a')
            .select('a.entry_id')
            .where('a.operator', '=', operator)
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
