import { Suspense, lazy, useState } from 'react';
import { useLocation } from 'react-router';
import { SignInPage } from '../features/sign-in/routes.tsx';
import { loadTexts } from '../i18n/i18n.ts';
import { readLinkCode } from '../lib/mailed-links/use-link-code.ts';

const ConfirmEmailModals = lazy(async () => {
  const [{ ConfirmEmailModals: view }] = await Promise.all([
    import('../features/verify-email/routes.tsx'),
    loadTexts('verify-email'),
  ]);
  return { default: view };
});

/** The sign-in page. For a visitor who followed a mailed link, a dialog above it confirms the e-mail address. */
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
