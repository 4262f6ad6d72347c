/** Removes passkeys in the caller's transaction, and queues each removal for the signer. */
import { millis } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import type { User } from '@salar/store/tables/customers/users';
import { insertPasskeyRemoval } from '@salar/store/tables/sign-in/passkey-registrations';
import { deletePasskey, listPasskeys } from '@salar/store/tables/sign-in/passkeys';
import type { PasskeyRow } from '@salar/store/tables/sign-in/passkeys';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { Origin } from '../ports/request-origin.ts';
import { toProvableRemoval } from './passkey-proof.ts';

/** The customer who removes, and where the request comes from. */
type By = { readonly user: User; readonly origin: Origin };

type PasskeyRemovalsOptions = {
  readonly macs: RowMacs;
  readonly securityLog: SecurityLog;
  readonly now: () => number;
  /** Called when a removal was committed, for those who pass it on. */
  readonly onPasskeysChanged: () => void;
};

export class PasskeyRemovals {
  readonly #options: PasskeyRemovalsOptions;

  constructor(options: PasskeyRemovalsOptions) {
    this.#options = options;
  }

  /** Removes one passkey, with a mail. Returns false when the customer has no such passkey. */
  remove(tx: Queryable, by: By, passkeyId: string): Promise<boolean> {
    return this.#remove(tx, by, { passkeyId, hasOwnMail: true });
  }

  /** Removes the passkeys that were added after a time, without mails of their own, and returns them beside those that stay. */
  async removeYounger(
    tx: Queryable,
    by: By,
    since: number,
  ): Promise<{ readonly ended: readonly PasskeyRow[]; readonly kept: readonly PasskeyRow[] }> {
    const passkeys = await listPasskeys(tx, by.user.userId);
    const ended = passkeys.filter(({ createdAt }) => createdAt > since);
    for (const { passkeyId } of ended) await this.#remove(tx, by, { passkeyId, hasOwnMail: false });
    return { ended, kept: passkeys.filter((passkey) => !ended.includes(passkey)) };
  }

  async #remove(
    tx: Queryable,
    { user, origin }: By,
    { passkeyId, hasOwnMail }: { readonly passkeyId: string; readonly hasOwnMail: boolean },
  ): Promise<boolean> {
    const { macs, securityLog, now, onPasskeysChanged } = this.#options;
    const passkey = await deletePasskey(tx, user.userId, passkeyId);
    if (passkey === null) return false;
    const { name, credentialId } = passkey;
    const removal = { userId: user.userId, credentialId, removedAt: millis(now()) };
    await insertPasskeyRemoval(tx, { ...removal, mac: macs.compute(toProvableRemoval(removal)) });
    await securityLog.record(tx, { user, action: 'passkey_removed', origin, object: name, hasOwnMail });
    tx.afterCommit(onPasskeysChanged);
    return true;
  }
}
