import { useDraft } from '../../lib/use-draft.ts';
import { RegisteredPanel } from './registered-panel.tsx';
import { SignUpForm } from './sign-up-form.tsx';

/** The form, then the panel that shows where the verification mail was sent. A reload shows the panel again. */
export function SignUpPage() {
  const [email, setEmail] = useDraft<string | null>('sign-up.sent', null, isTextOrNull);
  return email === null ? (
    <SignUpForm onRegistered={setEmail} />
  ) : (
    <RegisteredPanel email={email} onBack={() => setEmail(null)} />
  );
}

function isTextOrNull(kept: unknown): kept is string | null {
  return kept === null || typeof kept === 'string';
}
