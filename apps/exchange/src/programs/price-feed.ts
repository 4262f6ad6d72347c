/** The process of outside prices. */
import { runFeed } from '@salar/adapters/price-ccxt/run-feed';

runFeed();
