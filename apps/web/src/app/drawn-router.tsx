import { useLayoutEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import type { createRouter } from './router.tsx';

/**
 * The pages of a router, also when it moves on while they are drawn for the first time.
 *
 * The first draw goes on in pieces, and the router's provider listens from its end on. What the router said in between, as
 * when Back is pressed, would be lost and the wrong page would stay; then the pages are drawn anew.
 */
export function DrawnRouter({ router }: { readonly router: ReturnType<typeof createRouter> }) {
  const [draws, setDraws] = useState(0);
  const drawnState = router.state;
  useLayoutEffect(() => {
    if (router.state !== drawnState) setDraws((before) => before + 1);
  });
  return <RouterProvider key={draws} router={router} />;
}
