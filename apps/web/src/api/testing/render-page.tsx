import { UiProvider } from '@salar/ui';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { Outlet, RouterProvider, createMemoryRouter, useNavigate } from 'react-router';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { signedOutState } from '../../session/session-slice.ts';
import { createStore } from '../../store/store.ts';
import { useTranslatedUiTexts } from '../../app/use-ui-texts-translated.ts';
import { loadTexts, startI18n } from '../../i18n/i18n.ts';
import { features } from '../../i18n/texts.ts';
import { clearTabStorage } from '../../session/tab-storage.ts';
import { exchange, forgetRequests } from './fake-exchange.ts';

/** Starts the fake exchange and loads all texts for the tests of one file. */
export function useFakeExchange(): void {
  // Pages wait on purpose (debounced typing, double-tap protection), and machines can be busy.
  vi.setConfig({ testTimeout: 60_000 });
  beforeAll(async () => {
    exchange.listen({ onUnhandledRequest: 'error' });
    await startI18n();
    await Promise.all(features.map(loadTexts));
  });
  afterEach(() => {
    exchange.resetHandlers();
    forgetRequests();
    clearTabStorage();
  });
  afterAll(() => exchange.close());
}

/** Creates the store of a signed-in customer. */
export function signedInStore() {
  return createStore({ ...signedOutState, userId: 17, sessionToken: 'a-session-token' }, localStorage);
}

/** Renders a page at an address for a signed-in customer, with the navigation state of the previous page. */
export function renderPage(
  page: ReactElement,
  { path = '/', state }: { path?: string; state?: unknown } = {},
) {
  const store = signedInStore();
  const router = createMemoryRouter([{ Component: Frame, children: [{ path: '*', element: page }] }], {
    initialEntries: [
      {
        pathname: path.split('?')[0] ?? '/',
        search: path.includes('?') ? `?${path.split('?')[1]}` : '',
        state,
      },
    ],
  });
  const user = userEvent.setup();
  const view = render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { ...view, store, router, user };
}

function Frame() {
  const navigate = useNavigate();
  const texts = useTranslatedUiTexts();
  return (
    <UiProvider locale="en-US" texts={texts} navigate={(path) => void navigate(path)}>
      <Outlet />
    </UiProvider>
  );
}
