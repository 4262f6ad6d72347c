import { Suspense, lazy, useState } from 'react';
import { useLocation } from 'react-router';
import { SignInPage } from '../features/sign-in/routes.tsx';
import { loadTexts } from '../i18n/i18n.ts';
import { readLinkCode } from '../lib/use-link-code.ts';

const ConfirmEmailModals = lazy(async () => {
  const [{ ConfirmEmailModals: view }] = await Promise.all([
    import('../features/verify-email/routes.tsx'),
    loadTexts('verify-email'),
  ]);
  return { default: view };
});

/** The sign-in page; above it, for whoever comes by the link of a mail, whether the e-mail is confirmed. */
export function LoginPage() {
  const { search } = useLocation();
  const [hasCode] = useState(() => readLinkCode(search) !== null);
  return (
    <>
      <SignInPage />
      {hasCode ? (
        <Suspense fallback={null}>
          <ConfirmEmailModals />
        </Suspense>
      ) : null}
    </>
  );
}
