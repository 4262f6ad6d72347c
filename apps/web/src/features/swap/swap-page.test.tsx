import { formatDateTime } from '@salar/ui';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import {
  answering,
  digits,
  exchange,
  failing,
  instrument,
  level2,
  products,
  findRequests,
} from '../../api/testing/fake-exchange.ts';
import { sessionRenewed, signedOut } from '../../session/session-slice.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { liveLost, liveOpened } from '../../store/live-slice.ts';
import { Live, LiveContext } from '../../live/live.ts';
import { parseLossless } from '@salar/client/lossless-json';
import type { WireValue } from '@salar/client/lossless-json';
import { SwapPage } from './swap-page.tsx';

useFakeExchange();

const fee = answering('GetOrderFee', { OrderFee: digits('0.002'), ProductId: products.USDT });
/** The final state of order 9: read by its number, with the trades that filled it. */
const filled = (side: 'Buy' | 'Sell', quantity: string, value: string, more: object = {}) => [
  answering('GetOrderStatus', {
    OrderId: 9,
    Instrument: 1,
    Side: side,
    OrderType: 'Market',
    OrigQuantity: digits(quantity),
    QuantityExecuted: digits(quantity),
    GrossValueExecuted: digits(value),
    AvgPrice: digits('60000'),
    ReceiveTime: 1000,
    OrderState: 'FullyExecuted',
    ...more,
  }),
  answering('GetAccountTrades', [
    {
      ExecutionId: 1,
      OrderId: 9,
      InstrumentId: 1,
      Side: side,
      Quantity: digits(quantity),
      Price: digits('60000'),
      Value: digits(value),
      Fee: digits('2.5'),
      FeeProductId: side === 'Buy' ? products.BTC : products.USDT,
      TradeTimeMS: 1000,
    },
  ]),
];

/** A live connection that publishes what the test passes in. */
function liveByHand() {
  const live = new Live(() => new Promise(() => undefined));
  const books: ((value: WireValue) => void)[] = [];
  vi.spyOn(live, 'listen').mockImplementation((_name, _payload, listener) => {
    books.push((value) => listener.snapshot(value));
    return () => undefined;
  });
  const publishBook = (bid: string) =>
    act(() =>
      books.at(-1)?.(parseLossless(`[[1,1,1,0,${bid},1,${bid},1,20,0],[1,1,1,0,70000,1,70000,1,20,1]]`)),
    );
  return { live, publishBook };
}

const payField = () => screen.findByLabelText('Amount to pay');
const receiveField = () => screen.getByLabelText('Amount to receive');
const formButton = () => {
  const button = document.querySelector('button[type=submit]');
  if (!button) throw new Error('the form has no button');
  return button;
};

async function review(user: UserEvent, amount: string) {
  await user.type(await payField(), amount);
  await user.click(await screen.findByRole('button', { name: 'Review swap' }));
  const confirm = await screen.findByRole('button', { name: /^Swap / });
  await waitFor(() => expect(confirm).toBeEnabled());
  return confirm;
}

// covers: swap.5, swap.6, swap.9
test('the amount received follows from the typed one, and the other way round', async () => {
  exchange.use(fee);
  const { user } = renderPage(<SwapPage />);
  await user.type(await payField(), '0.1');
  await waitFor(() => expect(receiveField()).toHaveValue('6000'));
  expect(screen.getByRole('button', { name: /1 BTC = 60,000.00 USDT/ })).toBeInTheDocument();
  expect(await screen.findByText(/0.002/)).toBeInTheDocument();

  await user.clear(receiveField());
  await user.type(receiveField(), '3000');
  await waitFor(async () => expect(await payField()).toHaveValue('0.05'));
});

