/** The customer's own orders in a market, as marks for the chart and the ladder. */
import { useMemo } from 'react';
import type { Instrument } from '../../api/calls/market-data/get-instruments.ts';
import type { MarketSide } from '../../api/records/market-rows.ts';
import type { OpenOrder } from '../../api/records/order.ts';
import { isPositive } from '../../money/decimal.ts';
import type { PriceMark } from './chart/candle-chart.ts';
import { useOrderLabels } from './entry/use-order-labels.ts';

/** Dots in the ladder, lines in the chart. */
export function useOwnOrders(orders: readonly OpenOrder[] | undefined, { instrumentId }: Instrument) {
  const labels = useOrderLabels();
  const side = { buy: labels.side('buy'), sell: labels.side('sell') };
  return useMemo(() => {
    const here = (orders ?? []).filter((order) => order.instrumentId === instrumentId);
    const at = (order: OpenOrder, price: string): { side: MarketSide; price: string } => ({
      side: order.side === 'Buy' ? 'buy' : 'sell',
      price,
    });
    const prices = here.flatMap((order) => (order.isWaiting ? [] : [at(order, order.limitPrice)]));
    const stops = here.flatMap((order) =>
      order.isWaiting && isPositive(order.stopPrice) ? [at(order, order.stopPrice)] : [],
    );
    const marks: PriceMark[] = [...prices, ...stops].map((mark) => ({ ...mark, title: side[mark.side] }));
    return { prices, marks };
  }, [orders, instrumentId, side.buy, side.sell]);
}
