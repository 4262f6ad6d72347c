/**
 * A small server for tests that answers like two exchanges' public market calls: one with all tickers in one call
 * (Binance's format), one with a call for each (Bitso's). It can also fail in the usual ways.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Behaviour = 'well' | 'errors' | 'hangs' | 'nonsense';

export class CcxtExchange {
  behaviour: Behaviour = 'well';
  requests = 0;
  /** Bid and ask by pair in the exchange's own spelling. */
  readonly prices = new Map<string, readonly [bid: string, ask: string]>();
  readonly #server = createServer((request, response) => this.#answer(request, response));

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.requests += 1;
    if (this.behaviour === 'hangs') return;
    if (this.behaviour === 'errors') return void response.writeHead(503).end('down for maintenance');
    response.writeHead(200, { 'content-type': 'application/json' });
    if (this.behaviour === 'nonsense') return void response.end('<html>');
    response.end(JSON.stringify(this.#content(new URL(request.url ?? '/', 'http://localhost'))));
  }

  #content({ pathname, searchParams }: URL): unknown {
    switch (pathname) {
      case '/api/v3/exchangeInfo':
        return {
          timezone: 'UTC',
          serverTime: Date.now(),
          symbols: [...this.prices.keys()].map(binanceMarket),
        };
      case '/api/v3/ticker/24hr':
        return [...this.prices].map(([symbol, [bid, ask]]) => ({
          symbol,
          bidPrice: bid,
          askPrice: ask,
          lastPrice: bid,
          closeTime: Date.now(),
        }));
      case '/v3/catalogues':
        return { success: true, payload: { currencies: [] } };
      case '/v3/available_books':
        return { success: true, payload: [...this.prices.keys()].map(bitsoBook) };
      case '/v3/ticker': {
        const book = searchParams.get('book') ?? '';
        const [bid, ask] = this.prices.get(book) ?? ['0', '0'];
        return {
          success: true,
          payload: { book, bid, ask, last: bid, created_at: new Date().toISOString() },
        };
      }
      default:
        return { code: -1121, msg: 'Invalid symbol.' };
    }
  }
}

function binanceMarket(symbol: string): object {
  const quoteAsset = ['USDT', 'BRL', 'BTC'].find((one) => symbol.endsWith(one)) ?? '';
  return {
    symbol,
    status: 'TRADING',
    baseAsset: symbol.slice(0, -quoteAsset.length),
    quoteAsset,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    permissions: ['SPOT'],
    permissionSets: [['SPOT']],
    filters: [],
    orderTypes: ['LIMIT', 'MARKET'],
  };
}

function bitsoBook(book: string): object {
  return {
    book,
    minimum_price: '1',
    maximum_price: '10000000',
    minimum_amount: '0.01',
    maximum_amount: '1000000',
    minimum_value: '1',
    maximum_value: '1000000000',
    tick_size: '0.01',
    fees: { flat_rate: { maker: '0.1', taker: '0.2' }, structure: [] },
  };
}
