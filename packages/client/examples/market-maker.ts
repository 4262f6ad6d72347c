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

/** The prices of our quotes that rest in the book, null for a side without one, and the middle price they surround. */
type Quotes = { Buy: string | null; Sell: string | null; middle: Big | null };

/** Quotes until `signal` ends it. Resolves when none of our quotes is left. */
export async function makeMarket(client: Client, options: MakerOptions): Promise<void> {
  const { symbol, spread, signal, say } = options;
  const instrument = (await client.call.GetInstruments()).find(({ Symbol: name }) => name === symbol);
  if (instrument === undefined) throw new Error(`There is no instrument ${symbol}`);
  const { InstrumentId } = instrument;

  // The newest prices of the market, and whether to quote again whatever they are.
  const market: { level1: Level1 | null; isToBeQuoted: boolean } = { level1: null, isToBeQuoted: false };
  let quotes: Quotes | null = null;
  const news = bell();
  const startOver = (): void => {
    market.isToBeQuoted = true;
    news.ring();
  };
  signal.addEventListener('abort', news.ring);

  const stopPrices = client.live.level1(symbol, (level1) => {
    market.level1 = level1;
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
      const { level1, isToBeQuoted } = market;
      const isMoved = level1 !== null && quotes !== null && hasMoved(level1, quotes, spread);
      if (!isToBeQuoted && !isMoved) continue;
      market.isToBeQuoted = false;
      try {
        quotes = await quoteAgain(client, options, instrument);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        say('no answer: starts over when the connection is back');
        market.isToBeQuoted = true;
      }
    }
  } finally {
    stopPrices();
    stopEvents();
    await client.live.call.CancelAllOrders({ InstrumentId });
    say('no quotes');
  }
}

/** Cancels our quotes and places new ones, on both sides of the middle price. Returns those that rest. */
async function quoteAgain(client: Client, options: MakerOptions, instrument: Instrument): Promise<Quotes> {
  const { InstrumentId } = instrument;
  // The old ones go first: with two of each we could trade more than intended.
  await client.live.call.CancelAllOrders({ InstrumentId });
  // Requested now, because the last prices received may contain one of our own quotes without the other.
  const middle = middleOf(await client.live.call.GetLevel1({ InstrumentId }));
  const quotes: Quotes = { Buy: null, Sell: null, middle };
  if (middle === null) return quotes;
  const prices = pricesAround(middle, options.spread, instrument);
  for (const side of sides) {
    const isResting = await quote(client, options, { InstrumentId, side, price: prices[side] });
    if (isResting) quotes[side] = prices[side];
  }
  options.say(`quoting ${prices.Buy} / ${prices.Sell}`);
  return quotes;
}

/** Whether the market has moved away from what we quoted around. */
function hasMoved(level1: Level1, quotes: Quotes, spread: string): boolean {
  const now = middleOf(level1);
  if (now === null || quotes.middle === null) return now !== null;
  return contains(level1, quotes) && !isNear(now, quotes.middle, spread);
}

/**
 * Whether prices of the market are newer than our quotes: both sides are at least as good. Older ones, and those between
 * our first quote and the second, say nothing about where the market is. A quote that trades reports it by an event.
 */
function contains({ BestBid, BestOffer }: Level1, { Buy, Sell }: Quotes): boolean {
  const hasBuy = Buy === null || new Big(BestBid).gte(Buy);
  const hasSell = Sell === null || (new Big(BestOffer).gt(0) && new Big(BestOffer).lte(Sell));
  return hasBuy && hasSell;
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
): Promise<boolean> {
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
    return true;
  } catch (error) {
    if (!(error instanceof SalarRefusal)) throw error;
    say(`${side} at ${price} was refused: ${error.message}`);
    return false;
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
