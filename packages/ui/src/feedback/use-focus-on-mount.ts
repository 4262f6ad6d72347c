import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Moves the focus to the result of a form when it is first rendered, and scrolls the page only as far as needed to show
 * it.
 *
 * @returns the ref of the result or its headline, which needs a `tabIndex` of -1
 */
export function useFocusOnMount<Answer extends HTMLElement>(): RefObject<Answer | null> {
  const ref = useRef<Answer>(null);
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return ref;
}
