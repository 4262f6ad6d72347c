import { render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { DrawnRouter } from './drawn-router.tsx';

test('a step of the router during the first draw is drawn', async () => {
  let isFirst = true;
  const router = createMemoryRouter([{ path: '/', Component: Page }]);
  function Page() {
    const { hash } = router.state.location;
    // As Back does between two pieces of the first draw: the provider does not listen yet.
    if (isFirst) void router.navigate('#next');
    isFirst = false;
    return <p>{`at ${hash}`}</p>;
  }
  render(<DrawnRouter router={router} />);
  expect(await screen.findByText('at #next')).toBeInTheDocument();
});
