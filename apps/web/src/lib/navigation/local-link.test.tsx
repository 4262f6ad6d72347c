import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answeringPath, exchange, findRequests } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { LocalLink } from './local-link.tsx';

useFakeExchange();

const link = (
  <LocalLink path="faucet" query={{ network: 'Ethereum (local)', address: '0x1' }}>
    Get test coins
  </LocalLink>
);

test('the local profile shows the link to its local pages, pre-filled', async () => {
  exchange.use(answeringPath('/local/status', { profile: 'local' }));
  renderPage(link);
  expect(await screen.findByRole('link', { name: /Get test coins/ })).toHaveAttribute(
    'href',
    '/local/faucet?network=Ethereum+%28local%29&address=0x1',
  );
});

test.each([
  ['is not ready', 503],
  ['knows no such page', 404],
])('no link is shown when the exchange %s', async (_name, status) => {
  exchange.use(answeringPath('/local/status', { profile: 'production' }, status));
  renderPage(link);
  await waitFor(() => expect(findRequests('/local/status')).toHaveLength(1));
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});
