/** When the swap page computes amounts, when it sends requests, and what it shows before and after an order. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { Toaster } from '@salar/ui';
import { afterEach, expect, test, vi } from 'vitest';
import {
  answering,
  digits,
  exchange,
  position,
  products,
  findRequests,
} from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { SwapPage } from './swap-page.tsx';

useFakeExchange();
afterEach(() => {
  vi.useRealTimers();
});

const fee = answering('GetOrderFee', { OrderFee: digits('0.002'), ProductId: products.USDT });
const payField = () => screen.findByLabelText('Amount to pay');
const receiveField = () => screen.getByLabelText('Amount to receive');

/** Opens the page; from now on time passes only when the test advances it. */
async function openAndStopTheClock() {
  exchange.use(fee);
  renderPage(<SwapPage />);
  const pay = await payField();
  // The book is loaded: both other amounts need it.
  await waitFor(() => expect(findRequests('GetL2Snapshot')).toHaveLength(1));
  await new Promise((next) => setTimeout(next, 50));
  stopTheClock();
  return pay;
}
function stopTheClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
}
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

// covers: swap.10
test('the other amount follows half a second after the last key', async () => {
  const pay = await openAndStopTheClock();
  fireEvent.change(pay, { target: { value: '0.1' } });
  await pass(400);
  fireEvent.change(pay, { target: { value: '0.12' } });
  await pass(490);
  expect(receiveField()).toHaveValue('');
  await pass(20);
  expect(receiveField()).toHaveValue('7200');
});

// covers: swap.11
test('the fee is requested 700 ms after the amounts have settled', async () => {
  const pay = await openAndStopTheClock();
  fireEvent.change(pay, { target: { value: '0.1' } });
  await pass(510);
  expect(receiveField()).toHaveValue('6000');
  await pass(680);
  expect(findRequests('GetOrderFee')).toEqual([]);
  await pass(30);
  vi.useRealTimers();
  await waitFor(() =>
    expect(findRequests('GetOrderFee')).toEqual([
      {
        OMSId: 1,
        AccountId: 31,
        InstrumentId: 1,
        Price: '60000',
        Quantity: '0.1',
        OrderType: 1,
        MakerTaker: 'Maker',
        Side: 1,
      },
    ]),
  );
});

test('until the fee of a new amount arrives, that of the last amount is converted to it', async () => {
  const pay = await openAndStopTheClock();
  vi.useRealTimers();
  exchange.use(answering('GetOrderFee', { OrderFee: digits('6'), ProductId: products.USDT }));
  fireEvent.change(pay, { target: { value: '0.1' } });
  expect(await screen.findByText('5,994.00 USDT', {}, { timeout: 5000 })).toBeInTheDocument();
  exchange.use(http.all('*/AP/GetOrderFee', () => new Promise<never>(() => undefined)));
  stopTheClock();
  fireEvent.change(pay, { target: { value: '0.15' } });
  await pass(510);
  expect(receiveField()).toHaveValue('9000');
  expect(screen.getByText('8,991.00 USDT')).toBeInTheDocument();
  await pass(710);
  expect(screen.getByText('8,991.00 USDT')).toBeInTheDocument();
});

// covers: swap.25
test('rates are requested every ten seconds', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
  exchange.use(fee);
  renderPage(<SwapPage />);
  await payField();
  const requestsBefore = findRequests('GetLevel1Summary').length;
  await pass(8_000);
  expect(findRequests('GetLevel1Summary')).toHaveLength(requestsBefore);
  await pass(3_000);
  expect(findRequests('GetLevel1Summary')).toHaveLength(requestsBefore + 1);
  await pass(10_000);
  expect(findRequests('GetLevel1Summary')).toHaveLength(requestsBefore + 2);
});

// covers: swap.4
test('the balance is cut to four decimals', async () => {
  exchange.use(fee, answering('GetAccountPositions', [position('BTC', '0.41239999', '0.1')]));
  renderPage(<SwapPage />);
  expect(await screen.findByText('Balance: 0.3123 BTC')).toBeInTheDocument();
});

// covers: swap.8
test('the review has title, description, confirm and cancel, and cancelling keeps what was typed', async () => {
  exchange.use(fee);
  const { user } = renderPage(<SwapPage />);
  await user.click(await payField());
  await user.paste('0.1');
  await user.click(await screen.findByRole('button', { name: 'Review swap' }));
  const review = await screen.findByRole('dialog', { name: 'Confirm your swap' });
  expect(review).toHaveTextContent('A swap cannot be undone.');
  expect(review).toHaveTextContent('0.10 BTC');
  await waitFor(() => expect(review).toHaveTextContent('5,999.998 USDT'));
  expect(within(review).getByRole('button', { name: 'Swap 0.10 BTC' })).toBeInTheDocument();
  await user.click(within(review).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await payField()).toHaveValue('0.1');
  expect(findRequests('SendOrder')).toEqual([]);
});

// covers: swap.22
test.each([
  ['that was not taken', () => new HttpResponse('NO', { status: 400 }), 'Error swapping tokens'],
  [
    'that was lost on its way',
    () => HttpResponse.error(),
    'We do not know yet whether the swap went through. We are checking with the exchange, and the answer will appear here. Please do not send it again.',
  ],
])('a swap %s is an error, and the known part of its outcome is shown', async (_, answer, text) => {
  exchange.use(fee, http.all('*/AP/SendOrder', answer));
  const { user } = renderPage(
    <>
      <SwapPage />
      <Toaster />
    </>,
  );
  await user.click(await payField());
  await user.paste('0.1');
  await user.click(await screen.findByRole('button', { name: 'Review swap' }));
  const confirm = await screen.findByRole('button', { name: 'Swap 0.10 BTC' });
  await waitFor(() => expect(confirm).toBeEnabled());
  await user.click(confirm);
  // Once: on the page, and in no toast above it.
  expect(await screen.findAllByText(text)).toHaveLength(1);
  expect(await payField()).toHaveValue('');
});
