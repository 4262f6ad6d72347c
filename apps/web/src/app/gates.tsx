/** Access rules for signed-in pages, signed-out pages and unknown addresses. The query string is preserved. */
import { Button, ErrorState, Link } from '@salar/ui';
import { useDeferredValue } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useGetUserInfoQuery } from '../api/calls/accounts/get-user-info.ts';
import { getPathAfterSignIn, homePath, buildSignInAddress, signInPath } from '../lib/navigation/addresses.ts';
import { useFailureText } from '../lib/failures/use-failure-text.ts';
import { GateLoading } from './gate-loading.tsx';
import { selectSessionToken, selectUser, selectUserId, signedOut } from '../session/session-slice.ts';
import { siteLinks } from '../lib/navigation/site-links.ts';
import { useAppDispatch, useAppSelector } from '../store/store.ts';

/** Restricts pages to signed-in customers. Others go to sign-in and return afterwards. */
export function RequireAuth() {
  const token = useAppSelector(selectSessionToken);
  const { pathname, search } = useLocation();
  if (token === null) return <Navigate to={buildSignInAddress(pathname, search)} replace />;
  return (
    <UserGate>
      <Outlet />
    </UserGate>
  );
}

/** Shows pages to visitors as well; signed-in customers also see their own data. */
export function AllowEveryone() {
  const token = useAppSelector(selectSessionToken);
  if (token === null) return <Outlet />;
  return (
    <UserGate>
      <Outlet />
    </UserGate>
  );
}

/** Restricts pages to visitors. A signed-in customer is redirected. */
export function PublicOnly() {
  const token = useAppSelector(selectSessionToken);
  const { search } = useLocation();
  return token === null ? <Outlet /> : <Navigate to={getPathAfterSignIn(search)} replace />;
}

/** Redirects `/` and unknown addresses. */
export function FallbackRedirect() {
  const token = useAppSelector(selectSessionToken);
  const { search } = useLocation();
  return <Navigate to={`${token === null ? signInPath : homePath}${search}`} replace />;
}

/** Waits until the server has returned the customer; a restored session already contains them. */
function UserGate({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  const userId = useAppSelector(selectUserId);
  const user = useAppSelector(selectUser);
  const { error, refetch } = useGetUserInfoQuery(
    { userId: userId ?? 0 },
    {
      skip: userId === null,
      selectFromResult: (state) => ({ error: state.isFetching ? undefined : state.error }),
    },
  );
  // The page behind the gate is expensive to render: deferring lets a slow phone respond in between.
  const isOpen = useDeferredValue(user !== null);
  if (user && isOpen) return children;
  if (error) {
    return (
      <main className="mx-auto flex min-h-dvh max-w-lg flex-col items-center justify-center p-4">
        <ErrorState
          title={t('shell.gate.failedTitle')}
          isPage
          retryLabel={t('common.retry')}
          onRetry={() => void refetch()}
          more={
            <>
              <Button variant="ghost" onPress={() => dispatch(signedOut('customer'))}>
                {t('shell.menu.logOut')}
              </Button>
              <Link href={siteLinks.support}>{t('common.support')}</Link>
            </>
          }
        >
          {failureText(error)}
        </ErrorState>
      </main>
    );
  }
  return <GateLoading />;
}
