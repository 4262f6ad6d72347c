import { useEffect, useState } from 'react';

/** Returns the value once it has not changed for `delayMs`. Compares by identity, so pass texts or memoised objects. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return rested;
}
