/**
 * Quotes both sides of an instrument around its middle price, and cancels its quotes when it ends.
 *
 *   SALAR_KEY=... SALAR_SECRET=... npx tsx packages/client/examples/market-maker.ts BTCUSDT 0.001
 *
 * The key needs the permission Trading. Ctrl-C ends it. This is a lesson in the API, not a way to make money: it ignores
 * its inventory, and anybody better informed than the middle price trades against it.
 */
import Big from 'big.js';
import { WebSocket } from 'ws';
import { createClient, NoAnswer, SalarRefusal } from '../src/index.ts';
import type { Client, Instrument, Level1 } from '../src/index.ts';

export type MakerOptions = {
  readonly symbol: string;
  /** The quantity of each quote, in the base product. */
  readonly quantity: string;
  /** The distance between our two prices, as a fraction of the middle price: 0.004 is 0.4 %. */
  readonly spread: string;
  /** Ends the market maker. */
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
};

const sides = ['Buy', 'Sell'] as const;

/** Quotes until `signal` ends it. Resolves when none of our quotes is left. */
export async function makeMarket(client: Client, options: MakerOptions): Promise<void> {
  const { symbol, spread, signal, say } = options;
  const instrument = (await client.call.GetInstruments()).find(({ Symbol: name }) => name === symbol);
  if (instrument === undefined) throw new Error(`There is no instrument ${symbol}`);
  const { InstrumentId } = instrument;

  // The current middle price of the market, and the one we quoted around; null while unknown.
  const middles: { now: Big | null; quoted: Big | null } = { now: null, quoted: null };
  const news = bell();
  const startOver = (): void => {
    middles.quoted = null;
    news.ring();
  };
  signal.addEventListener('abort', news.ring);

  const stopPrices = client.live.level1(symbol, (level1) => {
    middles.now = middleOf(level1);
    news.ring();
  });
  const stopEvents = client.live.accountEvents({
    // At the start and after each interruption, when the state of our orders is unknown.
    subscribed: startOver,
    OrderTradeEvent: ({ Side, Quantity, Price }) => {
      say(`${Side} ${Quantity} at ${Price}`);
      startOver();
    },
  });
  try {
    for (; !signal.aborted; await news.next()) {
      const { now, quoted } = middles;
      if (now === null || (quoted !== null && isNear(now, quoted, spread))) continue;
      middles.quoted = now;
      try {
        await quoteAround(client, options, instrument, now);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        say('no answer: starts over when the connection is back');
        middles.quoted = null;
      }
    }
  } finally {
    stopPrices();
    stopEvents();
    await client.live.call.CancelAllOrders({ InstrumentId });
    say('no quotes');
  }
}

/** Cancels our quotes and places new ones, on both sides. */
async function quoteAround(
  client: Client,
  options: MakerOptions,
  instrument: Instrument,
  middle: Big,
): Promise<void> {
  const { InstrumentId } = instrument;
  const prices = pricesAround(middle, options.spread, instrument);
  // The old ones go first: with two of each we could trade more than intended.
  await client.live.call.CancelAllOrders({ InstrumentId });
  for (const side of sides) await quote(client, options, { InstrumentId, side, price: prices[side] });
  options.say(`quoting ${prices.Buy} / ${prices.Sell}`);
}

/** Between best bid and best offer, or the price of the last trade; null while there is neither. */
function middleOf({ BestBid, BestOffer, LastTradedPx }: Level1): Big | null {
  const isTwoSided = new Big(BestBid).gt(0) && new Big(BestOffer).gt(0);
  const middle = isTwoSided ? new Big(BestBid).plus(BestOffer).div(2) : new Big(LastTradedPx);
  return middle.gt(0) ? middle : null;
}

/** Our own quotes move the middle a little. A move of less than a quarter of the spread is not worth new quotes. */
function isNear(now: Big, quoted: Big, spread: string): boolean {
  return now.minus(quoted).abs().lte(quoted.times(spread).div(4));
}

/** Computes our two prices, rounded away from each other to the instrument's ticks. */
function pricesAround(middle: Big, spread: string, { PriceIncrement }: Instrument) {
  const half = middle.times(spread).div(2);
  const onTick = (price: Big, rounding: 0 | 3) =>
    price.div(PriceIncrement).round(0, rounding).times(PriceIncrement).toFixed();
  return { Buy: onTick(middle.minus(half), 0), Sell: onTick(middle.plus(half), 3) };
}

async function quote(
  client: Client,
  { quantity, say }: MakerOptions,
  { InstrumentId, side, price }: { InstrumentId: number; side: 'Buy' | 'Sell'; price: string },
): Promise<void> {
  try {
    await client.live.call.SendOrder({
      InstrumentId,
      Side: side,
      OrderType: 'Limit',
      TimeInForce: 'GTC',
      Quantity: quantity,
      LimitPrice: price,
      // A quote rests in the book; one that would trade at once is refused.
      PostOnly: true,
    });
  } catch (error) {
    if (!(error instanceof SalarRefusal)) throw error;
    say(`${side} at ${price} was refused: ${error.message}`);
  }
}

/** An awaitable signal. A ring while nothing waits wakes the next wait at once. */
function bell(): { readonly ring: () => void; readonly next: () => Promise<void> } {
  let wake: () => void = () => undefined;
  let rung = new Promise<void>((resolve) => (wake = resolve));
  return {
    ring: () => wake(),
    async next() {
      await rung;
      rung = new Promise<void>((resolve) => (wake = resolve));
    },
  };
}

if (process.argv[1] === import.meta.filename) {
  const [symbol = 'BTCUSDT', quantity = '0.001'] = process.argv.slice(2);
  const { SALAR_URL: url = 'http://127.0.0.1:8080', SALAR_KEY: apiKey, SALAR_SECRET: secret } = process.env;
  if (!apiKey || !secret) throw new Error('SALAR_KEY and SALAR_SECRET are needed');
  const client = createClient({ url, WebSocket, credentials: { apiKey, secret } });
  const ending = new AbortController();
  process.once('SIGINT', () => ending.abort());
  const say = (line: string) => console.log(line);
  await makeMarket(client, { symbol, quantity, spread: '0.004', signal: ending.signal, say });
  client.close();
}
