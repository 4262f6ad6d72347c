/**
 * Publishes best prices and figures of one instrument whenever the best prices or the last trade have changed. A subscriber
 * that joins others receives the latest quote; joining publishes nothing to those who are there.
 */
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
  /** The quote may have changed since it was last published. */
  #hasChanged = false;
  /** A quote with the best prices and the last trade that every live listener has; null when these differ. */
  #shown: Quote | null = null;

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
    this.#hasChanged = true;
    this.#work.request();
  }

  async #refresh(): Promise<void> {
    const { waiting } = this.#listeners;
    const hasChanged = this.#hasChanged;
    this.#hasChanged = false;
    try {
      const quote = await this.#options.marketData.quote(this.#options.instrumentId);
      assert(quote !== null, 'the instrument is known');
      const isNew = this.#shown === null || isChanged(this.#shown, quote);
      if (hasChanged && isNew) this.#listeners.publish(quote);
      if (hasChanged || !this.#listeners.hasLive) this.#shown = quote;
      else if (isNew) this.#shown = null; // those who join are ahead, until the change is published to all
      for (const [listener] of waiting) this.#listeners.begin(listener, quote);
    } catch (error) {
      this.#hasChanged ||= hasChanged; // published after the next read that succeeds
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