test('a published rate moves the amount and stays fresh; the fee line does not flicker', async () => {
  exchange.use(fee);
  const { live, publishBook } = liveByHand();
  const watchPrices = vi.spyOn(live, 'watchPrices');
  const { user, store } = renderPage(
    <LiveContext.Provider value={live}>
      <SwapPage />
    </LiveContext.Provider>,
  );
  act(() => void store.dispatch(liveOpened()));
  await user.type(await payField(), '0.1');
  expect(await screen.findByText(/0.002/)).toBeInTheDocument();
  expect(watchPrices).toHaveBeenLastCalledWith([1]);

  const seen: boolean[] = [];
  const watcher = new MutationObserver(() => seen.push(screen.queryByText(/0.002/) !== null));
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
  publishBook('61000');
  await waitFor(() => expect(receiveField()).toHaveValue('6100'), { timeout: 5000 });
  await waitFor(() => expect(findRequests('GetOrderFee').at(-1)).toMatchObject({ Price: '61000' }));
  watcher.disconnect();
  expect(seen.length).toBeGreaterThan(0);
  expect(seen).not.toContain(false);
  expect(findRequests('GetLevel1Summary')).toHaveLength(1);

  expect(screen.getByText('The rate is up to date')).toBeInTheDocument();
  const later = Date.now() + 60_000;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
  act(() => void store.dispatch(liveLost(later - 30_000)));
  const time = formatDateTime(later - 30_000, 'en', 'time');
  expect(await screen.findByText(`rate of ${time}`)).toBeInTheDocument();
  expect(screen.queryByText('The rate is up to date')).not.toBeInTheDocument();
  clock.mockRestore();
});

test('the review shows the amount after the fee', async () => {
  exchange.use(fee);
  const { user } = renderPage(<SwapPage />);
  await review(user, '0.1');
  expect(await screen.findByText('You receive after the fee, about')).toBeInTheDocument();
  expect(screen.getByRole('dialog')).toHaveTextContent('5,999.998 USDT');
});

// covers: swap.12, swap.13, swap.23
test('a sale sends its quantity, and its value in the quote product', async () => {
  exchange.use(
    fee,
    answering('SendOrder', { status: 'Accepted', errormsg: '', OrderId: 9 }),
    ...filled('Sell', '0.1234', '7404'),
  );
  const { user } = renderPage(<SwapPage />);
  await user.click(await review(user, '0.12345'));
  expect(await screen.findByText('Your swap is done.')).toBeInTheDocument();
  expect(findRequests('SendOrder')).toEqual([
    {
      OMSId: 1,
      AccountId: 31,
      InstrumentId: 1,
      OrderType: 1,
      TimeInForce: 1,
      Side: 1,
      Quantity: '0.1234',
      Value: '7404',
      LimitPrice: '59700',
      ClientOrderId: expect.any(Number),
    },
  ]);
  const receipt = screen.getByRole('status');
  for (const text of ['You received7,401.50 USDT', 'You paid0.1234 BTC', 'Fee2.50 USDT', 'Reference9']) {
    expect(receipt).toHaveTextContent(text);
  }
  expect(screen.getByRole('link', { name: 'View in history' })).toHaveAttribute(
    'href',
    '/dashboard?asset=1&history=trades&line=order-9',
  );
  expect(await payField()).toHaveValue('');
  expect(receiveField()).toHaveValue('');
});

