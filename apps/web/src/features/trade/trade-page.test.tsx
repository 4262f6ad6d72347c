import { act, fireEvent, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveContext, Live } from '../../live/live.ts';
import type { LiveConnection } from '../../live/live-connection.ts';
import { answering, exchange, findRequests, instrument } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { parseLossless } from '@salar/client/lossless-json';
import { signedOut } from '../../session/session-slice.ts';
import { TradePage } from './trade-page.tsx';

useFakeExchange();

/** The publications of the exchange about BTC/USDT. */
const snapshots: Readonly<Record<string, string>> = {
  SubscribeLevel1:
    '{"InstrumentId":1,"BestBid":60000,"BestOffer":60010,"LastTradedPx":60005,"SessionHigh":61000,"SessionLow":59000,"Rolling24HrVolume":12.5,"Rolling24HrNotional":750000,"Rolling24HrPxChangePercent":2.5}',
  SubscribeLevel2:
    '[[1,1,1,0,60005,1,60000,1,0.5,0],[1,1,1,0,60005,1,60010,1,0.25,1],[1,1,1,0,60005,1,60020,1,2,1]]',
  SubscribeTrades: '[[7,1,0.5,60000,1,2,1700000000000,0,1,0,0],[8,1,0.1,60005,3,4,1700000001000,1,0,0,0]]',
  SubscribeTicker: '[]',
};

function buildLive(publications: Readonly<Record<string, string>>): Live {
  return new Live(() =>
    Promise.resolve({
      listen: (name: string, _: object, listener: { snapshot: (value: unknown) => void }) => {
        listener.snapshot(parseLossless(publications[name] ?? '[]'));
        return () => undefined;
      },
    } as unknown as LiveConnection),
  );
}

const live = buildLive(snapshots);

beforeEach(() => {
  // The canvas of the candle chart needs a real browser; an e2e journey covers it.
  localStorage.setItem('ui.trade.picture', 'depth');
  exchange.use(
    answering('GetTickerHistory', []),
    answering('GetOpenOrders', []),
    answering('GetOrderFee', { OrderFee: 0.0001, ProductId: 1 }),
    answering('SendOrder', { status: 'Accepted', errormsg: '', OrderId: 5120 }),
  );
});

afterEach(() => vi.unstubAllGlobals());

function openOrder(orderId: number, price: string) {
  return {
    OrderId: orderId,
    Instrument: 1,
    Side: 'Buy',
    OrderType: 'Limit',
    Price: Number(price),
    OrigQuantity: 0.01,
    Quantity: 0.01,
    DisplayQuantity: 0.01,
    QuantityExecuted: 0,
    AvgPrice: 0,
    ReceiveTime: 1_700_000_000_000,
    OrderState: 'Working',
    StopPrice: 0,
    PegPriceType: 'Last',
    PegOffset: 0,
    PegLimitOffset: 0,
    OrderFlag: 'AddedToBook',
  };
}

