import { HttpResponse, delay, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { getUserInfo } from './calls/accounts/get-user-info.ts';
import { readMarketPrices } from './calls/market-data/get-level1-summary.ts';
import { isOutcomeUnknown, toFailure } from './failure.ts';
import type { ApiFailure } from './failure.ts';
import { exchange, failing, findRequests } from './testing/fake-exchange.ts';
import { signedInStore, useFakeExchange } from './testing/render-page.tsx';
import refusals from '../parts/refusals/locales/en.json';
import { startI18n } from '../i18n/i18n.ts';
import { translateRefusalMessage } from '../lib/failures/refusal-messages.ts';
import { parseLossless } from '@salar/client/lossless-json';
import { WireRow, WireShapeError } from './wire/wire-row.ts';

useFakeExchange();

test('amounts keep every digit and ids are numbers', () => {
  const row = new WireRow(parseLossless('{"ProductId":3,"Amount":0.123456789012345678,"Tiny":1e-8}'));
  expect(row.integer('ProductId')).toBe(3);
  expect(row.decimal('Amount')).toBe('0.123456789012345678');
  expect(row.decimal('Tiny')).toBe('0.00000001');
});

test('an answer of an unexpected shape is refused, not guessed', () => {
  const row = new WireRow(parseLossless('{"A":"x","B":1.5,"C":9007199254740993}'));
  expect(() => row.decimal('A')).toThrow(WireShapeError);
  expect(() => row.integer('B')).toThrow(WireShapeError);
  expect(() => row.integer('C')).toThrow(WireShapeError);
  expect(() => row.text('missing')).toThrow(WireShapeError);
});

// covers: requests.1, requests.2
test('requests are JSON posts that carry the session', async () => {
  let seen: Request | undefined;
  exchange.use(
    http.all('*/AP/GetUserInfo', ({ request }) => {
      seen = request;
    }),
  );
  await signedInStore().dispatch(getUserInfo.initiate({ userId: 17 }));
  expect(seen?.method).toBe('POST');
  expect(seen?.headers.get('aptoken')).toBe('a-session-token');
  expect(seen?.headers.get('content-type')).toContain('application/json');
  expect(findRequests('GetUserInfo')).toEqual([{ UserId: 17 }]);
});

test('a refusal reaches the page in the language on screen', async () => {
  // A browser that has shown no refusal yet has loaded only the texts of the shell.
  const { t } = await startI18n();
  exchange.use(
    http.all('*/AP/GetUserInfo', () =>
      HttpResponse.json({ result: false, errormsg: 'Key not found', errorcode: 1, detail: null }),
    ),
  );
  await signedInStore().dispatch(getUserInfo.initiate({ userId: 17 }));
  expect(translateRefusalMessage({ message: 'Key not found', detail: null }, t)).toBe(refusals.notFound);
});

test('a dead session signs the customer out', async () => {
  exchange.use(failing('/AP/GetUserInfo', 401, 'NOT AUTHORIZED'));
  const store = signedInStore();
  await store.dispatch(getUserInfo.initiate({ userId: 17 }));
  expect(store.getState().session.sessionToken).toBeNull();
});

// covers: requests.9, requests.10, requests.11
test.each<[{ status: number; text: string; headers?: Record<string, string> }, object]>([
  [
    { status: 429, text: 'TOO MANY REQUESTS' },
    { kind: 'HTTP', status: 429 },
  ],
  [
    { status: 503, text: '{}' },
    { kind: 'HTTP', status: 503 },
  ],
  [
    { status: 503, text: 'SERVICE UNAVAILABLE', headers: { 'retry-after': '7' } },
    { kind: 'HTTP', status: 503, retryAfterSeconds: 7 },
  ],
  [{ status: 200, text: 'not json' }, { kind: 'PARSING_ERROR' }],
  [{ status: 200, text: '{"UserId":"x"}' }, { kind: 'PARSING_ERROR' }],
  [
    { status: 200, text: '{"result":false,"errormsg":"Not Authorized","errorcode":20,"detail":"why"}' },
    { kind: 'REFUSED', message: 'Not Authorized', detail: 'why' },
  ],
])('an answer of %o is the failure %o', async ({ status, text, headers }, failure) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  exchange.use(failing('/AP/GetUserInfo', status, text, headers));
  const { error } = await signedInStore().dispatch(getUserInfo.initiate({ userId: 17 }));
  expect(error).toBeDefined();
  if (error) expect(toFailure(error)).toMatchObject(failure);
  vi.restoreAllMocks();
});

// covers: requests.7
test('a lost connection is a failure of its own kind', async () => {
  exchange.use(http.all('*/AP/GetUserInfo', () => Response.error()));
  const { error } = await signedInStore().dispatch(getUserInfo.initiate({ userId: 17 }));
  expect(error && toFailure(error)).toEqual({ kind: 'FETCH_ERROR' });
});

// covers: requests.8
test('a slow request times out after fifteen seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    exchange.use(http.all('*/AP/GetUserInfo', () => delay('infinite')));
    let failure: ApiFailure | undefined;
    void signedInStore()
      .dispatch(getUserInfo.initiate({ userId: 17 }))
      .then(({ error }) => {
        failure = error && toFailure(error);
      });
    await vi.advanceTimersByTimeAsync(14_900);
    expect(failure).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    expect(failure).toEqual({ kind: 'TIMEOUT_ERROR' });
  } finally {
    vi.useRealTimers();
  }
});

test('only an answer settles whether money moved', () => {
  expect(isOutcomeUnknown({ kind: 'TIMEOUT_ERROR' })).toBe(true);
  expect(isOutcomeUnknown({ kind: 'FETCH_ERROR' })).toBe(true);
  expect(isOutcomeUnknown({ kind: 'REFUSED', message: null, detail: null })).toBe(false);
  expect(isOutcomeUnknown({ kind: 'HTTP', status: 401, data: null })).toBe(false);
  expect(isOutcomeUnknown({ kind: 'HTTP', status: 502, data: null })).toBe(true);
  expect(isOutcomeUnknown({ kind: 'HTTP', status: 409, data: 'REQUEST IN PROGRESS' })).toBe(true);
});

// covers: dashboard.25, calls.9, calls.10, calls.30
test('the market summary is read from texts inside the list', () => {
  expect(
    readMarketPrices([
      '{"InstrumentId":2,"BestBid":61500.50,"BestOffer":61501,"LastTradedPx":0,"LastTradeTime":0,"TimeStamp":"1700000000000"}',
    ]),
  ).toEqual([
    {
      instrumentId: 2,
      bestBid: '61500.50',
      bestOffer: '61501',
      lastTraded: '0',
      lastTradedAt: 0,
      at: 1_700_000_000_000,
      change24h: '0',
    },
  ]);
});

// covers: calls.11, calls.12
test('a market summary that cannot be read is logged and empty', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(readMarketPrices({ result: 'odd' })).toEqual([]);
  expect(readMarketPrices(['{broken'])).toEqual([]);
  expect(readMarketPrices([])).toEqual([]);
  expect(warn).toHaveBeenCalledTimes(2);
  warn.mockRestore();
});
