/**
 * A fake exchange for tests. It answers the calls of the web app in the wire format, with amounts as JSON numbers.
 *
 * Tests replace single answers with `exchange.use(answering('SendOrder', ...))`.
 */
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** A JSON number with all its digits. */
export function digits(text: string): { readonly __digits: string } {
  return { __digits: text };
}

/** Returns the request bodies of one call, oldest first. */
export function findRequests(call: string): readonly Record<string, unknown>[] {
  return requests.filter(({ name }) => name === call).map(({ body }) => body);
}

/** Answers a call with a value, or with the result of a function of the request body. */
export function answering(call: string, answer: Answer) {
  return http.all(`${window.location.origin}/AP/${call}`, async ({ request }) => {
    const body = await readBody(request);
    requests.push({ name: call, body });
    return toJsonResponse(typeof answer === 'function' ? answer(body) : answer);
  });
}

/** Answers any path with a status and a text, as a failing server does. */
export function failing(
  path: string,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
) {
  return http.all(`${window.location.origin}${path}`, () => new HttpResponse(text, { status, headers }));
}

/** Answers any path with JSON. */
export function answeringPath(path: string, answer: Answer, status = 200) {
  return http.all(`${window.location.origin}${path}`, async ({ request }) => {
    const body = await readBody(request);
    requests.push({ name: path, body });
    return toJsonResponse(typeof answer === 'function' ? answer(body) : answer, status);
  });
}

type Answer = object | ((body: Record<string, unknown>) => object);

const requests: { readonly name: string; readonly body: Record<string, unknown> }[] = [];

