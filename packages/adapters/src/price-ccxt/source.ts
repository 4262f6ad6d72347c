/** One external exchange as a source of prices, behind a circuit breaker. */
import ccxt from 'ccxt';
import type { Exchange } from 'ccxt';
import { ConsecutiveBreaker, circuitBreaker, handleAll, isBrokenCircuitError } from 'cockatiel';
import type { CircuitBreakerPolicy } from 'cockatiel';
import type { FeedSettings, FromFeed, ExchangeQuote, Pair } from './feed-messages.ts';
import { toQuotes } from './ticker-quotes.ts';

export class Source {
  readonly name: string;
  readonly #exchange: Exchange;
  readonly #wanted: readonly Pair[];
  readonly #breaker: CircuitBreakerPolicy;
  /** Null until its list of markets is known. */
  #pairs: readonly Pair[] | null = null;

  private constructor(
    name: string,
    exchange: Exchange,
    settings: FeedSettings,
    report: (m: FromFeed) => void,
  ) {
    this.name = name;
    this.#exchange = exchange;
    this.#wanted = settings.pairs;
    this.#breaker = circuitBreaker(handleAll, {
      halfOpenAfter: settings.pauseMs,
      breaker: new ConsecutiveBreaker(settings.failuresMax),
    });
    this.#breaker.onBreak((cause) =>
      report({
        type: 'paused',
        source: name,
        reason: 'error' in cause ? cause.error.message.slice(0, 300) : 'unknown',
      }),
    );
    this.#breaker.onReset(() => report({ type: 'resumed', source: name }));
  }

  /** @returns null when ccxt has no exchange with this name */
  static open(name: string, settings: FeedSettings, report: (message: FromFeed) => void): Source | null {
    const known = ccxt as unknown as Record<string, (new (options: object) => Exchange) | undefined>;
    const Known = ccxt.exchanges.includes(name) ? known[name] : undefined;
    if (Known === undefined) return null;
    const exchange = new Known({
      enableRateLimit: true,
      timeout: settings.timeoutMs,
      options: { fetchMarkets: { types: ['spot'] }, fetchCurrencies: false },
    });
    const addresses = settings.addresses?.[name];
    if (addresses !== undefined) Object.assign(exchange.urls['api'] as object, addresses);
    return new Source(name, exchange, settings, report);
  }

  /**
   * Returns the current mid prices. Empty while the source is left alone.
   *
   * @throws when the source does not answer correctly, and the breaker is still closed
   */
  async quotes(): Promise<readonly ExchangeQuote[]> {
    try {
      return await this.#breaker.execute(() => this.#fetchQuotes());
    } catch (error) {
      if (isBrokenCircuitError(error)) return [];
      throw error;
    }
  }

  /** The wanted pairs that the source lists; null until its markets are loaded. */
  get pairs(): readonly Pair[] | null {
    return this.#pairs;
  }

  async #fetchQuotes(): Promise<readonly ExchangeQuote[]> {
    if (this.#pairs === null) {
      const markets = await this.#exchange.loadMarkets();
      this.#pairs = this.#wanted.filter((pair) => markets[pair]?.spot === true);
    }
    const pairs = [...this.#pairs];
    if (pairs.length === 0) return [];
    const tickers = this.#exchange.has['fetchTickers']
      ? Object.values(await this.#exchange.fetchTickers(pairs))
      : await Promise.all(pairs.map((pair) => this.#exchange.fetchTicker(pair)));
    const now = Date.now();
    return tickers.flatMap((ticker) => toQuotes(this.name, ticker, pairs, now));
  }
}