test('the receipt has the focus, and is scrolled into view again once it is loaded', async () => {
  exchange.use(
    fee,
    answering('SendOrder', { status: 'Accepted', errormsg: '', OrderId: 9 }),
    ...filled('Sell', '0.1234', '7404'),
  );
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { user } = renderPage(<SwapPage />);
  await user.click(await review(user, '0.12345'));
  const title = await screen.findByText('Your swap is done.');
  // Longer than the sheet needs to close and return the focus.
  await act(async () => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(document.activeElement).toContainElement(title);
  expect(document.activeElement).not.toBe(document.body);
  expect(scrolled.mock.contexts.at(-1)).toBe(document.activeElement);
  expect(scrolled.mock.contexts.length).toBeGreaterThanOrEqual(2);
  scrolled.mockRestore();
});

test('the receipt of the last swap disappears when the next amount is typed', async () => {
  exchange.use(
    fee,
    answering('SendOrder', { status: 'Accepted', errormsg: '', OrderId: 9 }),
    ...filled('Sell', '0.1234', '7404'),
  );
  const { user } = renderPage(<SwapPage />);
  await user.click(await review(user, '0.12345'));
  expect(await screen.findByText('Your swap is done.')).toBeInTheDocument();
  await waitFor(async () => expect(await payField()).toHaveValue(''));
  await user.type(await payField(), '0.1');
  expect(screen.queryByText('Your swap is done.')).not.toBeInTheDocument();
  expect(await payField()).toHaveValue('0.1');
});

// covers: routes.12, swap.1, swap.13
test('a buy sends its spending', async () => {
  exchange.use(fee, answering('SendOrder', { status: 'Accepted', errormsg: '', OrderId: 9 }));
  const { user } = renderPage(<SwapPage />, { state: { fromCrypto: products.USDT } });
  await user.click(await screen.findByRole('button', { name: /^Asset to receive/ }));
  await user.click(await screen.findByRole('option', { name: /BTC/ }));
  await user.click(await review(user, '600.1'));
  await waitFor(() => expect(findRequests('SendOrder')).toHaveLength(1));
  expect(findRequests('SendOrder')[0]).toMatchObject({
    InstrumentId: 1,
    Side: 0,
    Value: '600.1',
    LimitPrice: '60310.05',
  });
  expect(findRequests('SendOrder')[0]).not.toHaveProperty('Quantity');
});

// covers: swap.19, swap.20
test('an amount above the balance is reported inline and on the button', async () => {
  exchange.use(fee);
  const { user } = renderPage(<SwapPage />);
  await user.type(await payField(), '0.5');
  expect(await screen.findByText('Not Enough Balance')).toBeInTheDocument();
  expect(formButton()).toBeDisabled();
  expect(formButton()).toHaveTextContent('Not enough BTC');
});

// covers: swap.3
test('max fills exactly the available amount', async () => {
  exchange.use(fee);
  const { user } = renderPage(<SwapPage />, { state: { fromCrypto: products.ETH } });
  await user.click(await screen.findByRole('button', { name: 'Max' }));
  expect(await payField()).toHaveValue('1.234567890123456789');
});

// covers: swap.2
test('reversing keeps the figure with its asset', async () => {
  exchange.use(fee);
  const { user } = renderPage(<SwapPage />);
  await user.type(await payField(), '0.1');
  await user.click(screen.getByRole('button', { name: 'Reverse the swap' }));
  expect(receiveField()).toHaveValue('0.1');
  await waitFor(async () => expect(await payField()).toHaveValue('6001'));
});

// covers: swap.7
test('two assets without a market are reported, with the assets that can be traded', async () => {
  const { user } = renderPage(<SwapPage />);
  await user.click(await screen.findByRole('button', { name: /^Asset to receive/ }));
  await user.click(await screen.findByRole('option', { name: /COP/ }));
  expect(await screen.findByText('Swap combination not allowed, please try another')).toBeInTheDocument();
  expect(formButton()).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'USDT' }));
  expect(await screen.findByRole('button', { name: /1 BTC = / })).toBeInTheDocument();
});

// covers: swap.12, swap.21
test.each([
  ['Not_Enough_Funds', 'The swap was not made and no money moved. There is not enough balance.'],
  ['Closed for an hour', 'The swap was not made and no money moved. Closed for an hour'],
])(
  'a swap refused with %s reports that no money moved and why, and clears the amounts',
  async (errormsg, message) => {
    exchange.use(fee, answering('SendOrder', { status: 'Rejected', errormsg, errorcode: 101 }));
    const { user } = renderPage(<SwapPage />);
    await user.click(await review(user, '0.1'));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(await payField()).toHaveValue('');
  },
);

test('when the answer is lost the outcome is reported as unknown', async () => {
  exchange.use(
    fee,
    http.all('*/AP/SendOrder', () => Response.error()),
  );
  const { user } = renderPage(<SwapPage />);
  await user.click(await review(user, '0.1'));
  expect(await screen.findByText(/We do not know yet whether the swap went through/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'View in history' })).toHaveAttribute(
    'href',
    '/dashboard?asset=1&history=trades',
  );
});

