import { useState } from 'react';
import { RegisteredPanel } from './registered-panel.tsx';
import { SignUpForm } from './sign-up-form.tsx';

/** The form, then the panel that says where the verification mail went. */
export function SignUpPage() {
  const [email, setEmail] = useState<string | null>(null);
  return email === null ? <SignUpForm onRegistered={setEmail} /> : <RegisteredPanel email={email} />;
}
