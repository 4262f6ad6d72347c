import { useTranslation } from 'react-i18next';
import { useAuthenticatePasskeyMutation } from '../../api/calls/authenticate-passkey.ts';
import type { PasskeyProof } from '../../api/calls/authenticate-passkey.ts';
import { hasPasskeys } from '../../lib/passkey.ts';
import { useFailureText } from '../../lib/use-failure-text.ts';
import { PasskeyStep } from '../second-factor/passkey-step.tsx';
import { isSignInOver, useCodeProblem } from '../second-factor/use-code-problem.ts';
import { loginOutcome } from './login-outcome.ts';
import type { NewSession } from './use-enter.ts';

export type PasskeyButtonProps = {
  readonly label: string;
  /** The sign-in that waits for a second factor, if one does; otherwise a passkey signs in by itself. */
  readonly pending2FaToken?: string | undefined;
  readonly onSignedIn: (session: NewSession) => void;
  readonly onOver?: ((reason: string) => void) | undefined;
};

/** A passkey in place of typing, in browsers that have them. */
export function PasskeyButton(props: PasskeyButtonProps) {
  return hasPasskeys() ? <SupportedPasskeyButton {...props} /> : null;
}

function SupportedPasskeyButton({ label, pending2FaToken, onSignedIn, onOver }: PasskeyButtonProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const codeProblem = useCodeProblem();
  const [authenticate] = useAuthenticatePasskeyMutation();
  const pending = pending2FaToken === undefined ? {} : { pending2FaToken };

  async function signIn(proof: PasskeyProof): Promise<string | null> {
    const { data, error } = await authenticate({ ...proof, ...pending });
    if (!data) return failureText(error);
    const outcome = loginOutcome(data);
    if (outcome.kind === 'signedIn') {
      onSignedIn(outcome);
      return null;
    }
    if (outcome.kind === 'locked') return t('errors.accountLocked');
    if (isSignInOver(data.message) && onOver) {
      onOver(codeProblem(data.message));
      return null;
    }
    return t('second-factor.passkey.refused');
  }

  return <PasskeyStep label={label} whose={pending} onProof={signIn} />;
}