// covers: swap.24
test('without a fee answer there is no fee line', async () => {
  exchange.use(
    answering('GetOrderFee', { result: false, errormsg: 'Invalid Request', errorcode: 100, detail: null }),
  );
  const { user } = renderPage(<SwapPage />);
  await user.type(await payField(), '0.1');
  await waitFor(() => expect(findRequests('GetOrderFee').length).toBeGreaterThan(0));
  expect(screen.queryByText('Fee')).not.toBeInTheDocument();
});

const announcement = () => document.querySelector('form [aria-live="polite"][aria-atomic]')?.textContent;

test('the result of the amounts is announced once the typing rests, and not again when the price moves', async () => {
  exchange.use(fee);
  const { live, publishBook } = liveByHand();
  const { user, store } = renderPage(
    <LiveContext.Provider value={live}>
      <SwapPage />
    </LiveContext.Provider>,
  );
  act(() => void store.dispatch(liveOpened()));
  await user.type(await payField(), '0.1');
  await waitFor(() =>
    expect(announcement()).toBe('You pay 0.10 BTC and receive about 6,000.00 USDT before the fee.'),
  );
  publishBook('61000');
  await waitFor(() => expect(receiveField()).toHaveValue('6100'), { timeout: 5000 });
  await new Promise((next) => setTimeout(next, 1200));
  expect(announcement()).toBe('You pay 0.10 BTC and receive about 6,000.00 USDT before the fee.');

  await user.clear(await payField());
  await user.type(await payField(), '0.5');
  await waitFor(() => expect(announcement()).toBe('Not Enough Balance'));
  expect(await payField()).toHaveAccessibleDescription(/Not Enough Balance/);
});

test('the amounts are written out to the last digit, with their value', async () => {
  exchange.use(fee);
  const { user } = renderPage(<SwapPage />, { state: { fromCrypto: products.ETH } });
  await user.click(await screen.findByRole('button', { name: 'Max' }));
  expect(await screen.findByText('1 point 234567890123456789 ETH')).toBeVisible();
  expect(screen.getAllByText('≈ 3,703.70 USD')).not.toHaveLength(0);
});

test('text that is not an amount stays as typed, disables the button with its reason and clears the other side', async () => {
  exchange.use(fee);
  const { user } = renderPage(<SwapPage />);
  const pay = await screen.findByRole('textbox', { name: 'Amount to pay' });
  const receive = screen.getByRole('textbox', { name: 'Amount to receive' });
  await user.type(pay, '0.1');
  await waitFor(() => expect(receive).not.toHaveValue(''), { timeout: 3000 });
  await user.type(pay, 'x');
  expect(pay).toHaveValue('0.1x');
  expect(receive).toHaveValue('');
  expect(screen.getByRole('button', { name: 'An amount has no letters' })).toBeDisabled();
});

test('without a connection nothing can be sent, and an open review reports it', async () => {
  exchange.use(fee);
  const { user } = renderPage(<SwapPage />);
  const confirm = await review(user, '0.1');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => {
    window.dispatchEvent(new Event('offline'));
  });
  expect(confirm).toBeDisabled();
  expect(confirm).toHaveTextContent('You are offline');
  online.mockReturnValue(true);
  act(() => {
    window.dispatchEvent(new Event('online'));
  });
  expect(confirm).toBeEnabled();
  expect(findRequests('SendOrder')).toEqual([]);
  online.mockRestore();
});

test('a price that moved by more than half a percent is reviewed again before anything is sent', async () => {
  exchange.use(fee, answering('SendOrder', { status: 'Accepted', errormsg: '', OrderId: 9 }));
  const { live, publishBook } = liveByHand();
  const { user, store } = renderPage(
    <LiveContext.Provider value={live}>
      <SwapPage />
    </LiveContext.Provider>,
  );
  act(() => void store.dispatch(liveOpened()));
  const confirm = await review(user, '0.1');
  publishBook('60200');
  const dialog = screen.getByRole('dialog');
  await waitFor(() => expect(dialog).toHaveTextContent('1 BTC = 60,200.00 USDT'), { timeout: 5000 });
  expect(confirm).toBeEnabled();
  publishBook('61000');
  expect(await screen.findByText(/The price moved/, {}, { timeout: 5000 })).toBeInTheDocument();
  expect(confirm).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Use the new price' }));
  await user.click(confirm);
  await waitFor(() => expect(findRequests('SendOrder')).toHaveLength(1));
  expect(findRequests('SendOrder')[0]).toMatchObject({ LimitPrice: '60695' });
});

