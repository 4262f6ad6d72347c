/** Usages of the daily notional of API keys, in steps that are written ahead of the orders. */
import type { Minor } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, runFirst, tables } from '../query.ts';

/** `day` counts the days since 1970, UTC. */
export type KeyDay = { readonly apiKey: string; readonly day: number };

/** Returns what was written for a key and a day; null when nothing was. */
export async function readKeyUsage(on: Queryable, { apiKey, day }: KeyDay): Promise<Minor | null> {
  const row = await runFirst(
    on,
    tables
      .selectFrom('api_key_usage')
      .select('notional')
      .where('api_key', '=', apiKey)
      .where('day', '=', day),
  );
  return row?.notional ?? null;
}

/** Writes a usage, unless a higher one was written. */
export async function raiseKeyUsage(
  on: Queryable,
  { apiKey, day, notional }: KeyDay & { readonly notional: Minor },
): Promise<void> {
  await run(
    on,
    tables
      .insertInto('api_key_usage')
      .values({ api_key: apiKey, day, notional })
      .onConflict((conflict) =>
        conflict
          .columns(['api_key', 'day'])
          .doUpdateSet((eb) => ({ notional: eb.ref('excluded.notional') }))
          .whereRef('excluded.notional', '>', 'api_key_usage.notional'),
      ),
  );
}

/** Writes a lower usage than `from`, unless another process has written since: a former leader lowers nothing of the next one. */
export async function lowerKeyUsage(
  on: Queryable,
  { apiKey, day, from, to }: KeyDay & { readonly from: Minor; readonly to: Minor },
): Promise<void> {
  await run(
    on,
    tables
      .updateTable('api_key_usage')
      .set({ notional: to })
      .where('api_key', '=', apiKey)
      .where('day', '=', day)
      .where('notional', '=', from),
  );
}

/** Deletes what was written for the days before. */
export async function deleteKeyUsageBefore(on: Queryable, day: number): Promise<void> {
  await run(on, tables.deleteFrom('api_key_usage').where('day', '<', day));
}
