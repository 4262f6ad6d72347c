/**
 * The overlays that are open above the page. The app uses them to close the top one when the browser's Back is pressed.
 */
import { useEffect, useRef } from 'react';

type Overlay = { readonly close: () => void };

const overlays: Overlay[] = [];
const listeners = new Set<() => void>();

/** The open dialogs, sheets, lists, menus and popovers, in the order in which they opened. */
export const openOverlays = {
  count: (): number => overlays.length,

  /** Requests all but the first `kept` to close, the newest first. One that confirms first or is busy may stay open. */
  closeAllBut(kept: number): void {
    for (const overlay of overlays.slice(kept).toReversed()) overlay.close();
  },

  /** Calls the listener after each opening and closing. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Registers an overlay for as long as it is open. `close` does the same as its close button. */
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
