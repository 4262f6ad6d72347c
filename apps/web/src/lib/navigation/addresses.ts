/** Builds the addresses to and from sign-in. */
import { toSafePath } from './safe-path.ts';

export const homePath = '/dashboard';
export const signInPath = '/signin';

/** Returns the address to open after sign-in: the requested page, or home with the query string preserved. */
export function getPathAfterSignIn(search: string): string {
  const query = new URLSearchParams(search);
  const next = toSafePath(query.get('next'));
  if (next !== null) return next;
  query.delete('next');
  const rest = query.toString();
  return rest === '' ? homePath : `${homePath}?${rest}`;
}

/** Returns the address of sign-in, with the query string preserved and the page to return to. */
export function buildSignInAddress(pathname: string, search: string): string {
  if (pathname === homePath || pathname === '/') return `${signInPath}${search}`;
  return `${signInPath}?${new URLSearchParams({ next: `${pathname}${search}` }).toString()}`;
}
