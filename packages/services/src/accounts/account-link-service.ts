/**
 * Links of accounts with users and wallets of the test network (security rule B6).
 *
 * Anyone may claim a link, because the test network's call has no credential. A claim grants nothing and blocks no one: it
 * becomes a link when the account's customer, signed in, confirms the same three values. A link is never overwritten.
 */
import { accept, millis, refuse } from '@salar/protocol';
import type { AccountId, Millis, Result } from '@salar/protocol';
import { parseWalletAddress } from '@salar/protocol/evm/wallet-address';
import type { Database, Queryable } from '@salar/store';
import {
  deleteLinkClaimsBefore,
  deleteLinkClaims,
  hasLinkClaim,
  insertLink,
  insertLinkClaim,
  isCustomerAccount,
  findAccountLink,
  listOverlappingLinks,
  lockLinks,
} from '@salar/store/tables/customers/account-links';
import type { LinkTriple } from '@salar/store/tables/customers/account-links';
import type { User } from '@salar/store/tables/customers/users';
import type { SecurityLog } from './security-log.ts';
import type { Origin } from '../ports/request-origin.ts';

export type LinkText = { readonly userName: string; readonly walletAddress: string };

/** In the order in which they are checked. */
export type ClaimRefusal =
  | 'user_name_malformed'
  | 'wallet_malformed'
  | 'account_unknown'
  | 'account_linked'
  | 'wallet_linked'
  | 'user_name_linked';
export type ConfirmLinkRefusal = Exclude<ClaimRefusal, 'account_unknown'> | 'claim_missing';

const userNameLengthMax = 64;
/** A customer confirms within seconds. */
const claimLifeMs = 86_400_000;

type AccountLinkServiceOptions = {
  readonly database: Database;
  readonly securityLog: SecurityLog;
  readonly now: () => number;
};

export class AccountLinkService {
  readonly #options: AccountLinkServiceOptions;

  constructor(options: AccountLinkServiceOptions) {
    this.#options = options;
  }

  /** Stores a claim. `isNew` is false when the same link was claimed or exists already. */
  async claim(
    text: LinkText & { readonly accountId: AccountId },
  ): Promise<Result<{ readonly isNew: boolean; readonly walletAddress: string }, ClaimRefusal>> {
    const read = readLink(text);
    if (!read.ok) return read;
    const triple = { ...read.value, accountId: text.accountId };
    if (!(await isCustomerAccount(this.#options.database, text.accountId))) return refuse('account_unknown');
    const status = await findLinkStatus(this.#options.database, triple);
    if (!status.ok) return status;
    if (status.value === 'linked') return accept({ isNew: false, walletAddress: triple.walletAddress });
    const at = millis(this.#options.now());
    await deleteLinkClaimsBefore(this.#options.database, millis(at - claimLifeMs));
    const isNew = await insertLinkClaim(this.#options.database, { ...triple, at });
    return accept({ isNew, walletAddress: triple.walletAddress });
  }

  /** Returns the link of the account, or null when it has none. */
  findLink(id: AccountId): Promise<(LinkText & { readonly linkedAt: Millis }) | null> {
    return findAccountLink(this.#options.database, id);
  }

  /** Turns a claim into a link. Repeating it changes nothing. */
  async confirm(
    request: LinkText & { readonly user: User; readonly origin: Origin },
  ): Promise<Result<null, ConfirmLinkRefusal>> {
    const read = readLink(request);
    if (!read.ok) return read;
    const { user, origin } = request;
    const triple = { ...read.value, accountId: user.accountId };
    return this.#options.database.transaction(async (tx) => {
      await lockLinks(tx);
      const status = await findLinkStatus(tx, triple);
      if (!status.ok) return status;
      if (status.value === 'linked') return accept(null);
      if (!(await hasLinkClaim(tx, triple))) return refuse('claim_missing');
      await insertLink(tx, {
        ...triple,
        userId: user.userId,
        userNameKey: toUserNameKey(triple.userName),
        at: millis(this.#options.now()),
      });
      await deleteLinkClaims(tx, user.accountId);
      const object = `${triple.userName} ${triple.walletAddress}`;
      await this.#options.securityLog.record(tx, { user, action: 'account_linked', origin, object });
      return accept(null);
    });
  }
}

function readLink(text: LinkText): Result<LinkText, 'user_name_malformed' | 'wallet_malformed'> {
  const userName = text.userName.trim().normalize('NFC');
  if (userName === '' || userName.length > userNameLengthMax || invisible.test(userName))
    return refuse('user_name_malformed');
  const walletAddress = parseWalletAddress(text.walletAddress);
  return walletAddress === null ? refuse('wallet_malformed') : accept({ userName, walletAddress });
}

/** Invisible characters and those that reverse the direction of text: customers agree to the name that they read. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u;

/** Normalises a name, so that two spellings of one name count as one. */
function toUserNameKey(userName: string): string {
  return userName.normalize('NFKC').toLowerCase();
}

/** Checks whether a link is free, exists already, or conflicts with another one. */
async function findLinkStatus(
  on: Queryable,
  triple: LinkTriple,
): Promise<Result<'free' | 'linked', 'account_linked' | 'wallet_linked' | 'user_name_linked'>> {
  const userNameKey = toUserNameKey(triple.userName);
  const links = await listOverlappingLinks(on, { ...triple, userNameKey });
  const own = links.find(({ accountId }) => accountId === triple.accountId);
  if (own) {
    const isSame = own.walletAddress === triple.walletAddress && own.userNameKey === userNameKey;
    return isSame ? accept('linked') : refuse('account_linked');
  }
  if (links.some(({ walletAddress }) => walletAddress === triple.walletAddress))
    return refuse('wallet_linked');
  return links.length > 0 ? refuse('user_name_linked') : accept('free');
}
