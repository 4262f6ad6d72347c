/** Builds the addresses that lead to sign-in and back from it. */
import { safePath } from './safe-path.ts';

export const homePath = '/dashboard';
export const signInPath = '/signin';

/** Where signing in leads: the page that was asked for, or home with the query string kept. */
export function afterSignIn(search: string): string {
  const query = new URLSearchParams(search);
  const next = safePath(query.get('next'));
  if (next !== null) return next;
  query.delete('next');
  const rest = query.toString();
  return rest === '' ? homePath : `${homePath}?${rest}`;
}

/** Sign-in with the query string kept and the way back noted. */
export function signInAddress(pathname: string, search: string): string {
  if (pathname === homePath || pathname === '/') return `${signInPath}${search}`;
  return `${signInPath}?${new URLSearchParams({ next: `${pathname}${search}` }).toString()}`;
}
