import { useEffect, useState } from 'react';

/** True once `ageMs` have passed since `at` (milliseconds since 1970); false while `at` is unknown. */
export function useIsOlderThan(at: number | undefined, ageMs: number): boolean {
  const [agedMoment, setAgedMoment] = useState<number | null>(null);
  useEffect(() => {
    if (at === undefined) return undefined;
    const timer = setTimeout(() => setAgedMoment(at), Math.max(0, at + ageMs - Date.now()));
    return () => clearTimeout(timer);
  }, [at, ageMs]);
  return at !== undefined && agedMoment === at;
}
