/**
 * The code of a second factor for what can move money out of an account: a withdrawal, and a new saved destination.
 *
 * The code comes with the request itself: a session that re-authenticated a moment ago is what a thief of its token has, too.
 */
import { accept, assert, refuse } from '@salar/protocol';
import type { Result, UserId } from '@salar/protocol';
import type { CustomerDirectory } from '../ports/customer-directory.ts';
import type { Origin } from '../ports/request-origin.ts';
import type { CodeChecker } from './code-checker.ts';
import type { CodeRefusal } from './second-factor.ts';

/** A code that came with a request, and where the request came from. */
export type PaymentCode = { readonly code: string; readonly origin: Origin };

/** Listed in the order in which they are checked. */
export type PaymentCodeRefusal = 'code_needed' | CodeRefusal;

export type PaymentCodeContext = {
  readonly codes: Pick<CodeChecker, 'isOn' | 'check'>;
  readonly customers: CustomerDirectory;
};

/**
 * Checks the code of a customer with a second factor. A code that comes along is always checked, and used up.
 *
 * @param request.isExempt  true where another proof of the customer replaces the code, or no person makes the request
 */
export async function checkPaymentCode(
  { codes, customers }: PaymentCodeContext,
  request: {
    readonly userId: UserId;
    readonly paymentCode?: PaymentCode | undefined;
    readonly isExempt: boolean;
  },
): Promise<Result<null, PaymentCodeRefusal>> {
  const { userId, paymentCode, isExempt } = request;
  if (paymentCode === undefined)
    return isExempt || !(await codes.isOn(userId)) ? accept(null) : refuse('code_needed');
  const email = await customers.findEmail(userId);
  assert(email !== null, `customer ${userId} with a code has an e-mail address`);
  return codes.check({ user: { userId, email }, scope: 'withdrawal', ...paymentCode });
}
