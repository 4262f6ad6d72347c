import { useTranslation } from '../../i18n/use-translation.ts';
import { useAuthenticatePasskeyMutation } from '../../api/calls/sign-in/authenticate-passkey.ts';
import type { PasskeyAssertion } from '../../api/calls/sign-in/authenticate-passkey.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import type { MessageFactory } from '../../lib/failures/use-localized-message.ts';
import { findSignInEnd } from '../../parts/second-factor/use-code-problem.ts';
import type { SignInEnd } from '../../parts/second-factor/use-code-problem.ts';
import { toLoginOutcome } from '../../api/login-outcome.ts';
import type { NewSession } from './use-complete-sign-in.ts';

export type PasskeySignInOptions = {
  /** The token of the sign-in that waits for a second factor, if any; without it a passkey signs in alone. */
  readonly pending2FaToken?: string | undefined;
  readonly onSignedIn: (session: NewSession) => void;
  /** Called when the pending sign-in waited too long or was tried too often. */
  readonly onOver?: ((reason: SignInEnd) => void) | undefined;
};

/**
 * Signs in with the browser's signature.
 *
 * @returns `signIn`, which resolves to the problem to show, or to null once it called `onSignedIn` or `onOver`; and
 * whether it is waiting for the answer
 */
export function usePasskeySignIn({ pending2FaToken, onSignedIn, onOver }: PasskeySignInOptions) {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const [authenticate, { isLoading }] = useAuthenticatePasskeyMutation();

  async function signIn(assertion: PasskeyAssertion): Promise<MessageFactory | null> {
    const { data, error } = await authenticate({
      ...assertion,
      ...(pending2FaToken === undefined ? {} : { pending2FaToken }),
    });
    if (!data) return () => failureText(error);
    const outcome = toLoginOutcome(data);
    if (outcome.kind === 'signedIn') {
      onSignedIn(outcome);
      return null;
    }
    if (outcome.kind === 'locked') return () => t('errors.accountLocked');
    const end = findSignInEnd(data.message);
    if (end && onOver) {
      onOver(end);
      return null;
    }
    return () => t('second-factor.passkey.refused');
  }

  return { signIn, isLoading };
}
