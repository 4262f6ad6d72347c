import { createBrowserRouter } from 'react-router';
import type { RouteObject } from 'react-router';
import { ElsewhereRedirect, GateLoading, PublicOnly, RequireAuth } from './gates.tsx';
import { Root } from './root.tsx';
import { RouteError } from './route-error.tsx';

/** Every address of the app (product spec, section 2). Pages arrive when they are first asked for. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: GateLoading,
    children: [
      {
        ErrorBoundary: RouteError,
        lazy: async () => ({ Component: (await import('./auth-layout.tsx')).AuthLayout }),
        children: [
          {
            Component: PublicOnly,
            children: [
              { path: '/signin', lazy: signIn },
              { path: '/login', lazy: signIn },
              {
                path: '/signup',
                lazy: async () => ({
                  Component: (await import('../features/sign-up/routes.tsx')).SignUpPage,
                }),
              },
              {
                path: '/forgot-password',
                lazy: async () => ({
                  Component: (await import('../features/forgot-password/routes.tsx')).ForgotPasswordPage,
                }),
              },
            ],
          },
          {
            path: '/reset-password',
            lazy: async () => ({
              Component: (await import('../features/reset-password/routes.tsx')).ResetPasswordPage,
            }),
          },
          {
            path: '/validate-code',
            lazy: async () => ({
              Component: (await import('../features/validate-code/routes.tsx')).ValidateCodePage,
            }),
          },
          {
            path: '/verify-email',
            lazy: async () => ({
              Component: (await import('../features/verify-email/routes.tsx')).VerifyEmailPage,
            }),
          },
          {
            path: '/confirm-withdraw',
            lazy: async () => ({
              Component: (await import('../features/confirm-withdraw/routes.tsx')).ConfirmWithdrawPage,
            }),
          },
          {
            path: '/confirm-destination',
            lazy: async () => ({
              Component: (await import('../features/confirm-destination/routes.tsx')).ConfirmDestinationPage,
            }),
          },
        ],
      },
      {
        Component: RequireAuth,
        children: [
          {
            ErrorBoundary: RouteError,
            lazy: async () => ({ Component: (await import('./app-shell.tsx')).AppShell }),
            children: [
              {
                path: '/dashboard',
                lazy: async () => ({
                  Component: (await import('../features/balances/routes.tsx')).DashboardPage,
                }),
              },
              {
                path: '/swap',
                lazy: async () => ({ Component: (await import('../features/swap/routes.tsx')).SwapPage }),
              },
              {
                path: '/ramping/deposit',
                lazy: async () => ({
                  Component: (await import('../features/ramping/deposit-page.tsx')).DepositPage,
                }),
              },
              {
                path: '/ramping/withdraw',
                lazy: async () => ({
                  Component: (await import('../features/ramping/withdraw-page.tsx')).WithdrawPage,
                }),
              },
              {
                path: '/settings',
                lazy: async () => ({
                  Component: (await import('../features/settings/routes.tsx')).SettingsLayout,
                }),
                children: [
                  {
                    index: true,
                    lazy: async () => ({
                      Component: (await import('../features/settings/routes.tsx')).SettingsStart,
                    }),
                  },
                  {
                    path: 'profile',
                    lazy: async () => ({
                      Component: (await import('../features/settings/routes.tsx')).ProfilePage,
                    }),
                  },
                  {
                    path: 'security',
                    lazy: async () => ({
                      Component: (await import('../features/settings/routes.tsx')).SecurityPage,
                    }),
                  },
                  {
                    path: 'verification',
                    lazy: async () => ({
                      Component: (await import('../features/verification/routes.tsx')).VerificationPage,
                    }),
                  },
                  {
                    path: 'trade-report',
                    lazy: async () => ({
                      Component: (await import('../features/trade-report/routes.tsx')).TradeReportPage,
                    }),
                  },
                  {
                    path: 'bank-accounts',
                    lazy: async () => ({
                      Component: (await import('../features/bank-accounts/routes.tsx')).BankAccountsPage,
                    }),
                  },
                ],
              },
            ],
          },
        ],
      },
      { path: '*', Component: ElsewhereRedirect },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}

async function signIn() {
  return { Component: (await import('../features/sign-in/routes.tsx')).SignInPage };
}
