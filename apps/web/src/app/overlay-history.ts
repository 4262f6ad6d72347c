/**
 * Makes the browser's Back close the top overlay instead of leaving the page, as in every app on a phone.
 *
 * Each open overlay has its own entry in the browser's history, above that of its page: the same address and the same
 * state, plus the number of open overlays. The router never sees these entries. An overlay that closes in another way
 * leaves its entry behind: the next overlay uses it again, and Back and Forward skip it. Nothing here moves through the
 * history unless the customer does, because such a step would abort a page that is being loaded.
 */
import { openOverlays } from '@salar/ui';
import { setPopstateListener } from './popstate-listener.ts';

type Overlays = Pick<typeof openOverlays, 'count' | 'closeAllBut' | 'subscribe'>;
/** The browser's position: the router's index of the page, and the number of overlays of the entry. */
type Entry = { readonly page: number | null; readonly depth: number; readonly address: string };

/** How long an overlay has to close, or to ask before it closes, until it gets its entry again. */
const closeMs = 175;

export type OverlayHistory = {
  /** Another page is shown, or the address of this one changed. */
  readonly pageChanged: () => void;
  readonly stop: () => void;
};

/** Starts to follow the overlays and the browser's Back and Forward. */
export function followOverlays(overlays: Overlays = openOverlays): OverlayHistory {
  const { history } = window;
  let current = entryNow();
  let closing: ReturnType<typeof setTimeout> | undefined;

  function entryNow(): Entry {
    const state: unknown = history.state;
    const { idx, overlays: depth } = (state ?? {}) as { idx?: unknown; overlays?: unknown };
    return {
      page: typeof idx === 'number' ? idx : null,
      depth: typeof depth === 'number' ? depth : 0,
      address: location.href,
    };
  }

  /** Reads the entry. The router replaces an entry without its number of overlays, which is written again here. */
  function refresh() {
    const { page, depth } = current;
    current = entryNow();
    if (current.page === page && current.depth < depth) {
      history.replaceState({ ...(history.state as object | null), overlays: depth }, '');
      current = { ...current, depth };
    }
  }

  /** Adds the missing entries, one for each open overlay. */
  function settle() {
    refresh();
    const count = overlays.count();
    for (let depth = current.depth + 1; depth <= count; depth += 1) {
      history.pushState({ ...(history.state as object | null), overlays: depth }, '');
      current = { ...current, depth };
    }
  }

  function moved(event: PopStateEvent) {
    const from = current;
    current = entryNow();
    // Another page is the router's task.
    if (current.page !== from.page || current.depth === from.depth) return;
    event.stopImmediatePropagation();
    if (current.depth > from.depth) {
      // Forward to an overlay closed long ago: go further. At the newest entry this does nothing, and Back skips it.
      history.forward();
      return;
    }
    if (current.address !== from.address) {
      // The page changed its address while or after the overlay was open: the router has the newer one.
      history.replaceState(history.state, '', from.address);
      current = { ...current, address: from.address };
    }
    if (overlays.count() > current.depth) {
      overlays.closeAllBut(current.depth);
      clearTimeout(closing);
      closing = setTimeout(settle, closeMs);
    } else {
      // Only a leftover stopped the customer from leaving the page.
      history.back();
    }
  }

  setPopstateListener(moved);
  // An overlay that closes while another one opens hands its entry over.
  const unsubscribe = overlays.subscribe(() => queueMicrotask(settle));
  settle();
  return {
    pageChanged: settle,
    stop: () => {
      setPopstateListener(null);
      unsubscribe();
      clearTimeout(closing);
    },
  };
}
