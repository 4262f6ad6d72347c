import { hasPasskeys } from '../../lib/passkey.ts';
import { PasskeyStep } from '../../parts/second-factor/passkey-step.tsx';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';
import type { PasskeySignInOptions } from './use-passkey-sign-in.ts';

export type PasskeyButtonProps = PasskeySignInOptions & { readonly label: string };

/** Signs in with a passkey instead of a password, in browsers that support them. */
export function PasskeyButton(props: PasskeyButtonProps) {
  return hasPasskeys() ? <SupportedPasskeyButton {...props} /> : null;
}

function SupportedPasskeyButton({ label, ...options }: PasskeyButtonProps) {
  const { pending2FaToken } = options;
  const { signIn } = usePasskeySignIn(options);
  return (
    <PasskeyStep
      label={label}
      whose={pending2FaToken === undefined ? {} : { pending2FaToken }}
      onAssertion={signIn}
    />
  );
}
