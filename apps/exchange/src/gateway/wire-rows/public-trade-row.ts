/** Converts a trade to a public row of numbers. */
import type { WireNumber } from '@salar/protocol/wire';
import type { PublicTrade } from '@salar/services/market-data/public-trade';
import type { Units } from './units.ts';

const directions = { same: 0, up: 1, down: 2 } as const;

export function toPublicTradeRow(
  { trade, direction }: PublicTrade,
  { price, quantity }: Units,
): readonly (number | WireNumber)[] {
  return [
    trade.tradeId,
    trade.instrumentId,
    quantity(trade.quantity),
    price(trade.price),
    trade.maker.orderId,
    trade.taker.orderId,
    trade.at,
    directions[direction],
    trade.takerSide === 'buy' ? 0 : 1,
    0,
    0,
  ];
}
