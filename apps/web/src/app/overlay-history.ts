/**
 * Makes the browser's Back close the top overlay instead of leaving the page, as in every app on a phone.
 *
 * Each open overlay has its own entry in the browser's history, above that of its page: the same address and the same
 * state, plus the number of open overlays. The router never sees these entries. An overlay that closes in another way
 * removes its entry, unless the page was left in the meantime; such a leftover is skipped when Back or Forward reaches
 * it.
 */
import { openOverlays } from '@salar/ui';
import { setPopstateListener } from './popstate-listener.ts';

type Overlays = Pick<typeof openOverlays, 'count' | 'closeAllBut' | 'subscribe'>;
/** The browser's position: the router's index of the page, and the number of overlays of the entry. */
type Entry = { readonly page: number | null; readonly depth: number };

/**
 * How long an entry stays after its overlay has closed. Closing an overlay often also opens another page, and that has
 * to happen first: going back would undo it.
 */
const settleMs = 175;
/** A step through the history takes milliseconds; a browser that refuses one gives no notice. */
const stepMsMax = 1000;

export type OverlayHistory = {
  /** Another page is shown, or is loading: until it has loaded there are no steps through the history. */
  readonly pageChanged: (isOnItsWay: boolean) => void;
  readonly stop: () => void;
};

/** Starts to follow the overlays and the browser's Back and Forward. */
export function followOverlays(overlays: Overlays = openOverlays): OverlayHistory {
  const { history } = window;
  let current = entryNow();
  let isPageOnItsWay = false;
  let settling: ReturnType<typeof setTimeout> | undefined;
  /** Set while a step requested here is in progress. */
  let stepping: ReturnType<typeof setTimeout> | undefined;

  function entryNow(): Entry {
    const state: unknown = history.state;
    const { idx, overlays: depth } = (state ?? {}) as { idx?: unknown; overlays?: unknown };
    return { page: typeof idx === 'number' ? idx : null, depth: typeof depth === 'number' ? depth : 0 };
  }

  /** Adds the missing entries at once, one for each open overlay; surplus entries are removed a moment later. */
  function settle() {
    if (stepping !== undefined) return;
    current = entryNow();
    const count = overlays.count();
    for (let depth = current.depth + 1; depth <= count; depth += 1) {
      history.pushState({ ...(history.state as object | null), overlays: depth }, '');
      current = { ...current, depth };
    }
  }

  function settleSoon() {
    forgetSettling();
    settling = setTimeout(() => {
      forgetSettling();
      if (isPageOnItsWay || stepping !== undefined) return;
      settle();
      const tooMany = current.depth - overlays.count();
      if (tooMany > 0) step(-tooMany);
    }, settleMs);
    // A step that begins after another document was requested would abort its load.
    window.addEventListener('beforeunload', forgetSettling);
  }

  function forgetSettling() {
    clearTimeout(settling);
    // The listener exists only while something is to settle: it would keep the page out of the back-forward cache.
    window.removeEventListener('beforeunload', forgetSettling);
  }

  function step(by: number) {
    stepping = setTimeout(stepped, stepMsMax);
    history.go(by);
  }

  function stepped() {
    clearTimeout(stepping);
    stepping = undefined;
    settle();
    settleSoon();
  }

  function overlaysChanged() {
    // An overlay that closes while another one opens hands its entry over.
    queueMicrotask(settle);
    settleSoon();
  }

  function moved(event: PopStateEvent) {
    const from = current;
    current = entryNow();
    if (current.page !== from.page || current.depth === from.depth) {
      // Another page, which is the router's task. A leftover of that page is removed after it has rendered.
      settleSoon();
      return;
    }
    event.stopImmediatePropagation();
    if (stepping !== undefined) {
      stepped();
    } else if (current.depth > from.depth) {
      // Forward to an overlay closed long ago: go further, or back when there is no later entry.
      history.forward();
      settleSoon();
    } else if (overlays.count() > current.depth) {
      overlays.closeAllBut(current.depth);
      settleSoon();
    } else {
      // Only a leftover stopped the customer from leaving the page.
      history.back();
    }
  }

  setPopstateListener(moved);
  const unsubscribe = overlays.subscribe(overlaysChanged);
  settleSoon();
  return {
    pageChanged: (isOnItsWay) => {
      isPageOnItsWay = isOnItsWay;
      if (stepping === undefined) current = entryNow();
      settleSoon();
    },
    stop: () => {
      setPopstateListener(null);
      unsubscribe();
      forgetSettling();
      clearTimeout(stepping);
    },
  };
}
