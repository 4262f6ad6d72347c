/** Accounts linked with a user and a wallet of the test network, and the claims for such links. */
import { accountId, millis } from '@salar/protocol';
import type { AccountId, Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

/** `walletAddress` in its canonical spelling. */
export type LinkTriple = {
  readonly accountId: AccountId;
  readonly userName: string;
  readonly walletAddress: string;
};

/** Returns true when the account belongs to a customer. */
export async function isCustomerAccount(on: Queryable, id: AccountId): Promise<boolean> {
  const rows = await on.query('SELECT 1 FROM app_user WHERE account_id = $1', [id]);
  return rows.length === 1;
}

/** Stores a claim; returns false when it existed already. */
export async function insertLinkClaim(on: Queryable, claim: LinkTriple & { at: Millis }): Promise<boolean> {
  const rows = await on.query(
    `INSERT INTO account_link_claim (account_id, user_name, wallet_address, claimed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [claim.accountId, claim.userName, claim.walletAddress, claim.at],
  );
  return rows.length === 1;
}

export async function hasLinkClaim(on: Queryable, claim: LinkTriple): Promise<boolean> {
  const rows = await on.query(
    'SELECT 1 FROM account_link_claim WHERE account_id = $1 AND user_name = $2 AND wallet_address = $3',
    [claim.accountId, claim.userName, claim.walletAddress],
  );
  return rows.length === 1;
}

/** Deletes claims that were not confirmed in time. */
export async function deleteLinkClaimsBefore(on: Queryable, at: Millis): Promise<void> {
  await on.query('DELETE FROM account_link_claim WHERE claimed_at < $1', [at]);
}

export async function deleteLinkClaims(tx: Queryable, id: AccountId): Promise<void> {
  await tx.query('DELETE FROM account_link_claim WHERE account_id = $1', [id]);
}

/** Returns the account's link; null when it has none. */
export async function findAccountLink(
  on: Queryable,
  id: AccountId,
): Promise<{ readonly userName: string; readonly walletAddress: string; readonly linkedAt: Millis } | null> {
  const [row] = await on.query<{ user_name: string; wallet_address: string; linked_at: number }>(
    'SELECT user_name, wallet_address, linked_at FROM account_link WHERE account_id = $1',
    [id],
  );
  if (!row) return null;
  return { userName: row.user_name, walletAddress: row.wallet_address, linkedAt: millis(row.linked_at) };
}

/** Returns links that share the account, the user name or the wallet with a claim: three at most. */
export async function listOverlappingLinks(
  on: Queryable,
  { accountId: id, userNameKey, walletAddress }: LinkTriple & { readonly userNameKey: string },
): Promise<readonly (LinkTriple & { readonly userNameKey: string })[]> {
  const rows = await on.query<{
    account_id: number;
    user_name: string;
    user_name_key: string;
    wallet_address: string;
  }>(
    `SELECT account_id, user_name, user_name_key, wallet_address FROM account_link
     WHERE account_id = $1 OR user_name_key = $2 OR wallet_address = $3`,
    [id, userNameKey, walletAddress],
  );
  return rows.map((row) => ({
    accountId: accountId(row.account_id),
    userName: row.user_name,
    userNameKey: row.user_name_key,
    walletAddress: row.wallet_address,
  }));
}

/** Serialises the creation of links until the transaction ends. */
export async function lockLinks(tx: Queryable): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(7236226)');
}

export async function insertLink(
  tx: Queryable,
  link: LinkTriple & { readonly userId: UserId; readonly userNameKey: string; readonly at: Millis },
): Promise<void> {
  await tx.query(
    `INSERT INTO account_link (account_id, user_id, user_name, user_name_key, wallet_address, linked_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [link.accountId, link.userId, link.userName, link.userNameKey, link.walletAddress, link.at],
  );
}
