/** Converts a quote to the Level1 object. */
import { toWireDecimal } from '@salar/protocol/wire';
import type { WireLevel1 } from '@salar/protocol/wire';
import type { Quote } from '@salar/services/market-data/quote';
import { toQuoteUnits } from './units.ts';

export function toLevel1Row(quote: Quote): WireLevel1 {
  const { price, quantity, value } = toQuoteUnits(quote);
  const { day, rolling, lastTrade } = quote;
  return {
    OMSId: 1,
    InstrumentId: quote.instrument.instrumentId,
    BestBid: price(quote.bestBid),
    BestOffer: price(quote.bestOffer),
    LastTradedPx: price(lastTrade?.price ?? 0),
    LastTradedQty: quantity(lastTrade?.quantity ?? 0n),
    LastTradeTime: lastTrade?.at ?? 0,
    SessionOpen: price(day.open),
    SessionHigh: price(day.high),
    SessionLow: price(day.low),
    SessionClose: price(day.close || (lastTrade?.price ?? 0)),
    Volume: quantity(lastTrade?.quantity ?? 0n),
    CurrentDayVolume: quantity(day.volume),
    CurrentDayNotional: value(day.notional),
    CurrentDayNumTrades: day.trades,
    CurrentDayPxChange: price(quote.dayChange),
    Rolling24HrVolume: quantity(rolling.volume),
    Rolling24HrNotional: value(rolling.notional),
    Rolling24NumTrades: rolling.trades,
    Rolling24HrPxChange: price(quote.change24h),
    TimeStamp: String(quote.at),
    BidQty: quantity(quote.bidQuantity),
    AskQty: quantity(quote.askQuantity),
    BidOrderCt: quote.bidOrders,
    AskOrderCt: quote.askOrders,
    Rolling24HrPxChangePercent: toWireDecimal(BigInt(quote.change24hBasisPoints), 2),
  };
}
