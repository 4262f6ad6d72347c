import { useSyncExternalStore } from 'react';

const storageKey = 'ui.balances.hidden';
const listeners = new Set<() => void>();

/**
 * Returns whether the customer's own amounts are hidden. The choice is stored in this browser, so that it survives
 * navigation and reloads, and every component that reads it follows a change in this tab or another one at once.
 */
export function useHiddenBalances(): { readonly isHidden: boolean; readonly toggle: () => void } {
  const isHidden = useSyncExternalStore(subscribe, readIsHidden);
  return { isHidden, toggle };
}

function toggle() {
  localStorage.setItem(storageKey, String(!readIsHidden()));
  for (const notify of listeners) notify();
}

function readIsHidden(): boolean {
  return localStorage.getItem(storageKey) === 'true';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
