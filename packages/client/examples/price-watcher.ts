/**
 * Shows the best prices of an instrument, live.
 *
 *   npx tsx packages/client/examples/price-watcher.ts BTCUSDT
 *
 * Prices are public: no key is needed. SALAR_URL names the exchange; without it, one on this machine is used.
 */
import { WebSocket } from 'ws';
import { createClient } from '../src/index.ts';
import type { Client, Stop } from '../src/index.ts';

/**
 * Prints the best prices of an instrument whenever they change.
 * @returns a function that ends it
 */
export function watchPrices(client: Client, symbol: string, say: (line: string) => void): Stop {
  let before = '';
  return client.live.level1(symbol, ({ BestBid, BestOffer, LastTradedPx }) => {
    // Amounts are text, so that no digit is lost. Show them unchanged.
    const line = `${symbol}  bid ${BestBid}  offer ${BestOffer}  last ${LastTradedPx}`;
    if (line !== before) say(line);
    before = line;
  });
}

if (process.argv[1] === import.meta.filename) {
  const [symbol = 'BTCUSDT'] = process.argv.slice(2);
  const url = process.env['SALAR_URL'] ?? 'http://127.0.0.1:8080';
  // Node 20 has no WebSocket of its own; browsers have one.
  const client = createClient({ url, WebSocket, onState: (state) => console.error(`(${state})`) });
  watchPrices(client, symbol, (line) => console.log(line));
  process.once('SIGINT', () => client.close());
}
