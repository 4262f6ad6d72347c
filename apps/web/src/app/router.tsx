import type { ComponentType } from 'react';
import { createBrowserRouter } from 'react-router';
import type { RouteObject } from 'react-router';
import { loadTexts } from '../i18n/i18n.ts';
import type { Feature } from '../i18n/text-key.ts';
import { GateLoading } from './gate-loading.tsx';
import { listenBeforeRouter } from './popstate-listener.ts';
import { loadCode } from './load-code.ts';
import { PageError, RouteError } from './route-error.tsx';

const signIn = page('sign-in', async () => (await import('../features/sign-in/routes.tsx')).SignInPage);

const login = page('sign-in', async () => (await import('./login-page.tsx')).LoginPage);

/** A page that fails leaves its surroundings in place. */
const inPlaceOfPage = (children: RouteObject[]): RouteObject[] => [{ ErrorBoundary: PageError, children }];

const appShell = async () => ({
  Component: (await loadCode(() => import('./app-shell.tsx'))).AppShell,
});

/** Every address of the app (product spec, section 2). Pages are loaded on first use. */
export const routes: RouteObject[] = [
  {
    lazy: frame('Root'),
    ErrorBoundary: RouteError,
    HydrateFallback: GateLoading,
    children: [
      {
        ErrorBoundary: RouteError,
        lazy: async () => ({
          Component: (await loadCode(() => import('./auth-layout.tsx'))).AuthLayout,
        }),
        children: [
          {
            lazy: frame('PublicOnly'),
            children: [
              { path: '/signin', lazy: signIn },
              { path: '/login', lazy: login },
              {
                path: '/signup',
                lazy: page(
                  'sign-up',
                  async () => (await import('../features/sign-up/routes.tsx')).SignUpPage,
                ),
              },
              {
                path: '/forgot-password',
                lazy: page(
                  'forgot-password',
                  async () => (await import('../features/forgot-password/routes.tsx')).ForgotPasswordPage,
                ),
              },
              {
                path: '/validate-code',
                lazy: page(
                  'sign-in',
                  async () => (await import('../features/sign-in/routes.tsx')).ValidateCodePage,
                ),
              },
            ],
          },
          {
            path: '/reset-password',
            lazy: page(
              'reset-password',
              async () => (await import('../features/reset-password/routes.tsx')).ResetPasswordPage,
            ),
          },
          {
            path: '/unlock-account',
            lazy: page(
              'unlock-account',
              async () => (await import('../features/unlock-account/routes.tsx')).UnlockAccountPage,
            ),
          },
          {
            path: '/freeze-account',
            lazy: page(
              'freeze-account',
              async () => (await import('../features/freeze-account/routes.tsx')).FreezeAccountPage,
            ),
          },
          {
            path: '/verify-email',
            lazy: page(
              'verify-email',
              async () => (await import('../features/verify-email/routes.tsx')).VerifyEmailPage,
            ),
          },
          {
            path: '/confirm-withdraw',
            lazy: page(
              'confirm-withdraw',
              async () => (await import('../features/confirm-withdraw/routes.tsx')).ConfirmWithdrawPage,
            ),
          },
          {
            path: '/confirm-destination',
            lazy: page(
              'confirm-destination',
              async () => (await import('../features/confirm-destination/routes.tsx')).ConfirmDestinationPage,
            ),
          },
        ],
      },
      {
        lazy: frame('RequireAuth'),
        children: [
          {
            ErrorBoundary: RouteError,
            lazy: appShell,
            children: inPlaceOfPage([
              {
                path: '/dashboard',
                lazy: page(
                  'balances',
                  async () => (await import('../features/balances/routes.tsx')).DashboardPage,
                ),
              },
              {
                path: '/swap',
                lazy: page('swap', async () => (await import('../features/swap/routes.tsx')).SwapPage),
              },
              {
                path: '/ramping/deposit',
                lazy: page(
                  'transfers',
                  async () => (await import('../features/transfers/deposit/deposit-page.tsx')).DepositPage,
                ),
              },
              {
                path: '/ramping/withdraw',
                lazy: page(
                  'transfers',
                  async () => (await import('../features/transfers/withdraw/withdraw-page.tsx')).WithdrawPage,
                ),
              },
              {
                path: '/settings',
                lazy: page(
                  'settings',
                  async () => (await import('../features/settings/routes.tsx')).SettingsLayout,
                ),
                children: inPlaceOfPage([
                  {
                    index: true,
                    lazy: page(
                      'settings',
                      async () => (await import('../features/settings/routes.tsx')).SettingsStart,
                    ),
                  },
                  {
                    path: 'profile',
                    lazy: page(
                      'settings',
                      async () => (await import('../features/settings/profile-page.tsx')).ProfilePage,
                    ),
                  },
                  {
                    path: 'security',
                    lazy: page(
                      'security',
                      async () => (await import('../features/security/routes.tsx')).SecurityPage,
                    ),
                  },
                  {
                    path: 'verification',
                    lazy: page(
                      'verification',
                      async () => (await import('../features/verification/routes.tsx')).VerificationPage,
                    ),
                  },
                  {
                    path: 'api-keys',
                    lazy: page(
                      'api-keys',
                      async () => (await import('../features/api-keys/routes.tsx')).ApiKeysPage,
                    ),
                  },
                  {
                    path: 'trade-report',
                    lazy: page(
                      'trade-report',
                      async () => (await import('../features/trade-report/routes.tsx')).TradeReportPage,
                    ),
                  },
                  {
                    path: 'bank-accounts',
                    lazy: page(
                      'bank-accounts',
                      async () => (await import('../features/bank-accounts/routes.tsx')).BankAccountsPage,
                    ),
                  },
                ]),
              },
            ]),
          },
        ],
      },
      {
        lazy: frame('AllowEveryone'),
        children: [
          {
            ErrorBoundary: RouteError,
            lazy: appShell,
            children: inPlaceOfPage([
              {
                path: '/trade',
                lazy: page('trade', async () => (await import('../features/trade/routes.tsx')).TradePage),
              },
              {
                path: '/about',
                lazy: page(
                  'site-pages',
                  async () => (await import('../features/site-pages/routes.tsx')).AboutPage,
                ),
              },
              {
                path: '/terms',
                lazy: page(
                  'site-pages',
                  async () => (await import('../features/site-pages/routes.tsx')).TermsPage,
                ),
              },
              {
                path: '/privacy',
                lazy: page(
                  'site-pages',
                  async () => (await import('../features/site-pages/routes.tsx')).PrivacyPage,
                ),
              },
              {
                path: '/support',
                lazy: page(
                  'site-pages',
                  async () => (await import('../features/site-pages/routes.tsx')).SupportPage,
                ),
              },
            ]),
          },
        ],
      },
      { path: '*', lazy: frame('FallbackRedirect') },
    ],
  },
];

export function createRouter() {
  nameEntry();
  listenBeforeRouter();
  return createBrowserRouter(routes);
}

/**
 * Gives the history entry of a fresh load its own key. The router calls each of them "default" and would restore the
 * scroll position of the page before; a reload, Back and Forward find the key of the entry.
 */
function nameEntry(): void {
  const state = history.state as { readonly key?: unknown } | null;
  if (typeof state?.key === 'string') return;
  history.replaceState({ ...state, key: Math.random().toString(36).slice(2, 10) }, '');
}

/** Loads a layout. They come with the first page, so that the entry contains no controls. */
function frame(name: 'Root' | 'PublicOnly' | 'RequireAuth' | 'AllowEveryone' | 'FallbackRedirect') {
  return async () => ({ Component: (await loadCode(() => import('./frame.ts')))[name] });
}

/** Loads a page's code and its texts in parallel. */
function page(feature: Feature, load: () => Promise<ComponentType>) {
  return async () => {
    const [Component] = await loadCode(() => Promise.all([load(), loadTexts(feature)]));
    return { Component };
  };
}
