/** The redirects of a signed-in customer from pages for visitors and from unknown addresses. */
import { render, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Provider } from 'react-redux';
import { expect, test } from 'vitest';
import { signedInStore, useFakeExchange } from '../api/testing/render-page.tsx';
import { FallbackRedirect, PublicOnly } from './gates.tsx';

useFakeExchange();

/** The gates of the app around pages that render only their names. */
function visit(address: string) {
  const router = createMemoryRouter(
    [
      {
        Component: PublicOnly,
        children: ['/signin', '/login', '/signup', '/forgot-password', '/validate-code'].map((path) => ({
          path,
          element: path,
        })),
      },
      { path: '/dashboard', element: 'dashboard' },
      { path: '*', Component: FallbackRedirect },
    ],
    { initialEntries: [address] },
  );
  render(
    <Provider store={signedInStore()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return router;
}
const arrival = ({ state }: ReturnType<typeof visit>) => state.location.pathname + state.location.search;

// covers: routes.3
test.each(['/signin', '/login', '/signup', '/forgot-password', '/validate-code'])(
  'signed in, %s leads to the dashboard with its query',
  async (path) => {
    const router = visit(`${path}?userName=maria&wallet=0x1`);
    await waitFor(() => expect(arrival(router)).toBe('/dashboard?userName=maria&wallet=0x1'));
  },
);

// covers: routes.17
test.each(['/', '/nowhere', '/settings-of-old/9'])(
  'signed in, an unknown address leads to the dashboard',
  async (path) => {
    const router = visit(path);
    await waitFor(() => expect(arrival(router)).toBe('/dashboard'));
  },
);