test('a session lost in the middle of a review: nothing is sent twice, and the amounts are kept', async () => {
  let sent = 0;
  exchange.use(
    fee,
    ...filled('Sell', '0.1', '6000'),
    http.all('*/AP/SendOrder', ({ request }) => {
      sent += 1;
      return request.headers.get('aptoken') === 'a-session-token'
        ? new HttpResponse('NOT AUTHORIZED', { status: 401 })
        : HttpResponse.json({ status: 'Accepted', errormsg: '', OrderId: 9 });
    }),
  );
  const { user, store } = renderPage(<SwapPage />);
  await user.click(await review(user, '0.1'));
  await waitFor(() => expect(store.getState().session.prompt).toBe('signIn'));
  act(() => void store.dispatch(sessionRenewed({ sessionToken: 'new' })));
  expect(await screen.findByText(/You were signed out before this could be done/)).toBeInTheDocument();
  expect(sent).toBe(1);
  expect(await payField()).toHaveValue('0.1');
  await user.click(await screen.findByRole('button', { name: 'Review swap' }));
  const confirm = await screen.findByRole('button', { name: 'Swap 0.10 BTC' });
  await waitFor(() => expect(confirm).toBeEnabled());
  await user.click(confirm);
  expect(await screen.findByText('Your swap is done.')).toBeInTheDocument();
  expect(sent).toBe(2);
});

test('a crashed server leaves the outcome open', async () => {
  exchange.use(fee, failing('/AP/SendOrder', 502, 'Bad Gateway'));
  const { user } = renderPage(<SwapPage />);
  await user.click(await review(user, '0.1'));
  expect(await screen.findByText(/We do not know yet whether the swap went through/)).toBeInTheDocument();
});

test('more than the book offers is reported plainly and cannot be sent', async () => {
  exchange.use(
    fee,
    answering('GetL2Snapshot', [
      level2(0, '60000', '0.1'),
      level2(0, '59000', '0.1'),
      level2(1, '60010', '0.1'),
    ]),
  );
  const { user } = renderPage(<SwapPage />);
  await user.type(await payField(), '0.15');
  await waitFor(() => expect(receiveField()).toHaveValue('8950'));
  expect(screen.getByRole('button', { name: /1 BTC = 59,666.6[67] USDT/ })).toBeInTheDocument();
  await user.clear(await payField());
  await user.type(await payField(), '0.3');
  await waitFor(() => expect(formButton()).toHaveTextContent('The market takes 0.20 BTC at most now'));
  expect(formButton()).toBeDisabled();
  expect(receiveField()).toHaveValue('');
});

test('the review shows the worst price of the tolerance, which can be changed and is saved', async () => {
  exchange.use(fee, answering('SendOrder', { status: 'Accepted', errormsg: '', OrderId: 9 }));
  const { user } = renderPage(<SwapPage />);
  const confirm = await review(user, '0.1');
  const dialog = screen.getByRole('dialog');
  await waitFor(() => expect(dialog).toHaveTextContent('Worst price1 BTC = 59,700.00 USDT'));
  await waitFor(() => expect(dialog).toHaveTextContent('at least5,969.99'));
  await user.click(screen.getByRole('radio', { name: '1.00%' }));
  await waitFor(() => expect(dialog).toHaveTextContent('Worst price1 BTC = 59,400.00 USDT'));
  await user.click(screen.getByRole('radio', { name: 'Other' }));
  expect(confirm).toBeDisabled();
  await user.type(screen.getByLabelText('Your own tolerance in percent'), '2');
  await waitFor(() => expect(dialog).toHaveTextContent('Worst price1 BTC = 58,800.00 USDT'));
  await user.click(confirm);
  await waitFor(() => expect(findRequests('SendOrder')).toHaveLength(1));
  expect(findRequests('SendOrder')[0]).toMatchObject({ LimitPrice: '58800' });
  expect(localStorage.getItem('ui.swap.tolerance')).toBe('2');
});

