import { useEffect, useState } from 'react';

/** The value as it was once it had rested for `delayMs`. Compared by identity, so give it texts or memoised objects. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return rested;
}
