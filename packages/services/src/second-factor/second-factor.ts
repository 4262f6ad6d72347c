/** What the rest of the exchange may ask about a customer's second factor. */
import type { Result, UserId } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import type { PendingKind } from '@salar/store/tables/sign-in/pending-sign-ins';
import type { CodeLane } from '@salar/store/tables/sign-in/second-factors';
import type { User } from '@salar/store/tables/customers/users';
import type { Origin } from '../ports/request-origin.ts';

/**
 * What a code is for. A code is good once in each lane: everything around the account is one lane, a withdrawal is the
 * other, since client libraries sign in and withdraw with the same code.
 */
export type { CodeLane };
export type CodeRefusal = 'code_wrong' | 'too_many_codes';

/** What still stands between a right password and a session, and the token that it is completed with. */
export type NextStep = { readonly kind: PendingKind; readonly pendingToken: string };

export interface SecondFactor {
  /** `on`: the transaction to ask in. */
  isOn(userId: UserId, on?: Queryable): Promise<boolean>;
  /** Null when the password was enough. */
  afterPassword(user: User, origin: Origin): Promise<NextStep | null>;
  /** Checks a code of the app or a recovery code. The try is claimed before the code is looked at. */
  check(user: User, code: string, lane: CodeLane, origin: Origin): Promise<Result<null, CodeRefusal>>;
}
