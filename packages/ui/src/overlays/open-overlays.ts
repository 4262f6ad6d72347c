/** What is open above the page. The app asks here what the browser's Back has to close. */
import { useEffect, useRef } from 'react';

type Overlay = { readonly close: () => void };

const overlays: Overlay[] = [];
const listeners = new Set<() => void>();

/** The dialogs, sheets, lists, menus and popovers that are open above the page, in the order in which they opened. */
export const openOverlays = {
  count: (): number => overlays.length,

  /** Asks all but the first `kept` to close, the newest first. One that asks a question or is busy may stay. */
  closeAllBut(kept: number): void {
    for (const overlay of overlays.slice(kept).toReversed()) overlay.close();
  },

  /** Calls the listener after each opening and closing. Returns how to stop. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Lists something among the open overlays for as long as it is open. `close` is what its close button would do. */
export function useOpenOverlay(isOpen: boolean, close: () => void): void {
  const latestClose = useRef(close);
  useEffect(() => {
    latestClose.current = close;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const overlay = { close: () => latestClose.current() };
    overlays.push(overlay);
    for (const listener of listeners) listener();
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1);
      for (const listener of listeners) listener();
    };
  }, [isOpen]);
}
