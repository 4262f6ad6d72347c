/** Handles a page whose code could not be loaded: it shows an error and reloads when the exchange is reachable. */
import { useEffect } from 'react';

const checkIntervalMs = 5000;

/** The code of a page, or its texts, could not be loaded. */
export class CodeLoadError extends Error {
  override readonly name = 'CodeLoadError';
}

/** Loads a part of the app. @throws CodeLoadError when it cannot be loaded */
export async function loadCode<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    throw new CodeLoadError('a part of the app could not be loaded', { cause: error });
  }
}

/** True when the exchange is reachable now. */
export async function isExchangeReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    return (await fetch('/ready', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/**
 * Reloads the page once a lost connection is back. A connection that was never lost is no reason: code that fails for
 * another reason would reload the page forever.
 */
export function useReloadOnConnection(isWaiting: boolean, reload = () => window.location.reload()): void {
  useEffect(() => {
    if (!isWaiting) return undefined;
    let wasAway = false;
    const check = async () => {
      const isThere = await isExchangeReachable();
      if (isThere && wasAway) reload();
      wasAway = !isThere;
    };
    const checkNow = () => void check();
    checkNow();
    const timer = setInterval(checkNow, checkIntervalMs);
    window.addEventListener('online', checkNow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', checkNow);
    };
  }, [isWaiting, reload]);
}
