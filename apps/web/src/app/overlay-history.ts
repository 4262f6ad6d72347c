/**
 * The browser's Back closes what is open above the page, as on a phone every app does, and does not leave the page.
 *
 * Each open overlay has an entry of its own in the browser's history, above that of its page: the same address and the
 * same state, and in the state how many overlays are open. The router never learns of these entries. An overlay that
 * closes otherwise gives its entry back, unless the page was left meanwhile; such a leftover is skipped when Back or
 * Forward come to it.
 */
import { openOverlays } from '@salar/ui';
import { setFirstListener } from './pop-first.ts';

type Overlays = Pick<typeof openOverlays, 'count' | 'closeAllBut' | 'subscribe'>;
/** Where the browser is: the router's count of pages, and how many overlays the entry stands for. */
type Entry = { readonly page: number | null; readonly depth: number };

/**
 * How long an entry stays after its overlay has closed. What closes an overlay often leads to another page as well, and that
 * comes first: going back then would undo it.
 */
const settleMs = 100;
/** A step through the history takes milliseconds; a browser that refuses one says nothing. */
const stepMsMax = 1000;

export type OverlayHistory = {
  /** Another page is shown, or one is on its way: until it has arrived nothing steps through the history. */
  readonly pageChanged: (isOnItsWay: boolean) => void;
  readonly stop: () => void;
};

/** Begins to follow the overlays, and the browser's Back and Forward. */
export function followOverlays(overlays: Overlays = openOverlays): OverlayHistory {
  const { history } = window;
  let current = entryNow();
  let isPageOnItsWay = false;
  let settling: ReturnType<typeof setTimeout> | undefined;
  /** Set while a step that was asked for here is on its way. */
  let stepping: ReturnType<typeof setTimeout> | undefined;

  function entryNow(): Entry {
    const state: unknown = history.state;
    const { idx, overlays: depth } = (state ?? {}) as { idx?: unknown; overlays?: unknown };
    return { page: typeof idx === 'number' ? idx : null, depth: typeof depth === 'number' ? depth : 0 };
  }

  /** One entry for each open overlay; missing ones at once, and none too many a moment later. */
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
    // A step begun after another document was asked for would abort its load.
    window.addEventListener('beforeunload', forgetSettling);
  }

  function forgetSettling() {
    clearTimeout(settling);
    // Without anything to settle there is no listener: one would keep the page out of the browser's back-forward cache.
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
    // One that closes for another one to open leaves its entry to it.
    queueMicrotask(settle);
    settleSoon();
  }

  function moved(event: PopStateEvent) {
    const from = current;
    current = entryNow();
    if (current.page !== from.page || current.depth === from.depth) {
      // Another page: the router's. A leftover of that page is given back once it stands.
      settleSoon();
      return;
    }
    event.stopImmediatePropagation();
    if (stepping !== undefined) {
      stepped();
    } else if (current.depth > from.depth) {
      // Forward to what was closed long ago: further on, or back when nothing comes after it.
      history.forward();
      settleSoon();
    } else if (overlays.count() > current.depth) {
      overlays.closeAllBut(current.depth);
      settleSoon();
    } else {
      // Only a leftover was in the way of who wanted to leave the page.
      history.back();
    }
  }

  setFirstListener(moved);
  const unsubscribe = overlays.subscribe(overlaysChanged);
  settleSoon();
  return {
    pageChanged: (isOnItsWay) => {
      isPageOnItsWay = isOnItsWay;
      if (stepping === undefined) current = entryNow();
      settleSoon();
    },
    stop: () => {
      setFirstListener(null);
      unsubscribe();
      forgetSettling();
      clearTimeout(stepping);
    },
  };
}
