/** Bank accounts that a version before wrote as texts, which are sealed once, and sealed ones, which are sealed under a new key. */
import { ticketId } from '@salar/protocol';
import type { SealedQueryable } from '../../column-seals.ts';
import type { Queryable } from '../../database.ts';
import { matchAny, run, runFirst, tables } from '../query.ts';
import { openDestination, sealDestination, selectDestinations } from './destinations.ts';
import { bankTemplates, isBankTemplate, sealReceiver, unreadable } from './receiver-columns.ts';
import { openWithdrawal, selectWithdrawals } from './withdrawals.ts';

/** Lists withdrawals, by their numbers, with a bank account that is not sealed. */
export async function listUnsealedWithdrawals(on: Queryable, limit: number): Promise<readonly string[]> {
  const query = tables
    .selectFrom('withdrawal')
    .select('ticket_id as id')
    .where('template_type', '=', matchAny(bankTemplates))
    .where('sealed_receiver', 'is', null);
  return (await run(on, query.orderBy('ticket_id').limit(limit))).map(({ id }) => String(id));
}

/** Lists saved destinations, by their ids, with a bank account that is not sealed. */
export async function listUnsealedDestinations(on: Queryable, limit: number): Promise<readonly string[]> {
  const query = tables
    .selectFrom('destination')
    .select('id')
    .where('template_type', '=', matchAny(bankTemplates))
    .where('sealed_receiver', 'is', null);
  return (await run(on, query.orderBy('id').limit(limit))).map(({ id }) => id);
}

/** Seals the bank account of a withdrawal under the current key. Returns false when it has none, or one that does not open. */
export async function resealWithdrawal(tx: SealedQueryable, number: string): Promise<boolean> {
  const id = ticketId(Number(number));
  const stored = await runFirst(tx, selectWithdrawals.where('ticket_id', '=', id).forUpdate());
  if (stored === null || !isBankTemplate(stored.templateType)) return false;
  const { destination, templateForm } = openWithdrawal(tx, stored);
  if (stored.sealedReceiver !== null && destination === unreadable) return false;
  const row = { ...stored, table: 'withdrawal', id } as const;
  const { columns } = sealReceiver(tx.seals, row, [destination, templateForm]);
  const sealed = { destination: null, template_form: null, ...columns };
  await run(tx, tables.updateTable('withdrawal').set(sealed).where('ticket_id', '=', id));
  return true;
}

/** Seals the bank account of a saved destination under the current key, as `resealWithdrawal`. */
export async function resealDestination(tx: SealedQueryable, id: string): Promise<boolean> {
  const stored = await runFirst(tx, selectDestinations.where('id', '=', id).forUpdate());
  if (stored === null || !isBankTemplate(stored.templateType)) return false;
  const row = openDestination(tx, stored);
  if (stored.sealedReceiver !== null && row.identifier === unreadable) return false;
  return sealDestination(tx, row);
}
