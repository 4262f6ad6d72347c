/** Builds what is public about the markets: quotes, candles, the feed of both, and the products' pictures. */
import { CandleService } from '../market-data/candle-service.ts';
import { MarketFeed } from '../market-data/feed/market-feed.ts';
import type { MarketFeedSource } from '../market-data/feed/market-feed.ts';
import { MarketDataService } from '../market-data/market-data-service.ts';
import type { History } from '../ports/history.ts';
import type { Log } from '../ports/log.ts';
import { noProductIcons } from '../ports/product-icon-urls.ts';
import type { ProductIconUrls } from '../ports/product-icon-urls.ts';

export type MarketServices = {
  readonly marketData: MarketDataService;
  readonly candles: CandleService;
  readonly marketFeed: MarketFeed;
  readonly productIcons: ProductIconUrls;
};

export type MarketServicesOptions = {
  readonly sequencer: MarketFeedSource;
  readonly history: History;
  /** Where product pictures are served; products have none by default. */
  readonly productIcons?: ProductIconUrls;
  readonly now: () => number;
  readonly log: Log;
};

/** Builds the market data. It is empty until `marketData` follows the sequencer. */
export function createMarketServices(options: MarketServicesOptions): MarketServices {
  const { sequencer, history, now, log } = options;
  const marketData = new MarketDataService({ sequencer, history, now });
  const candles = new CandleService({ sequencer, history, now });
  return {
    marketData,
    candles,
    marketFeed: new MarketFeed({ sequencer, history, marketData, candles, now, log }),
    productIcons: options.productIcons ?? noProductIcons,
  };
}
