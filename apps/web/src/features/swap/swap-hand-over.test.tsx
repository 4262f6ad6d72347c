/** An asset passed by another page replaces a stored draft, and never restores an old amount. */
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { products } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { SwapPage } from './swap-page.tsx';

useFakeExchange();
afterEach(() => sessionStorage.clear());

/** Stores the drafts of the form, as a full page load leaves them. */
function keepDraft() {
  const kept = (value: object) => JSON.stringify({ value, handOver: null });
  sessionStorage.setItem('draft.swap.pair', kept({ fromId: products.ETH, toId: products.USDT }));
  sessionStorage.setItem('draft.swap.amount', kept({ side: 'pay', text: '0.5' }));
}

const payAsset = () => screen.findByRole('button', { name: /Asset to pay with/ });

test('the passed asset is selected, and the old amount is gone', async () => {
  keepDraft();
  renderPage(<SwapPage />, { state: { fromCrypto: products.BTC } });
  expect(await payAsset()).toHaveTextContent('BTC');
  expect(screen.getByLabelText('Amount to pay')).toHaveValue('');
});

test('without a passed asset the draft from before a reload is restored', async () => {
  keepDraft();
  renderPage(<SwapPage />);
  expect(await payAsset()).toHaveTextContent('ETH');
  expect(screen.getByLabelText('Amount to pay')).toHaveValue('0.5');
});
