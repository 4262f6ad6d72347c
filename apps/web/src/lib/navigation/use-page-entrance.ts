import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

const entrance: KeyframeAnimationOptions = { duration: 240, easing: 'cubic-bezier(0.2, 0, 0, 1)' };

/**
 * Fades a page in when it replaces another one. The first page of a visit appears at once, since the customer has
 * waited for it.
 */
export function usePageEntrance(area: RefObject<HTMLElement | null>, page: string): void {
  const shown = useRef(page);
  useLayoutEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    area.current?.animate([{ opacity: 0 }, { opacity: 1 }], entrance);
  }, [area, page]);
}