async function openTradePage(connection = live) {
  const view = renderPage(
    <LiveContext value={connection}>
      <TradePage />
    </LiveContext>,
    { path: '/trade' },
  );
  await screen.findAllByText('60,010.00');
  await screen.findByText(/^Open orders \(/);
  return view;
}

test('a price from the book becomes a limit order, which is reviewed and then sent once', async () => {
  const { user } = await openTradePage();
  await user.click(within(screen.getByLabelText('Bids, best first')).getByText('60,000.00'));
  const price = screen.getByLabelText('Limit price');
  expect(price).toHaveValue('60000');
  fill('Quantity', '0.01');
  await user.click(await screen.findByText('Review buy order'));
  const review = await screen.findByRole('dialog');
  expect(review).toHaveTextContent('Total, about600.00 USDT');
  const confirm = within(review).getByRole('button', { name: 'Buy 0.01 BTC' });
  await becomesPressable(confirm);
  await user.click(confirm);
  expect(await screen.findAllByText('Order 5120 was accepted.')).not.toHaveLength(0);
  const [sent, ...others] = findRequests('SendOrder');
  expect(others).toEqual([]);
  expect(sent).toMatchObject({
    AccountId: 31,
    InstrumentId: 1,
    Side: 0,
    OrderType: 'Limit',
    TimeInForce: 'GTC',
    LimitPrice: '60000',
    Quantity: '0.01',
  });
  expect(sent?.['ClientOrderId']).toBeGreaterThan(0);
  expect(screen.getByLabelText('Quantity')).toHaveValue('');
});

test('the button names what is missing, and a field reports what is wrong with it', async () => {
  await openTradePage();
  expect(screen.getByText('Enter a price').closest('button')).toBeDisabled();
  fill('Limit price', '60000');
  expect(screen.getByText('Enter a quantity').closest('button')).toBeDisabled();
  fill('Quantity', '1');
  expect((await screen.findAllByText('Not enough balance'))[0]?.closest('[aria-live=polite]')).not.toBeNull();
});

test('an order whose outcome is unknown is sent again under the same number', async () => {
  localStorage.setItem('ui.trade.reviews', 'risky');
  let isLost = true;
  exchange.use(http.all('*/AP/SendOrder', () => (isLost ? HttpResponse.error() : undefined)));
  const sent: unknown[] = [];
  exchange.events.on('request:start', ({ request }) => {
    if (request.url.endsWith('/SendOrder'))
      void request
        .clone()
        .json()
        .then((body) => sent.push(body));
  });
  const { user } = await openTradePage();
  fill('Limit price', '59000');
  fill('Quantity', '0.01');
  await user.click(await screen.findByText('Place buy order'));
  const again = await screen.findByText('Check again');
  isLost = false;
  await user.click(again);
  expect(await screen.findAllByText('Order 5120 was accepted.')).not.toHaveLength(0);
  exchange.events.removeAllListeners();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

test('what the customer enters while an order is sent stays, and Enter sends it once', async () => {
  localStorage.setItem('ui.trade.reviews', 'risky');
  let accept = (): void => undefined;
  const isDue = new Promise<void>((resolve) => (accept = resolve));
  let sentCount = 0;
  exchange.use(
    http.all('*/AP/SendOrder', async () => {
      sentCount += 1;
      await isDue;
      return undefined;
    }),
  );
  const { user } = await openTradePage();
  await user.click(screen.getByRole('button', { name: /Limit/ }));
  await user.click(await screen.findByRole('option', { name: /^Market/ }));
  fill('Quantity', '0.01');
  await user.click(screen.getByLabelText('Quantity'));
  await screen.findByText('Place buy order');
  await user.keyboard('{Enter}');
  await expect.poll(() => sentCount).toBe(1);
  await user.keyboard('{Enter}');
  await user.click(screen.getByLabelText('Sell BTC'));
  fill('Quantity', '0.02');
  accept();
  expect(await screen.findAllByText('Order 5120 was accepted.')).not.toHaveLength(0);
  expect(screen.getByLabelText('Sell BTC')).toBeChecked();
  expect(screen.getByLabelText('Quantity')).toHaveValue('0.02');
  expect(sentCount).toBe(1);
});

test('on a phone the answer to an order leaves the next one alone', async () => {
  const { sent, answer } = holdOrders();
  const user = await sendOnPhone(sent);
  await user.click(screen.getByRole('tab', { name: 'Book' }));
  await user.click(screen.getByRole('button', { name: 'Sell BTC' }));
  fill('Quantity', '0.02');
  answer();
  expect(await screen.findAllByText('Order 5120 was accepted.')).not.toHaveLength(0);
  expect(screen.getByLabelText('Sell BTC')).toBeChecked();
  expect(screen.getByLabelText('Quantity')).toHaveValue('0.02');
});

test('on a phone an order is sent once, also when its form was left, and an answer clears the sent amounts', async () => {
  const { sent, answer } = holdOrders();
  const user = await sendOnPhone(sent);
  await user.click(screen.getByRole('tab', { name: 'Book' }));
  await user.click(screen.getByRole('button', { name: 'Buy BTC' }));
  expect(screen.getByLabelText('Quantity')).toHaveValue('0.01');
  await user.click(screen.getByLabelText('Quantity'));
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('tab', { name: 'Chart' }));
  answer();
  await user.click(screen.getByRole('tab', { name: 'Order' }));
  expect(await screen.findAllByText('Order 5120 was accepted.')).not.toHaveLength(0);
  expect(screen.getByLabelText('Quantity')).toHaveValue('');
  expect(sent).toHaveLength(1);
});

test('on a phone an unknown outcome waits in the form, and sending again keeps the next order', async () => {
  const { sent, answer } = holdOrders({ isFirstLost: true });
  const user = await sendOnPhone(sent);
  await user.click(screen.getByRole('tab', { name: 'Book' }));
  await user.click(screen.getByRole('button', { name: 'Sell BTC' }));
  fill('Quantity', '0.02');
  await user.click(screen.getByRole('tab', { name: 'Book' }));
  answer();
  await user.click(screen.getByRole('tab', { name: 'Order' }));
  await user.click(await screen.findByText('Check again'));
  expect(await screen.findAllByText('Order 5120 was accepted.')).not.toHaveLength(0);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  expect(screen.getByLabelText('Sell BTC')).toBeChecked();
  expect(screen.getByLabelText('Quantity')).toHaveValue('0.02');
});

/** Holds the answers to orders until `answer` is called. @returns the bodies of the requests too */
function holdOrders({ isFirstLost = false } = {}): { sent: readonly unknown[]; answer: () => void } {
  const sent: unknown[] = [];
  let answer = (): void => undefined;
  const isDue = new Promise<void>((resolve) => (answer = resolve));
  exchange.use(
    http.all('*/AP/SendOrder', async ({ request }) => {
      const count = sent.push(await request.json());
      await isDue;
      return isFirstLost && count === 1
        ? HttpResponse.error()
        : HttpResponse.json({ status: 'Accepted', errormsg: '', OrderId: 5120 });
    }),
  );
  return { sent, answer };
}

/** Opens the page on a phone and sends a buy order without a review, up to the request. */
async function sendOnPhone(sent: readonly unknown[]) {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  localStorage.setItem('ui.trade.reviews', 'risky');
  const { user } = renderPage(
    <LiveContext value={live}>
      <TradePage />
    </LiveContext>,
    { path: '/trade' },
  );
  await user.click(await screen.findByRole('tab', { name: 'Order' }));
  fill('Limit price', '59000');
  fill('Quantity', '0.01');
  await user.click(await screen.findByText('Place buy order'));
  await expect.poll(() => sent).toHaveLength(1);
  return user;
}

test('a refusal of the exchange is shown as text', async () => {
  localStorage.setItem('ui.trade.reviews', 'risky');
  exchange.use(
    answering('SendOrder', { status: 'Rejected', errormsg: 'Too_Many_Open_Orders', errorcode: 101 }),
  );
  const { user } = await openTradePage();
  fill('Limit price', '59000');
  fill('Quantity', '0.01');
  await user.click(await screen.findByText('Place buy order'));
  expect(
    await screen.findAllByText('The order was not placed. You have too many open orders.'),
  ).not.toHaveLength(0);
  expect(screen.getByLabelText('Quantity')).toHaveValue('0.01');
});

test('a harmful order is reviewed even when the review is switched off', async () => {
  localStorage.setItem('ui.trade.reviews', 'risky');
  const { user } = await openTradePage();
  fill('Limit price', '99000');
  fill('Quantity', '0.01');
  await user.click(await screen.findByText('Review buy order'));
  expect(await screen.findByRole('dialog')).toHaveTextContent('64.97% past the market');
  expect(findRequests('SendOrder')).toEqual([]);
});

test('shortcuts focus the order, arrow keys step its price, Escape clears it; they can be switched off', async () => {
  const { user } = await openTradePage();
  await user.keyboard('s');
  const price = await screen.findByLabelText('Limit price');
  await expect.poll(() => document.activeElement).toBe(price);
  expect(screen.getByLabelText('Sell BTC')).toBeChecked();
  await user.keyboard('{ArrowUp}{ArrowUp}{Shift>}{ArrowDown}{/Shift}');
  expect(price).toHaveValue('60009.91');
  fill('Quantity', '0.01');
  await user.click(screen.getByLabelText('Quantity'));
  await user.keyboard('{Escape}');
  expect(screen.getByLabelText('Quantity')).toHaveValue('');
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await user.click(within(help).getByRole('checkbox', { name: 'Single keys are on' }));
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('b');
  expect(screen.getByLabelText('Sell BTC')).toBeChecked();
});

test('hidden balances hide the available balance and the amounts of own orders and trades', async () => {
  exchange.use(
    answering('GetOpenOrders', [{ ...openOrder(5001, '59500'), Quantity: 0.0123, OrigQuantity: 0.0123 }]),
    answering('GetOrders', [{ ...openOrder(5000, '58000'), OrigQuantity: 0.0456, OrderState: 'Canceled' }]),
    answering('GetAccountTrades', [
      {
        ExecutionId: 7,
        OrderId: 4999,
        InstrumentId: 1,
        Side: 'Buy',
        Quantity: 0.0789,
        Price: 60100,
        Value: 4741.89,
        Fee: 0.0001,
        FeeProductId: 1,
        TradeTimeMS: 1_700_000_000_000,
      },
    ]),
  );
  const { user } = await openTradePage();
  const panel = within(screen.getByRole('region', { name: 'Your orders' }));
  expect(await panel.findAllByText('0.0123 BTC')).not.toHaveLength(0);
  const available = screen.getByText('Available').closest('div');
  expect(available).toHaveTextContent(/USDT/);
  await user.click(panel.getByRole('button', { name: 'Hide balances' }));
  expect(panel.queryByText(/0\.0123/)).not.toBeInTheDocument();
  expect(panel.getAllByText('hidden')).not.toHaveLength(0);
  expect(panel.getAllByText('59,500.00 USDT')).not.toHaveLength(0);
  expect(available).toHaveTextContent('hidden');
  expect(available).not.toHaveTextContent(/USDT/);
  await user.click(screen.getByRole('tab', { name: 'Order history' }));
  expect(await panel.findByText('Canceled')).toBeInTheDocument();
  expect(panel.queryByText(/0\.0456/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Your trades' }));
  expect(await panel.findByText('60,100.00')).toBeInTheDocument();
  expect(panel.queryByText(/0\.0789/)).not.toBeInTheDocument();
  await user.click(panel.getByRole('button', { name: 'Show balances' }));
  expect(panel.getAllByText('0.0789 BTC')).not.toHaveLength(0);
});

test('an empty list of orders leads to the order form', async () => {
  const { user } = await openTradePage();
  expect(screen.getByText('No open orders')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'New order' }));
  await vi.waitFor(() => expect(screen.getByLabelText('Limit price')).toHaveFocus());
});

test('an open order is replaced by an edited one, and cancelling all orders requires a confirmation', async () => {
  exchange.use(
    answering('GetOpenOrders', [openOrder(5120, '59000'), openOrder(5121, '58000')]),
    answering('CancelReplaceOrder', { ReplacementOrderId: 5122 }),
    answering('CancelAllOrders', { result: true, errormsg: null, errorcode: 0, detail: null }),
  );
  const { user } = await openTradePage();
  await user.click(await screen.findByLabelText('Edit order 5120'));
  const dialog = await screen.findByRole('dialog');
  const price = within(dialog).getByLabelText('Limit price');
  expect(price).toHaveValue('59000');
  fireEvent.change(price, { target: { value: '59500.5' } });
  await user.click(within(dialog).getByText('Replace order'));
  await expect
    .poll(() => findRequests('CancelReplaceOrder'))
    .toMatchObject([
      { OrderIdToReplace: 5120, LimitPrice: '59500.5', Quantity: '0.01', OrderType: 'Limit', Side: 0 },
    ]);
  await user.click(await screen.findByText('Cancel all'));
  expect(findRequests('CancelAllOrders')).toEqual([]);
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Cancel all' }));
  await expect.poll(() => findRequests('CancelAllOrders')).toMatchObject([{ AccountId: 31 }]);
});

test('an order with an expiry sends it, and the form names the time zone', async () => {
  const { user } = await openTradePage();
  fill('Limit price', '59000');
  fill('Quantity', '0.01');
  await user.selectOptions(screen.getByLabelText('How long it stays'), 'Until a date (GTD)');
  const day = 86_400_000;
  expect(await screen.findByRole('group', { name: /^Expires/ })).toHaveAccessibleDescription(
    /Your time zone: \S/,
  );
  await user.click(await screen.findByText('Review buy order'));
  const review = await screen.findByRole('dialog');
  expect(review).toHaveTextContent('How long it staysUntil a date (GTD)');
  expect(review).toHaveTextContent(/Expires\w{3} \d+, \d{4}, \d\d:\d\d/);
  const confirm = within(review).getByRole('button', { name: 'Buy 0.01 BTC' });
  await becomesPressable(confirm);
  await user.click(confirm);
  await expect.poll(() => findRequests('SendOrder')).toHaveLength(1);
  const [sent] = findRequests('SendOrder');
  expect(sent).toMatchObject({ TimeInForce: 'GTD' });
  expect(Math.abs(Number(sent?.['ExpireTime']) - Date.now() - day)).toBeLessThan(120_000);
});

/** Answers the sent orders one after another. @returns the bodies of the requests */
function answerOrders(...answers: readonly object[]): readonly unknown[] {
  const sent: unknown[] = [];
  exchange.use(
    http.all('*/AP/SendOrder', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(answers[sent.length - 1]);
    }),
  );
  return sent;
}

async function sendPair() {
  localStorage.setItem('ui.trade.reviews', 'risky');
  const { user } = await openTradePage();
  await user.click(screen.getByLabelText('Sell BTC'));
  await user.click(screen.getByRole('button', { name: /Order type/ }));
  await user.click(await screen.findByRole('option', { name: /Limit and stop pair/ }));
  expect(screen.getByText(/the other one is canceled/)).toBeInTheDocument();
  fill('Limit price', '65000');
  fill('Stop price', '55000');
  fill('Quantity', '0.01');
  expect(screen.getByText('Set aside for both').closest('div')).toHaveTextContent('0.01 BTC');
  await user.click(await screen.findByText('Place sell order'));
  return user;
}

test('of a pair the stop is placed first, and the limit order names it', async () => {
  const sent = answerOrders(
    { status: 'Accepted', errormsg: '', OrderId: 5120 },
    { status: 'Accepted', errormsg: '', OrderId: 5121 },
  );
  await sendPair();
  expect(await screen.findAllByText('Orders 5120 and 5121 were accepted as a pair.')).not.toHaveLength(0);
  expect(sent).toMatchObject([
    { OrderType: 'StopMarket', Side: 1, StopPrice: '55000', Quantity: '0.01' },
    { OrderType: 'Limit', Side: 1, LimitPrice: '65000', Quantity: '0.01', OrderIdOCO: 5120 },
  ]);
});

test('a pair whose second order is refused reports which one is open, and offers to cancel it', async () => {
  answerOrders(
    { status: 'Accepted', errormsg: '', OrderId: 5120 },
    { status: 'Rejected', errormsg: 'Not_Enough_Funds', errorcode: 101 },
  );
  exchange.use(answering('CancelOrder', { result: true, errormsg: null, errorcode: 0, detail: null }));
  const user = await sendPair();
  const said = await screen.findAllByText(
    /Only the stop order 5120 was placed, without its limit order. There is not/,
  );
  expect(said).not.toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Cancel order 5120' }));
  await expect.poll(() => findRequests('CancelOrder')).toMatchObject([{ OrderId: 5120 }]);
});

test('a pair whose stop is refused sends nothing else', async () => {
  const sent = answerOrders({ status: 'Rejected', errormsg: 'StopPrice_Through_Market', errorcode: 101 });
  await sendPair();
  expect(
    await screen.findAllByText('The order was not placed. The market is past the stop price already.'),
  ).not.toHaveLength(0);
  expect(sent).toHaveLength(1);
});

test('open orders show pairs, expiries and trailing distances', async () => {
  const expires = Date.UTC(2026, 10, 30, 12);
  exchange.use(
    answering('GetOpenOrders', [
      {
        ...openOrder(5122, '89077.56'),
        Side: 'Sell',
        OrderType: 'TrailingStopLimit',
        OrderFlag: '0',
        StopPrice: 89177.56,
        PegOffset: 500,
        PegLimitOffset: 100,
      },
      { ...openOrder(5121, '58000'), OrderIdOCO: 5120, TimeInForce: 'GTD', ExpireTime: expires },
      { ...openOrder(5120, '66000'), OrderType: 'StopLimit', StopPrice: 65000, OrderFlag: '0' },
    ]),
    answering('CancelReplaceOrder', { ReplacementOrderId: 5123 }),
  );
  const { user } = await openTradePage();
  const rows = await screen.findAllByText(/OCO with/);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^OCO with 5120 · expires Nov 30/),
    'OCO with 5121',
  ]);
  expect(screen.getByRole('button', { name: 'Cancel order 5121 and with it 5120' })).toBeEnabled();
  const trailing = screen.getByRole('button', { name: 'Cancel order 5122' }).closest('tr, li');
  expect(trailing).toHaveTextContent(/limit 89,077\.56.*stop at 89,177\.56.*follows at 500/);

  // Editing one half keeps the pair and the expiry.
  await user.click(screen.getByLabelText('Edit order 5121'));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('Limit price'), { target: { value: '58500' } });
  vi.spyOn(Date, 'now').mockReturnValue(expires - 1000);
  await user.click(within(dialog).getByText('Replace order'));
  await expect
    .poll(() => findRequests('CancelReplaceOrder'))
    .toMatchObject([{ OrderIdToReplace: 5121, OrderIdOCO: 5120, TimeInForce: 'GTD', ExpireTime: expires }]);
  vi.restoreAllMocks();
});

