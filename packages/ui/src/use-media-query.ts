import { useSyncExternalStore } from 'react';

/** Where tables are tables; below, they are cards. */
export const tableQuery = '(width >= 48rem)';

/** Follows a media query. Without `matchMedia` (tests, old engines) it answers `fallback`. */
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
