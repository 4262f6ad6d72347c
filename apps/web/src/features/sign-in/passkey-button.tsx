import { useTranslation } from 'react-i18next';
import { useAuthenticatePasskeyMutation } from '../../api/calls/authenticate-passkey.ts';
import type { PasskeyProof } from '../../api/calls/authenticate-passkey.ts';
import { hasPasskeys } from '../../lib/passkey.ts';
import { useFailureText } from '../../lib/use-failure-text.ts';
import type { Telling } from '../../lib/use-told.ts';
import { PasskeyStep } from '../second-factor/passkey-step.tsx';
import { signInEnd } from '../second-factor/use-code-problem.ts';
import type { SignInEnd } from '../second-factor/use-code-problem.ts';
import { loginOutcome } from './login-outcome.ts';
import type { NewSession } from './use-enter.ts';

export type PasskeyButtonProps = {
  readonly label: string;
  /** The sign-in that waits for a second factor, if one does; otherwise a passkey signs in by itself. */
  readonly pending2FaToken?: string | undefined;
  readonly onSignedIn: (session: NewSession) => void;
  readonly onOver?: ((reason: SignInEnd) => void) | undefined;
};

/** A passkey in place of typing, in browsers that have them. */
export function PasskeyButton(props: PasskeyButtonProps) {
  return hasPasskeys() ? <SupportedPasskeyButton {...props} /> : null;
}

function SupportedPasskeyButton({ label, pending2FaToken, onSignedIn, onOver }: PasskeyButtonProps) {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const [authenticate] = useAuthenticatePasskeyMutation();
  const pending = pending2FaToken === undefined ? {} : { pending2FaToken };

  async function signIn(proof: PasskeyProof): Promise<Telling | null> {
    const { data, error } = await authenticate({ ...proof, ...pending });
    if (!data) return () => failureText(error);
    const outcome = loginOutcome(data);
    if (outcome.kind === 'signedIn') {
      onSignedIn(outcome);
      return null;
    }
    if (outcome.kind === 'locked') return () => t('errors.accountLocked');
    const end = signInEnd(data.message);
    if (end && onOver) {
      onOver(end);
      return null;
    }
    return () => t('second-factor.passkey.refused');
  }

  return <PasskeyStep label={label} whose={pending} onProof={signIn} />;
}
