/** Who may see what: signed-in pages, signed-out pages, and addresses that are neither. The query string survives. */
import { Button, ErrorState, Link } from '@salar/ui';
import { useDeferredValue } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useGetUserInfoQuery } from '../api/calls/get-user-info.ts';
import { afterSignIn, homePath, signInAddress, signInPath } from '../lib/addresses.ts';
import { useFailureText } from '../lib/use-failure-text.ts';
import { GateLoading } from './gate-loading.tsx';
import { selectSessionToken, selectUser, selectUserId, signedOut } from '../session/session-slice.ts';
import { siteLinks } from '../lib/site-links.ts';
import { useAppDispatch, useAppSelector } from '../store/store.ts';

/** Signed-in pages. Others go to sign-in and come back afterwards. */
export function RequireAuth() {
  const token = useAppSelector(selectSessionToken);
  const { pathname, search } = useLocation();
  if (token === null) return <Navigate to={signInAddress(pathname, search)} replace />;
  return (
    <UserGate>
      <Outlet />
    </UserGate>
  );
}

/** Pages that visitors may look at, and that show customers what is theirs. */
export function OpenToAll() {
  const token = useAppSelector(selectSessionToken);
  if (token === null) return <Outlet />;
  return (
    <UserGate>
      <Outlet />
    </UserGate>
  );
}

/** Signed-out pages. A signed-in customer has nothing to do here. */
export function PublicOnly() {
  const token = useAppSelector(selectSessionToken);
  const { search } = useLocation();
  return token === null ? <Outlet /> : <Navigate to={afterSignIn(search)} replace />;
}

/** `/` and addresses we do not know. */
export function ElsewhereRedirect() {
  const token = useAppSelector(selectSessionToken);
  const { search } = useLocation();
  return <Navigate to={`${token === null ? signInPath : homePath}${search}`} replace />;
}

/** The customer counts as signed in once the server has said who they are; a restored session knows already. */
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
  // The page behind the gate is much to draw: in small pieces, so that a slow phone answers in between.
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
