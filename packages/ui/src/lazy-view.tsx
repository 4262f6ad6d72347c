import { useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';

/**
 * A component that is needed only after a press. Its code loads when the browser is idle, or at once when it is used.
 *
 * Unlike `React.lazy` it renders synchronously when the code is already loaded, so nothing flickers.
 */
export type LazyView<Props> = {
  /**
   * Returns the component, or null while its code is loading. Using it starts loading; a component that appears without
   * a press must use this, because a page without interaction loads the others late.
   */
  readonly use: (isNeeded: boolean) => ComponentType<Props> | null;
  readonly preload: () => Promise<void>;
};

const preloads: (() => Promise<void>)[] = [];

/** Loads every lazy view. Tests call it first, so that a press opens its view at once. */
export async function preloadViews(): Promise<void> {
  // A view may register further views.
  for (let fetched = 0; fetched < preloads.length;) {
    const due = preloads.slice(fetched);
    fetched = preloads.length;
    await Promise.all(due.map((preload) => preload()));
  }
}

/**
 * @param load  imports the code
 * @param when  `soon`: most pages open it, and loading it at the press would be noticeable on a slow phone
 */
export function lazyView<Props>(
  load: () => Promise<ComponentType<Props>>,
  when: 'soon' | 'later' = 'later',
): LazyView<Props> {
  let view: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  function preload(): Promise<void> {
    loading ??= load().then(
      (loaded) => {
        view = loaded;
        for (const notify of listeners) notify();
      },
      (error: unknown) => {
        // The connection broke: the next press tries again.
        loading = null;
        throw error;
      },
    );
    return loading;
  }

  function subscribe(notify: () => void): () => void {
    listeners.add(notify);
    return () => listeners.delete(notify);
  }

  preloads.push(preload);
  const preloadQuietly = () => void preload().catch(() => undefined);
  if (when === 'soon') setTimeout(actWhenIdle, soonMs, preloadQuietly);
  whenIdle(preloadQuietly);
  return {
    preload,
    use: (isNeeded) => {
      const present = useSyncExternalStore(subscribe, () => view);
      if (isNeeded && present === null) void preload().catch(() => undefined);
      return present;
    },
  };
}

/** Loads other code or texts once the first figures of a page are loaded and the browser is idle. */
export function fetchSoon(fetch: () => Promise<unknown>): void {
  setTimeout(actWhenIdle, soonMs, () => void fetch().catch(() => undefined));
}

/**
 * Runs at the first sign of interaction, or after a while in any case: the first figures of a page load during periods
 * that look idle, and have priority.
 */
function whenIdle(act: () => void): void {
  waiting.push(act);
  if (waiting.length > 1) return;
  for (const sign of interactionEvents) window.addEventListener(sign, start, { once: true, passive: true });
  setTimeout(start, settledMs);
}

const interactionEvents = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;
const settledMs = 10_000;
/** By then the first figures of a page are loaded, even on a slow connection. */
const soonMs = 3000;
let waiting: (() => void)[] = [];

function start(): void {
  for (const sign of interactionEvents) window.removeEventListener(sign, start);
  const due = waiting;
  waiting = [];
  for (const act of due) actWhenIdle(act);
}

function actWhenIdle(act: () => void): void {
  if (typeof globalThis.requestIdleCallback === 'function')
    globalThis.requestIdleCallback(act, { timeout: 4000 });
  else act();
}
