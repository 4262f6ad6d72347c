/**
 * Serialises renewals of the session across all tabs of this browser: the old token is dead before the new one is
 * stored.
 */

const lockName = 'salar.session';
/** Without the Web Locks API (outside a secure context), renewals are serialised within this tab only. */
let ownTurn: Promise<unknown> = Promise.resolve();

/** Runs work that obtains a new token and stores it. */
export function runRenewal<T>(work: () => Promise<T>): Promise<T> {
  if (hasLocks()) return navigator.locks.request(lockName, work);
  const turn = ownTurn.then(work, work);
  ownTurn = turn.catch(() => undefined);
  return turn;
}

/** Waits until no tab is about to store a new token. */
export async function waitForRenewals(): Promise<void> {
  if (hasLocks()) await navigator.locks.request(lockName, { mode: 'shared' }, () => undefined);
  else await ownTurn;
}

function hasLocks(): boolean {
  return 'locks' in navigator;
}
