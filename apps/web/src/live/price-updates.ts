import type { AppStore } from '../store/store.ts';
import { readMarketPrice } from '../api/calls/market-data/get-level1-summary.ts';
import type { MarketPrice } from '../api/calls/market-data/get-level1-summary.ts';
import { WireRow } from '../api/wire/wire-row.ts';
import type { WireValue } from '@salar/client/lossless-json';
import { FrameThrottle } from './frame-throttle.ts';
import { changeCached } from './change-cached.ts';

/** People cannot read figures that change more often than twice a second. */
export const pricePaceMs = 500;

/** Writes live best prices into the market summary. */
export class PriceUpdates {
  readonly #store: AppStore;
  readonly #news = new Map<number, MarketPrice>();
  readonly #writing = new FrameThrottle(() => this.#write(), pricePaceMs);

  constructor(store: AppStore) {
    this.#store = store;
  }

  apply(value: WireValue): void {
    const price = readMarketPrice(new WireRow(value));
    this.#news.set(price.instrumentId, price);
    this.#writing.schedule();
  }

  #write(): boolean {
    const isWritten = changeCached(this.#store, 'getLevel1Summary', (prices) => {
      for (const news of this.#news.values()) {
        const known = prices.find(({ instrumentId }) => instrumentId === news.instrumentId);
        if (known) Object.assign(known, news);
        else prices.push(news);
      }
    });
    if (isWritten) this.#news.clear();
    return isWritten;
  }
}
