import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Moves the focus to the answer of a form when the answer is first drawn, and scrolls the page no further than it takes to see it.
 *
 * @returns the ref of the answer or of its headline, which needs a `tabIndex` of -1
 */
export function useFocusOnMount<Answer extends HTMLElement>(): RefObject<Answer | null> {
  const ref = useRef<Answer>(null);
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return ref;
}
