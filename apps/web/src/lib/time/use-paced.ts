import { useEffect, useRef, useState } from 'react';

/**
 * Returns the newest value, changed at most every `paceMs`, so that moving figures can be read and used in requests.
 */
export function usePaced<T>(value: T, paceMs: number): T {
  const [shown, setShown] = useState(value);
  const shownAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (value === shown) return undefined;
    const show = () => {
      shownAt.current = performance.now();
      setShown(value);
    };
    const timer = setTimeout(show, Math.max(0, shownAt.current + paceMs - performance.now()));
    return () => clearTimeout(timer);
  }, [value, shown, paceMs]);
  return shown;
}