test('before the first trade, the middle of the book is the price', async () => {
  const quiet = buildLive({
    ...snapshots,
    SubscribeLevel1: (snapshots['SubscribeLevel1'] ?? '').replace('"LastTradedPx":60005', '"LastTradedPx":0'),
    SubscribeTrades: '[]',
  });
  await openTradePage(quiet);
  expect((await screen.findAllByText('60,005.00')).map((price) => price.textContent)).toEqual([
    'Mid price60,005.00Mid price',
    'Mid price60,005.00',
  ]);
  expect(screen.queryByText('No trades yet')).toBeNull();
});

test('after a trade the headline follows the book: a price that is no longer quoted is not shown', async () => {
  const moved = buildLive({
    ...snapshots,
    SubscribeLevel1: (snapshots['SubscribeLevel1'] ?? '').replace(
      '"LastTradedPx":60005',
      '"LastTradedPx":59950,"LastTradeTime":1700000001000,"TimeStamp":"1700000002000"',
    ),
  });
  await openTradePage(moved);
  expect((await screen.findAllByText('60,005.00')).map((price) => price.textContent)).toEqual([
    'Mid price60,005.00Mid price',
    'Mid price60,005.00',
    '60,005.00up', // The newest row of the trade list.
  ]);
});

test('without a connection open orders can be read and nothing can be sent', async () => {
  exchange.use(answering('GetOpenOrders', [openOrder(5, '100'), openOrder(6, '200')]));
  await openTradePage();
  const sends = await Promise.all(
    ['Edit order 5', 'Cancel order 5', 'Cancel all'].map((name) => screen.findByRole('button', { name })),
  );
  for (const button of sends) expect(button).toBeEnabled();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  for (const button of sends) expect(button).toBeDisabled();
  expect(screen.getByRole('button', { name: 'You are offline' })).toBeDisabled();
  vi.restoreAllMocks();
});

