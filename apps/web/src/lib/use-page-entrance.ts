import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

const entrance: KeyframeAnimationOptions = { duration: 240, easing: 'cubic-bezier(0.2, 0, 0, 1)' };

/** A page fades in where another one was. The first one of a visit is there at once: it has kept the customer waiting. */
export function usePageEntrance(area: RefObject<HTMLElement | null>, page: string): void {
  const shown = useRef(page);
  useLayoutEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    area.current?.animate([{ opacity: 0 }, { opacity: 1 }], entrance);
  }, [area, page]);
}