test('the worst price is shown with all its digits, as it is sent', async () => {
  exchange.use(
    fee,
    answering('SendOrder', { status: 'Accepted', errormsg: '', OrderId: 9 }),
    answering('GetInstruments', [
      { ...instrument(1, 'BTC', 'USDT', '0.0001'), PriceIncrement: digits('0.000001') },
    ]),
    answering('GetL2Snapshot', [level2(0, '60000.123457', '20'), level2(1, '60010', '20')]),
  );
  const { user } = renderPage(<SwapPage />);
  const confirm = await review(user, '0.1');
  const dialog = screen.getByRole('dialog');
  await waitFor(() => expect(dialog).toHaveTextContent('Worst price1 BTC = 59,700.12284 USDT'));
  await user.click(confirm);
  await waitFor(() => expect(findRequests('SendOrder')).toHaveLength(1));
  expect(findRequests('SendOrder')[0]).toMatchObject({ LimitPrice: '59700.12284' });
});

test('the unswapped part is reported plainly, as staying in the balance', async () => {
  exchange.use(
    fee,
    answering('SendOrder', { status: 'Accepted', errormsg: '', OrderId: 9 }),
    ...filled('Sell', '0.04', '2400', { OrigQuantity: digits('0.1'), OrderState: 'Canceled' }),
  );
  const { user } = renderPage(<SwapPage />);
  await user.click(await review(user, '0.1'));
  expect(await screen.findByText('Only a part was swapped')).toBeInTheDocument();
  expect(screen.getByText(/^0.06 BTC was not swapped.*It stayed in your balance.$/)).toBeInTheDocument();
  expect(screen.queryByText('Your swap is done.')).not.toBeInTheDocument();
});

const madeOrder = {
  OrderId: 9,
  Instrument: 1,
  Side: 'Sell',
  OrderType: 'Market',
  OrigQuantity: 1,
  ReceiveTime: 1,
  OrderState: 'FullyExecuted',
};

const lost = (found: object[], answerFirst: () => Response | Promise<never> = () => HttpResponse.error()) => {
  let count = 0;
  return [
    http.all('*/AP/SendOrder', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      seen.push({ key: request.headers.get('idempotency-key'), value: body['Value'] });
      count += 1;
      if (count === 1) return answerFirst();
      return found.length > 0
        ? new HttpResponse('IDEMPOTENCY KEY REUSED', { status: 409 })
        : HttpResponse.json({ status: 'Rejected', errormsg: 'Invalid_Quantity', errorcode: 101 });
    }),
    answering('GetOrders', () =>
      found.map((row) => ({ ...row, ClientOrderId: Number(seen[0]?.key?.slice(5)) })),
    ),
  ];
};
const seen: { key: string | null; value: unknown }[] = [];

test.each([
  ['was made', [madeOrder], 'Your swap is done.'],
  ['was not made', [], 'The swap was not made and no money moved: it never reached the exchange.'],
])(
  'a swap whose answer was lost and that %s is resolved automatically, and is never sent twice',
  async (_, found, text) => {
    seen.length = 0;
    exchange.use(fee, ...filled('Sell', '0.1', '6000'), ...lost(found));
    const { user } = renderPage(<SwapPage />);
    await user.click(await review(user, '0.1'));
    expect(await screen.findByText(/We do not know yet whether the swap went through/)).toBeInTheDocument();
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.queryByText(/We do not know yet/)).not.toBeInTheDocument();
    // The request under the same key has a value of zero: it can only be rejected.
    expect(seen.map(({ value }) => value)).toEqual(['6000', '0']);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
  },
);