test('a day without a trade has no high and shows that instead', async () => {
  const quiet = buildLive({
    ...snapshots,
    SubscribeLevel1: (snapshots['SubscribeLevel1'] ?? '').replace(
      '"SessionHigh":61000,"SessionLow":59000',
      '"SessionHigh":0,"SessionLow":0',
    ),
  });
  await openTradePage(quiet);
  expect(screen.getByText('Today').nextSibling).toHaveTextContent('No trades yet');
  expect(screen.queryByText('High today')).toBeNull();
});

test('a visitor sees the market and a link to sign in', async () => {
  const { store } = renderPage(
    <LiveContext value={live}>
      <TradePage />
    </LiveContext>,
    { path: '/trade' },
  );
  store.dispatch(signedOut('customer'));
  await screen.findAllByText('60,010.00');
  const link = (await screen.findByText('Sign in')).closest('a');
  expect(link).toHaveAttribute('href', '/signin?next=%2Ftrade');
  expect(screen.queryByText(/^Open orders/)).toBeNull();
});

/** Sets the whole value at once: typing letter by letter is tested with the field itself. */
function fill(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

/** Waits for the review's button, which is disabled for a moment against double taps. */
async function becomesPressable(button: HTMLElement): Promise<void> {
  await expect.poll(() => button.hasAttribute('disabled')).toBe(false);
}

const halted = {
  ...instrument(1, 'BTC', 'USDT', '0.0001'),
  SessionStatus: 'Paused',
  SessionStatusReason: 'Volatility',
  SessionStatusDateTime: '2026-03-05T14:07:00.000Z',
};

test('a halted market says why and since when, and takes no order', async () => {
  exchange.use(answering('GetInstruments', [halted]));
  await openTradePage();
  const notice = await screen.findByText(/^BTC\/USDT is halted/);
  expect(notice).toHaveTextContent('Reason: unusually large price movements. Since Mar 5, 2026');
  fill('Limit price', '60000');
  fill('Quantity', '0.01');
  expect(screen.getByText('This market is paused').closest('button')).toBeDisabled();
});

test('an order that arrives after a halt is refused with the reason of the halt', async () => {
  localStorage.setItem('ui.trade.reviews', 'risky');
  exchange.use(
    answering('SendOrder', { status: 'Rejected', errormsg: 'Market_Not_Running', errorcode: 101 }),
  );
  const { user } = await openTradePage();
  fill('Limit price', '59000');
  fill('Quantity', '0.01');
  exchange.use(answering('GetInstruments', [halted]));
  await user.click(await screen.findByText('Place buy order'));
  expect((await screen.findAllByText(/large price movements/)).length).toBeGreaterThan(1);
});