async function readBody(request: Request): Promise<Record<string, unknown>> {
  // The body of an upload is the file; its metadata is in the query, its name in a header.
  if (request.headers.get('content-type') === 'application/octet-stream') {
    const fileName = decodeURIComponent(request.headers.get('file-name') ?? '');
    return { ...Object.fromEntries(new URL(request.url).searchParams), fileName };
  }
  const text = await request.text();
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function toJsonResponse(value: object, status = 200): Response {
  const text = JSON.stringify(value).replace(/\{"__digits":"([^"]*)"\}/g, '$1');
  return new HttpResponse(text, { status, headers: { 'content-type': 'application/json; charset=utf-8' } });
}

export const products = { BTC: 1, ETH: 2, USDT: 3, COP: 5 } as const;
type Symbol = keyof typeof products;

function product(symbol: Symbol, fullName: string, decimals: number) {
  return {
    OMSId: 1,
    ProductId: products[symbol],
    Product: symbol,
    ProductFullName: fullName,
    ProductType: symbol === 'COP' ? 'NationalCurrency' : 'CryptoCurrency',
    DecimalPlaces: decimals,
    DepositEnabled: true,
    WithdrawEnabled: true,
  };
}

/** An instrument as GetInstruments answers it. */
export function instrument(id: number, base: Symbol, quote: Symbol, increment: string) {
  return {
    InstrumentId: id,
    Symbol: base + quote,
    Product1: products[base],
    Product1Symbol: base,
    Product2: products[quote],
    Product2Symbol: quote,
    QuantityIncrement: digits(increment),
    PriceIncrement: digits('0.01'),
    MinimumQuantity: digits(increment),
    MinimumPrice: digits('0.01'),
    SessionStatus: 'Running',
  };
}

/** One row of an order book. Side 0 is buy, side 1 is sell. */
export function level2(side: 0 | 1, price: string, quantity: string) {
  return [1, 1, 1_700_000_000_000, 0, digits(price), 1, digits(price), 1, digits(quantity), side];
}

/** The order books behind the best prices of `GetLevel1Summary`, deep enough for every balance. */
const books: Readonly<Record<number, object>> = {
  1: [level2(0, '60000', '20'), level2(1, '60010', '20')],
  2: [level2(0, '3000', '900'), level2(1, '3001', '900')],
  6: [level2(0, '4000', '9000000'), level2(1, '4004', '9000000')],
};

function level1(id: number, bid: string, offer: string, change: string): string {
  return `{"InstrumentId":${id},"BestBid":${bid},"BestOffer":${offer},"LastTradedPx":${bid},"Rolling24HrPxChangePercent":${change}}`;
}

export function position(symbol: Symbol, amount: string, hold = '0') {
  return { ProductId: products[symbol], ProductSymbol: symbol, Amount: digits(amount), Hold: digits(hold) };
}

export function account(level: number, accountType = 'Natural person') {
  return {
    OMSID: 1,
    AccountId: 31,
    AccountName: 'maria',
    AccountType: accountType,
    VerificationLevel: level,
    Frozen: false,
  };
}

/** The cards of the verification page for an account of the given level. */
export function kycLevels(level: number, more: Readonly<Record<number, object>> = {}) {
  return [0, 1, 2, 3, 4].map((card) => {
    const isVerified = level >= card && !(level === 0 && card === 0);
    const isNew = level === 0 && card === 0;
    return {
      level: card,
      label: `Level ${card}`,
      description: [{ user_type: 'Natural person' }, { user_type: 'Legal entity' }],
      benefits: [`Benefit of level ${card}`],
      requirements: { 'Natural person': ['ID'], 'Legal entity': ['ID', 'Last 3 invoices'] },
      verifiedMessage: 'Verified',
      notStartedMessage: 'Not Started',
      underReviewMessage: 'Under Review',
      buttonText: card === 1 ? 'Start verification' : card === 0 ? null : 'Send documents',
      formlink: null,
      Status: isVerified ? 'Verified' : 'Not Started',
      Action: isVerified || isNew ? null : card === 1 ? 'start' : card === 2 && level >= 1 ? 'request' : null,
      Comment: null,
      RequestStatus: null,
      ...more[card],
    };
  });
}

export function ticket(number: number, symbol: Symbol, amount: string, status: string, more: object = {}) {
  return {
    TicketNumber: number,
    RequestCode: `code-${number}`,
    AssetId: products[symbol],
    AssetName: symbol,
    Amount: digits(amount),
    FeeAmt: digits('0'),
    NotionalValue: digits('1000.5'),
    NotionalProductId: products.COP,
    CreatedTimestamp: '2026-03-05T14:07:00.000Z',
    Status: status,
    RejectReason: null,
    ...more,
  };
}

export function provider(id: number, name: string, template: string, displayName: string) {
  return {
    AccountProviderId: id,
    AccountProviderName: name,
    TemplateName: template,
    TemplateType: template,
    DisplayName: displayName,
  };
}

/** The user, products and markets that every page starts from. */
export const exchange = setupServer(
  answering('GetUserInfo', {
    UserId: 17,
    UserName: 'maria',
    Email: 'maria@example.com',
    AccountId: 31,
    OperatorId: 1,
    EmailVerified: true,
    Use2FA: false,
    Locked: false,
  }),
  answering('GetAccountInfo', account(1)),
  answering('GetUserAccountInfos', [account(1)]),
  answering('GetKycLevels', kycLevels(1)),
  answering('GetProducts', [
    product('BTC', 'Bitcoin', 8),
    product('ETH', 'Ether', 18),
    product('USDT', 'Tether USD', 6),
    product('COP', 'Colombian peso', 2),
  ]),
  answering('GetProductAttributes', []),
  answering('GetInstruments', [
    instrument(1, 'BTC', 'USDT', '0.0001'),
    instrument(2, 'ETH', 'USDT', '0.0001'),
    instrument(6, 'USDT', 'COP', '0.01'),
  ]),
  answering('GetLevel1Summary', [
    level1(1, '60000', '60010', '2.5'),
    level1(2, '3000', '3001', '-1.127'),
    level1(6, '4000', '4004', '25'),
  ]),
  answering('GetAccountPositions', [
    position('BTC', '0.5', '0.1'),
    position('ETH', '1.234567890123456789'),
    position('USDT', '1000'),
    position('COP', '0'),
  ]),
  answering('GetDepositTickets', []),
  answering('GetWithdrawTickets', []),
  answering('GetAccountWithdrawInfos', []),
  answering('GetOrders', []),
  answering('GetAccountTrades', []),
  // An order that is not in the history yet.
  http.all(
    `${window.location.origin}/AP/GetOrderStatus`,
    () =>
      new HttpResponse('{"result":false,"errormsg":"Resource Not Found","errorcode":104}', { status: 400 }),
  ),
  answering('GetL2Snapshot', ({ InstrumentId }) => books[Number(InstrumentId)] ?? []),
  answering('GetVerificationLevelConfig', { Products: [] }),
  // The exchange runs without the local profile, so there are no local pages.
  http.get(`${window.location.origin}/local/status`, () => new HttpResponse(null, { status: 404 })),
  answering('GetBrazilValidation', { IsOffered: false, IsStandIn: false, Status: null, CanRetry: false }),
);

/** Forgets the recorded requests. Call it after every test. */
export function forgetRequests(): void {
  requests.length = 0;
}