/** Renders the page again as after a reload: with the storage of the tab and nothing else. */
function reloadPage(view: ReturnType<typeof renderPage>) {
  const kept = Object.entries(sessionStorage);
  view.unmount();
  for (const [key, value] of kept) sessionStorage.setItem(key, String(value));
  return renderPage(<SwapPage />);
}

test('a swap whose page is reloaded before its answer comes is resolved after the reload, once', async () => {
  seen.length = 0;
  const noAnswer = new Promise<never>(() => undefined);
  exchange.use(fee, ...filled('Sell', '0.1', '6000'), ...lost([madeOrder], () => noAnswer));
  const view = renderPage(<SwapPage />);
  await view.user.click(await review(view.user, '0.1'));
  await waitFor(() => expect(seen).toHaveLength(1));
  const reloaded = reloadPage(view);
  expect(await screen.findByText(/We do not know yet whether the swap went through/)).toBeInTheDocument();
  expect(await payField()).toHaveValue('');
  expect(await screen.findByText('Your swap is done.')).toBeInTheDocument();
  expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
  reloadPage(reloaded);
  expect(await payField()).toBeInTheDocument();
  expect(screen.queryByText(/We do not know yet/)).not.toBeInTheDocument();
});

test('a swap of another account, or of a customer who signed out since, is not resolved', async () => {
  exchange.use(
    fee,
    http.all('*/AP/SendOrder', () => Response.error()),
  );
  const view = renderPage(<SwapPage />);
  await view.user.click(await review(view.user, '0.1'));
  expect(await screen.findByText(/We do not know yet/)).toBeInTheDocument();
  const [name = ''] = Object.keys(sessionStorage).filter((key) => key.includes('swap.unresolved'));
  const kept = sessionStorage.getItem(name) ?? '';
  view.unmount();
  sessionStorage.setItem(name, kept.replace(/"accountId":\d+/, '"accountId":99'));
  const other = renderPage(<SwapPage />);
  expect(await payField()).toBeInTheDocument();
  expect(screen.queryByText(/We do not know yet/)).not.toBeInTheDocument();
  sessionStorage.setItem(name, kept);
  act(() => void other.store.dispatch(signedOut('customer')));
  expect(sessionStorage.getItem(name)).toBeNull();
});

test('a failing server does not settle a lost swap: it is checked again before the page reports that no money moved', async () => {
  let count = 0;
  exchange.use(
    fee,
    http.all('*/AP/SendOrder', () => {
      count += 1;
      if (count === 1) return HttpResponse.error();
      const refusal = { result: false, errormsg: 'Server Error', errorcode: 102, status: 'Rejected' };
      if (count === 2) return HttpResponse.json(refusal);
      return HttpResponse.json({ status: 'Rejected', errormsg: 'Invalid_Quantity', errorcode: 101 });
    }),
    answering('GetOrders', []),
  );
  const { user } = renderPage(<SwapPage />);
  await user.click(await review(user, '0.1'));
  const notMade = 'The swap was not made and no money moved: it never reached the exchange.';
  expect(await screen.findByText(notMade, undefined, { timeout: 10_000 })).toBeInTheDocument();
  expect(count).toBe(3);
});

test('a halted market says why and since when, and is not offered', async () => {
  exchange.use(
    answering('GetInstruments', [
      {
        ...instrument(1, 'BTC', 'USDT', '0.0001'),
        SessionStatus: 'Paused',
        SessionStatusReason: 'Network',
        SessionStatusDateTime: '2026-03-05T14:07:00.000Z',
      },
      instrument(2, 'ETH', 'USDT', '0.001'),
    ]),
  );
  const chosen = { value: { fromId: products.BTC, toId: products.USDT }, handOver: null };
  sessionStorage.setItem('draft.swap.pair', JSON.stringify(chosen));
  renderPage(<SwapPage />);
  const notice = await screen.findByText(/^BTC\/USDT is halted/);
  expect(notice).toHaveTextContent('trouble on the network of one of its assets. Since Mar 5, 2026');
  expect(formButton()).toHaveTextContent('This market is halted');
  expect(formButton()).toBeDisabled();
});
