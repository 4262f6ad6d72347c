const frame = '/src/app/frame.ts';
const auth = [frame, '/src/app/auth-layout.tsx'];
const shell = [frame, '/src/app/app-shell.tsx'];
const settings = [...shell, '/src/features/settings/routes.tsx'];
const sitePages = [...shell, '/src/features/site-pages/routes.tsx'];

/** The lazily loaded modules behind each address, as in the router. */
export const routeModules: Readonly<Record<string, readonly string[]>> = {
  '/signin': [...auth, '/src/features/sign-in/routes.tsx'],
  '/login': [...auth, '/src/features/sign-in/routes.tsx'],
  '/signup': [...auth, '/src/features/sign-up/routes.tsx'],
  '/forgot-password': [...auth, '/src/features/forgot-password/routes.tsx'],
  '/reset-password': [...auth, '/src/features/reset-password/routes.tsx'],
  '/freeze-account': [...auth, '/src/features/freeze-account/routes.tsx'],
  '/unlock-account': [...auth, '/src/features/unlock-account/routes.tsx'],
  '/verify-email': [...auth, '/src/features/verify-email/routes.tsx'],
  '/validate-code': [...auth, '/src/features/sign-in/routes.tsx'],
  '/confirm-withdraw': [...auth, '/src/features/confirm-withdraw/routes.tsx'],
  '/confirm-destination': [...auth, '/src/features/confirm-destination/routes.tsx'],
  '/dashboard': [...shell, '/src/features/balances/routes.tsx'],
  '/swap': [...shell, '/src/features/swap/routes.tsx'],
  '/trade': [...shell, '/src/features/trade/routes.tsx'],
  '/about': sitePages,
  '/terms': sitePages,
  '/privacy': sitePages,
  '/support': sitePages,
  '/ramping/deposit': [...shell, '/src/features/transfers/deposit/deposit-page.tsx'],
  '/ramping/withdraw': [...shell, '/src/features/transfers/withdraw/withdraw-page.tsx'],
  '/settings/profile': [...settings, '/src/features/settings/profile-page.tsx'],
  '/settings/security': [...settings, '/src/features/security/routes.tsx'],
  '/settings/verification': [...settings, '/src/features/verification/routes.tsx'],
  '/settings/api-keys': [...settings, '/src/features/api-keys/routes.tsx'],
  '/settings/trade-report': [...settings, '/src/features/trade-report/routes.tsx'],
  '/settings/bank-accounts': [...settings, '/src/features/bank-accounts/routes.tsx'],
};
