/**
 * Looks at a step through the browser's history before the router does.
 *
 * Browsers call the listeners of a window in the order in which they were added, so this one is added before the router is
 * made, while what it leads to arrives with the first page.
 */
type Listener = (event: PopStateEvent) => void;

let first: Listener | null = null;

/** To be called before the router is made. */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => first?.(event));
}

/** Sets who looks first, or nobody. */
export function setFirstListener(listener: Listener | null): void {
  first = listener;
}
