import { useSyncExternalStore } from 'react';

/** True while the page is laid out for paper: lists are rendered completely, and tables stay tables on narrow paper. */
export function usePrinting(): boolean {
  return useSyncExternalStore(followPrinting, isPrinting, () => false);
}

/** Bridges the time between the events, for browsers that update the media query too late. */
let isPreparing = false;

function isPrinting(): boolean {
  return isPreparing || (globalThis.matchMedia?.('print').matches ?? false);
}

function followPrinting(notify: () => void): () => void {
  const media = globalThis.matchMedia?.('print');
  const begin = () => {
    isPreparing = true;
    notify();
  };
  const end = () => {
    isPreparing = false;
    notify();
  };
  globalThis.addEventListener('beforeprint', begin);
  globalThis.addEventListener('afterprint', end);
  media?.addEventListener('change', notify);
  return () => {
    globalThis.removeEventListener('beforeprint', begin);
    globalThis.removeEventListener('afterprint', end);
    media?.removeEventListener('change', notify);
  };
}
