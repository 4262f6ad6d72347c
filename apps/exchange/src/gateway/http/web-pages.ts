/** The addresses of the web app's pages. Any other address is answered with 404, so that programs do not take the app for an answer. */

/** As in the router of the web app (`apps/web/src/app/router.tsx`). */
export const webPages: ReadonlySet<string> = new Set([
  '/',
  '/signin',
  '/login',
  '/signup',
  '/forgot-password',
  '/validate-code',
  '/reset-password',
  '/unlock-account',
  '/freeze-account',
  '/verify-email',
  '/confirm-withdraw',
  '/confirm-destination',
  '/dashboard',
  '/swap',
  '/ramping/deposit',
  '/ramping/withdraw',
  '/settings',
  '/settings/profile',
  '/settings/security',
  '/settings/verification',
  '/settings/api-keys',
  '/settings/trade-report',
  '/settings/bank-accounts',
  '/trade',
  '/about',
  '/terms',
  '/privacy',
  '/support',
]);

/** Returns true for the path of a page, in any case and with a slash at its end, as the router reads it. */
export function isWebPage(path: string): boolean {
  return webPages.has(path.toLowerCase().replace(/(?<=.)\/$/, ''));
}

/** Returns true for a browser that opens a page: it gets the app, which leads to the page that an unknown address has. */
export function acceptsPage(accept: string | undefined): boolean {
  return accept?.toLowerCase().includes('text/html') === true;
}
