/** The second factor, as the rest of the exchange uses it. */
import type { Result, UserId } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import type { PendingKind } from '@salar/store/tables/sign-in/pending-sign-ins';
import type { CodeScope } from '@salar/store/tables/sign-in/second-factors';
import type { User } from '@salar/store/tables/customers/users';
import type { Origin } from '../ports/request-origin.ts';

/**
 * The use of a code. A code is valid once in each scope: everything around the account is one scope, withdrawals and their
 * destinations are the other, because client libraries sign in and withdraw with the same code.
 */
export type { CodeScope };
export type CodeRefusal = 'code_wrong' | 'too_many_codes';

/** The missing step between a right password and a session, and the token that completes it. */
export type NextStep = { readonly kind: PendingKind; readonly pendingToken: string };

export interface SecondFactor {
  /** @param on  the transaction to read in */
  isOn(userId: UserId, on?: Queryable): Promise<boolean>;
  /** Returns null when the password is enough. */
  afterPassword(user: User, origin: Origin): Promise<NextStep | null>;
  /** Checks a code of the app or a recovery code. The attempt is claimed before the code is checked. */
  check(user: User, code: string, scope: CodeScope, origin: Origin): Promise<Result<null, CodeRefusal>>;
}
