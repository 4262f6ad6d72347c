/** Transactions of blocks already read that were not searched for transfers inside contracts. */
import { millis } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, runFirst, tables } from '../query.ts';

export type UntracedTransaction = {
  readonly txId: string;
  readonly height: number;
  readonly seenAt: number;
  /** How often it was looked at again. */
  readonly attempts: number;
};

type Key = { readonly chainId: number; readonly txId: string };

/** Rows of a statement, whose number of parameters has a limit. */
const rowsMax = 1000;

const columns = ['tx_id as txId', 'height', 'seen_at as seenAt', 'attempts'] as const;

/** Notes transactions of a block that was just read. */
export async function insertUntraced(
  tx: Queryable,
  block: { readonly chainId: number; readonly height: number; readonly txIds: readonly string[] },
  at: number,
): Promise<void> {
  const { chainId, height, txIds } = block;
  for (let start = 0; start < txIds.length; start += rowsMax)
    await run(
      tx,
      tables
        .insertInto('untraced_transaction')
        .values(
          txIds
            .slice(start, start + rowsMax)
            .map((txId) => ({ chain_id: chainId, tx_id: txId, height, seen_at: at, next_at: at })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['chain_id', 'tx_id'])
            .doUpdateSet((eb) => ({ height: eb.ref('excluded.height') })),
        ),
    );
}

/** Returns those that are due, first those that were looked at least often. */
export async function listDueUntraced(
  db: Queryable,
  { chainId, now, limit }: { readonly chainId: number; readonly now: number; readonly limit: number },
): Promise<readonly UntracedTransaction[]> {
  return run(
    db,
    tables
      .selectFrom('untraced_transaction')
      .select(columns)
      .where('chain_id', '=', chainId)
      .where('next_at', '<=', millis(now))
      .orderBy('attempts')
      .orderBy('next_at')
      .limit(limit),
  );
}

/** Returns the one that has waited longest, and how many have waited since `before` or longer. */
export async function findOldestUntraced(
  db: Queryable,
  { chainId, before }: { readonly chainId: number; readonly before: number },
): Promise<{ readonly oldest: UntracedTransaction; readonly count: number } | null> {
  const waiting = tables
    .selectFrom('untraced_transaction')
    .where('chain_id', '=', chainId)
    .where('seen_at', '<=', millis(before));
  const oldest = await runFirst(db, waiting.select(columns).orderBy('seen_at').limit(1));
  if (oldest === null) return null;
  const all = await runFirst(
    db,
    waiting.select(({ fn }) => fn.countAll<number>().as('count')),
  );
  return { oldest, count: all?.count ?? 0 };
}

/** Returns one, and no other process or turn changes it until the transaction ends; null when it is no longer there. */
export async function lockUntraced(
  tx: Queryable,
  { chainId, txId }: Key,
): Promise<UntracedTransaction | null> {
  return runFirst(
    tx,
    tables
      .selectFrom('untraced_transaction')
      .select(columns)
      .where('chain_id', '=', chainId)
      .where('tx_id', '=', txId)
      .forUpdate(),
  );
}

/** Sets when one is looked at again. */
export async function postponeUntraced(
  db: Queryable,
  { chainId, txId, nextAt }: Key & { readonly nextAt: number },
): Promise<void> {
  await run(
    db,
    tables
      .updateTable('untraced_transaction')
      .set((eb) => ({ next_at: nextAt, attempts: eb('attempts', '+', 1) }))
      .where('chain_id', '=', chainId)
      .where('tx_id', '=', txId),
  );
}

/** Deletes one that was searched. */
export async function deleteUntraced(db: Queryable, { chainId, txId }: Key): Promise<void> {
  await run(
    db,
    tables.deleteFrom('untraced_transaction').where('chain_id', '=', chainId).where('tx_id', '=', txId),
  );
}

/** Deletes those of blocks above `height`, which left the chain: their transactions are noted again with their new blocks. */
export async function deleteUntracedAbove(
  tx: Queryable,
  { chainId, height }: { readonly chainId: number; readonly height: number },
): Promise<void> {
  await run(
    tx,
    tables.deleteFrom('untraced_transaction').where('chain_id', '=', chainId).where('height', '>', height),
  );
}
