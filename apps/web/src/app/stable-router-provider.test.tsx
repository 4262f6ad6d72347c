import { render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { StableRouterProvider } from './stable-router-provider.tsx';

test('a navigation during the first render is rendered', async () => {
  let isFirst = true;
  const router = createMemoryRouter([{ path: '/', Component: Page }]);
  function Page() {
    const { hash } = router.state.location;
    // Like pressing Back in the middle of the first render: the provider has not subscribed yet.
    if (isFirst) void router.navigate('#next');
    isFirst = false;
    return <p>{`at ${hash}`}</p>;
  }
  render(<StableRouterProvider router={router} />);
  expect(await screen.findByText('at #next')).toBeInTheDocument();
});
