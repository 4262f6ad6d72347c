import { useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';

/**
 * A part that is needed only after a press: its code arrives when the browser is idle, or at once when asked for.
 *
 * Unlike `React.lazy` it draws in the same instant when the code is there already, so nothing flickers.
 */
export type LazyView<Props> = {
  /**
   * The part, or null while its code is on its way. Asking for it starts the way; what shows without a press has to ask,
   * because a page that nobody touches fetches the rest late.
   */
  readonly use: (isNeeded: boolean) => ComponentType<Props> | null;
  readonly preload: () => Promise<void>;
};

const preloads: (() => Promise<void>)[] = [];

/** Fetches every part now. Tests call it first, so that a press opens what it opens at once. */
export async function preloadViews(): Promise<void> {
  // A part may bring parts of its own.
  for (let fetched = 0; fetched < preloads.length;) {
    const due = preloads.slice(fetched);
    fetched = preloads.length;
    await Promise.all(due.map((preload) => preload()));
  }
}

/**
 * @param load  fetches the code
 * @param when  `soon`: most pages open it, and fetching it at the press would be felt on a slow phone
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

/** Fetches what is not a view, such as texts, once the first figures of a page are there and the browser is idle. */
export function fetchSoon(fetch: () => Promise<unknown>): void {
  setTimeout(actWhenIdle, soonMs, () => void fetch().catch(() => undefined));
}

/**
 * When somebody is there who may press soon, or after a while in any case: the first figures of a page arrive in moments
 * that look idle, and come first.
 */
function whenIdle(act: () => void): void {
  waiting.push(act);
  if (waiting.length > 1) return;
  for (const sign of signsOfLife) window.addEventListener(sign, begin, { once: true, passive: true });
  setTimeout(begin, settledMs);
}

const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;
const settledMs = 10_000;
/** By then the first figures of a page are there, also on a slow line. */
const soonMs = 3000;
let waiting: (() => void)[] = [];

function begin(): void {
  for (const sign of signsOfLife) window.removeEventListener(sign, begin);
  const due = waiting;
  waiting = [];
  for (const act of due) actWhenIdle(act);
}

function actWhenIdle(act: () => void): void {
  if (typeof globalThis.requestIdleCallback === 'function')
    globalThis.requestIdleCallback(act, { timeout: 4000 });
  else act();
}
