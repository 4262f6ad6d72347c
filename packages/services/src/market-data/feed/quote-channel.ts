/** Publishes best prices and figures of one instrument whenever the best prices or the last trade have changed. */
import { assert } from '@salar/protocol';
import type { InstrumentId } from '@salar/protocol';
import type { Log } from '../../ports/log.ts';
import type { MarketDataService } from '../market-data-service.ts';
import type { Quote } from '../quote.ts';
import { Listeners } from './listeners.ts';
import type { FeedListener } from './listeners.ts';
import type { PublicationBudget } from './publication-budget.ts';
import { CoalescedTask } from '../../background/coalesced-task.ts';

export type QuoteListener = FeedListener<Quote, Quote>;

type QuoteChannelOptions = {
  readonly marketData: Pick<MarketDataService, 'quote'>;
  readonly instrumentId: InstrumentId;
  readonly budget: PublicationBudget;
  readonly log: Log;
};

export class QuoteChannel {
  readonly #options: QuoteChannelOptions;
  readonly #listeners: Listeners<Quote, Quote, null>;
  readonly #work = new CoalescedTask(() => this.#refresh());
  #published: Quote | null = null;

  constructor(options: QuoteChannelOptions) {
    this.#options = options;
    this.#listeners = new Listeners(options);
  }

  get isEmpty(): boolean {
    return this.#listeners.isEmpty;
  }

  add(listener: QuoteListener): void {
    this.#listeners.add(listener, null);
    this.#work.request();
  }

  remove(listener: QuoteListener): void {
    this.#listeners.remove(listener);
  }

  /** Publishes the quote if it has changed. */
  changed(): void {
    this.#work.request();
  }

  async #refresh(): Promise<void> {
    const { waiting } = this.#listeners;
    try {
      const quote = await this.#options.marketData.quote(this.#options.instrumentId);
      assert(quote !== null, 'the instrument is known');
      if (this.#published !== null && isChanged(this.#published, quote)) this.#listeners.publish(quote);
      this.#published = quote;
      for (const [listener] of waiting) this.#listeners.begin(listener, quote);
    } catch (error) {
      this.#options.log.warn({ error }, 'failed to publish a quote');
      for (const [listener] of waiting) this.#listeners.fail(listener, error);
    }
  }
}

function isChanged(before: Quote, after: Quote): boolean {
  return (
    before.bestBid !== after.bestBid ||
    before.bestOffer !== after.bestOffer ||
    before.bidQuantity !== after.bidQuantity ||
    before.askQuantity !== after.askQuantity ||
    before.lastTrade?.tradeId !== after.lastTrade?.tradeId
  );
}
