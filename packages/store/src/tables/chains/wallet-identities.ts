/** Which wallets belong to this database: a fingerprint of each family's. */
import type { Queryable } from '../../database.ts';
import { run, runFirst, tables } from '../query.ts';

type WalletFamily = 'evm' | 'bitcoin' | 'tron';

/** Finds the fingerprint of a family; null before the first start with wallets of it. */
export async function findWalletFingerprint(on: Queryable, family: WalletFamily): Promise<Buffer | null> {
  const row = await runFirst(
    on,
    tables.selectFrom('wallet_identity').select('fingerprint').where('family', '=', family),
  );
  return row?.fingerprint ?? null;
}

/** Writes the fingerprint of a family; the first of two writers wins. */
export async function insertWalletFingerprint(
  on: Queryable,
  {
    family,
    fingerprint,
    at,
  }: { readonly family: WalletFamily; readonly fingerprint: Buffer; readonly at: number },
): Promise<void> {
  await run(
    on,
    tables
      .insertInto('wallet_identity')
      .values({ family, fingerprint, created_at: at })
      .onConflict((conflict) => conflict.doNothing()),
  );
}
