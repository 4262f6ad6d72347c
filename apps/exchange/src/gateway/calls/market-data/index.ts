import type { Chapter } from '../../chapter.ts';
import { getLevel1 } from './get-level1.ts';
import { getLevel1Summary } from './get-level1-summary.ts';
import { getLevel1SummaryMin } from './get-level1-summary-min.ts';
import { getL2Snapshot } from './get-l2-snapshot.ts';
import { getLastTrades } from './get-last-trades.ts';
import { getTickerHistory } from './get-ticker-history.ts';
import { getEarliestTickTime } from './get-earliest-tick-time.ts';
import { summary } from './summary.ts';
import { ticker } from './ticker.ts';
import { assets } from './assets.ts';
import { orderBook } from './order-book.ts';
import { trades } from './trades.ts';

export const marketDataChapter: Chapter = {
  id: 'market-data',
  title: 'Market data',
  about: 'Prices, books, trades and candles. No sign-in is required.',
  calls: [
    getLevel1,
    getLevel1Summary,
    getLevel1SummaryMin,
    getL2Snapshot,
    getLastTrades,
    getTickerHistory,
    getEarliestTickTime,
    summary,
    ticker,
    assets,
    orderBook,
    trades,
  ],
};
