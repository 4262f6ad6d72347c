/** One renewal of the session at a time, in all tabs of this browser: the old token is dead before the new one is known. */

const lockName = 'salar.session';
/** Where the browser has no locks (a page without a secure context), this tab alone is in order. */
let ownTurn: Promise<unknown> = Promise.resolve();

/** Does what makes a new token and stores it. */
export function renewing<T>(work: () => Promise<T>): Promise<T> {
  if (hasLocks()) return navigator.locks.request(lockName, work);
  const turn = ownTurn.then(work, work);
  ownTurn = turn.catch(() => undefined);
  return turn;
}

/** Waits until no tab is about to store a new token. */
export async function renewalsDone(): Promise<void> {
  if (hasLocks()) await navigator.locks.request(lockName, { mode: 'shared' }, () => undefined);
  else await ownTurn;
}

function hasLocks(): boolean {
  return 'locks' in navigator;
}
