import { notify } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signedIn } from '../../app/session-slice.ts';
import { useAppDispatch } from '../../app/store.ts';
import { CodePanel } from './code-panel.tsx';
import { CredentialsPanel } from './credentials-panel.tsx';

/** Username and password, then the six digits where a second factor is on. Being signed in leads on by itself. */
export function SignInPage() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const [pending2FaToken, setPending2FaToken] = useState<string | null>(null);

  function enter(session: { userId: number; sessionToken: string }) {
    notify.success(t('success.loginSuccessful'));
    dispatch(signedIn(session));
  }

  if (pending2FaToken !== null) {
    return (
      <CodePanel
        pending2FaToken={pending2FaToken}
        onSignedIn={enter}
        onBack={() => setPending2FaToken(null)}
      />
    );
  }
  return <CredentialsPanel onSignedIn={enter} onCodeNeeded={setPending2FaToken} />;
}
