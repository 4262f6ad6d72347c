/**
 * When a customer last changed what they sign in or confirm with: withdrawals are delayed after that.
 *
 * The time is in the customer's row, whose MAC covers it together with the versions of the password and of the second factor:
 * who restores the row from before a change also restores the former password or factor. A passkey has no version, so it counts
 * by its own row as well, for as long as it exists.
 */
import { millis } from '@salar/protocol';
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import {
  hasCredentialChanges,
  listFormerCredentialChanges,
} from '@salar/store/tables/customers/credential-changes';
import { listPasskeys } from '@salar/store/tables/sign-in/passkeys';
import type { ProvedTable } from '../crypto/first-proofs.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import { toProvablePasskey } from '../passkeys/passkey-proof.ts';
import type { UserRecords } from './user-records.ts';

type CredentialChangesOptions = { readonly records: UserRecords; readonly macs: RowMacs };

export class CredentialChanges implements ProvedTable {
  readonly name = 'credential_change';
  /** The times are in the rows of customers. */
  readonly macTable = 'app_user';
  readonly #options: CredentialChangesOptions;

  constructor(options: CredentialChangesOptions) {
    this.#options = options;
  }

  /** Returns null for a customer who never changed anything. */
  async readLast(on: Queryable, userId: UserId): Promise<Millis | null> {
    const { records, macs } = this.#options;
    const changedAt = await records.findCredentialsChangedAt(on, userId);
    const passkeys = (await listPasskeys(on, userId)).filter((row) =>
      macs.isProved(toProvablePasskey(row), row.mac),
    );
    const times = [...passkeys.map(({ createdAt }) => createdAt), ...(changedAt === null ? [] : [changedAt])];
    return times.length === 0 ? null : millis(Math.max(...times));
  }

  /** Returns true when the times of a version with a table of changes were copied. */
  hasMacs(on: Queryable): Promise<boolean> {
    return hasCredentialChanges(on);
  }

  /** Copies the times of that version. A customer whose row is refused has none, and does not sign in. */
  async proveAll(tx: Queryable): Promise<number> {
    const { records } = this.#options;
    const changes = await listFormerCredentialChanges(tx);
    for (const { userId, at } of changes)
      if ((await records.lock(tx, userId)) !== null) await records.noteCredentialChange(tx, userId, at);
    return changes.length;
  }
}
