/** What a page does whose code did not arrive: it says so, and is loaded once more when the exchange can be reached. */
import { useEffect } from 'react';

const checkIntervalMs = 5000;

/** The code of a page, or its texts, did not arrive. */
export class CodeMissing extends Error {
  override readonly name = 'CodeMissing';
}

/** Loads a part of the app. @throws CodeMissing when it does not arrive */
export async function loadCode<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    throw new CodeMissing('a part of the app did not arrive', { cause: error });
  }
}

/** Whether the exchange answers right now. */
export async function isExchangeThere(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    return (await fetch('/ready', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/**
 * Loads the page again once a lost connection is back. One that was never lost is no reason: code that fails for another
 * reason would load the page for ever.
 */
export function useReloadOnConnection(isWaiting: boolean, reload = () => window.location.reload()): void {
  useEffect(() => {
    if (!isWaiting) return undefined;
    let wasAway = false;
    const look = async () => {
      const isThere = await isExchangeThere();
      if (isThere && wasAway) reload();
      wasAway = !isThere;
    };
    const lookNow = () => void look();
    lookNow();
    const timer = setInterval(lookNow, checkIntervalMs);
    window.addEventListener('online', lookNow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', lookNow);
    };
  }, [isWaiting, reload]);
}
