import { useSyncExternalStore } from 'react';

/** The screen width from which tables are tables; below, they are cards. */
export const tableQuery = '(width >= 48rem)';

/** Follows a media query. Without `matchMedia` (tests, old engines) it returns `fallback`. */
export function useMediaQuery(query: string, fallback = true): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = globalThis.matchMedia?.(query);
      list?.addEventListener('change', notify);
      return () => list?.removeEventListener('change', notify);
    },
    () => globalThis.matchMedia?.(query).matches ?? fallback,
    () => fallback,
  );
}
