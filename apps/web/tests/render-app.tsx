/** Renders the whole app in memory, at an address, for tests of journeys. Answers come from msw. */
import { render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { RouterProvider, createMemoryRouter } from 'react-router';
import { routes } from '../src/app/router.tsx';
import { readSession } from '../src/session/session-persistence.ts';
import { createStore } from '../src/store/store.ts';
import { startI18n } from '../src/i18n/i18n.ts';

export async function renderApp(address: string) {
  await startI18n();
  const store = createStore(readSession(localStorage), localStorage);
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { store, router };
}
