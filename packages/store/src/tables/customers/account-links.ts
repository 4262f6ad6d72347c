/** Accounts linked with a user and a wallet of the test network, and the claims for such links. */
import type { AccountId, Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { countRows, lockUntilCommit, run, runFirst, tables } from '../query.ts';
import { advisoryLocks } from '../../advisory-locks.ts';

/** `walletAddress` in its canonical spelling. */
export type LinkTriple = {
  readonly accountId: AccountId;
  readonly userName: string;
  readonly walletAddress: string;
};

/** Returns true when the account belongs to a customer. */
export async function isCustomerAccount(on: Queryable, id: AccountId): Promise<boolean> {
  const query = tables.selectFrom('app_user').select('user_id').where('account_id', '=', id);
  return (await countRows(on, query)) === 1;
}

/** Stores a claim; returns false when it existed already. */
export async function insertLinkClaim(on: Queryable, claim: LinkTriple & { at: Millis }): Promise<boolean> {
  const inserted = await countRows(
    on,
    tables
      .insertInto('account_link_claim')
      .values({
        account_id: claim.accountId,
        user_name: claim.userName,
        wallet_address: claim.walletAddress,
        claimed_at: claim.at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('account_id'),
  );
  return inserted === 1;
}

export async function hasLinkClaim(on: Queryable, claim: LinkTriple): Promise<boolean> {
  const found = await countRows(
    on,
    tables
      .selectFrom('account_link_claim')
      .select('account_id')
      .where('account_id', '=', claim.accountId)
      .where('user_name', '=', claim.userName)
      .where('wallet_address', '=', claim.walletAddress),
  );
  return found === 1;
}

/** Deletes claims that were not confirmed in time. */
export async function deleteLinkClaimsBefore(on: Queryable, at: Millis): Promise<void> {
  await run(on, tables.deleteFrom('account_link_claim').where('claimed_at', '<', at));
}

export async function deleteLinkClaims(tx: Queryable, id: AccountId): Promise<void> {
  await run(tx, tables.deleteFrom('account_link_claim').where('account_id', '=', id));
}

/** Returns the account's link; null when it has none. */
export async function findAccountLink(
  on: Queryable,
  id: AccountId,
): Promise<{ readonly userName: string; readonly walletAddress: string; readonly linkedAt: Millis } | null> {
  return runFirst(
    on,
    tables
      .selectFrom('account_link')
      .select(['user_name as userName', 'wallet_address as walletAddress', 'linked_at as linkedAt'])
      .where('account_id', '=', id),
  );
}

/** Returns links that share the account, the user name or the wallet with a claim: three at most. */
export async function listOverlappingLinks(
  on: Queryable,
  { accountId, userNameKey, walletAddress }: LinkTriple & { readonly userNameKey: string },
): Promise<readonly (LinkTriple & { readonly userNameKey: string })[]> {
  return run(
    on,
    tables
      .selectFrom('account_link')
      .select([
        'account_id as accountId',
        'user_name as userName',
        'user_name_key as userNameKey',
        'wallet_address as walletAddress',
      ])
      .where((eb) =>
        eb.or([
          eb('account_id', '=', accountId),
          eb('user_name_key', '=', userNameKey),
          eb('wallet_address', '=', walletAddress),
        ]),
      ),
  );
}

/** Serialises the creation of links until the transaction ends. */
export async function lockLinks(tx: Queryable): Promise<void> {
  await lockUntilCommit(tx, advisoryLocks.accountLinks);
}

export async function insertLink(
  tx: Queryable,
  link: LinkTriple & { readonly userId: UserId; readonly userNameKey: string; readonly at: Millis },
): Promise<void> {
  await run(
    tx,
    tables.insertInto('account_link').values({
      account_id: link.accountId,
      user_id: link.userId,
      user_name: link.userName,
      user_name_key: link.userNameKey,
      wallet_address: link.walletAddress,
      linked_at: link.at,
    }),
  );
}
