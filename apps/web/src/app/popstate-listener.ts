/**
 * Handles a step through the browser's history before the router does.
 *
 * Browsers call the listeners of a window in the order in which they were added, so this one is added before the router
 * is created, while its handler loads with the first page.
 */
type Listener = (event: PopStateEvent) => void;

let first: Listener | null = null;

/** Must be called before the router is created. */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => first?.(event));
}

/** Sets or removes the first handler. */
export function setPopstateListener(listener: Listener | null): void {
  first = listener;
}
