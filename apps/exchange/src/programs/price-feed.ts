/** The process that fetches external prices. */
import { runFeed } from '@salar/adapters/price-ccxt/run-feed';
import { onHangUp } from '@salar/adapters/terminal/output-and-signals';

onHangUp(); // a log manager may send it to all processes of the exchange
runFeed();
