/** The process that fetches external prices. */
import { runFeed } from '@salar/adapters/price-ccxt/run-feed';

runFeed();
