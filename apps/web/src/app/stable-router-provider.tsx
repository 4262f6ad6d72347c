import { useLayoutEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import type { createRouter } from './router.tsx';

/**
 * Renders the pages of a router, even when it navigates during the first render.
 *
 * The first render is interruptible, and the router's provider subscribes only at its end. A navigation in between,
 * such as pressing Back, would be lost and leave the wrong page; in that case the pages are rendered again.
 */
export function StableRouterProvider({ router }: { readonly router: ReturnType<typeof createRouter> }) {
  const [draws, setDraws] = useState(0);
  const drawnState = router.state;
  useLayoutEffect(() => {
    if (router.state !== drawnState) setDraws((before) => before + 1);
  });
  return <RouterProvider key={draws} router={router} />;
}
