/** The actual result of a swap: read from its order and the order's trades, until both agree. */
import { useGetAccountTradesQuery } from '../../api/calls/orders/get-account-trades.ts';
import type { AccountTrade } from '../../api/calls/orders/get-account-trades.ts';
import { useGetOrderStatusQuery } from './api/get-order-status.ts';
import type { Order } from '../../api/records/order.ts';
import { add, compare, isPositive, subtract } from '../../money/decimal.ts';
import type { SentSwap } from './use-send-swap.ts';

const pollMs = 1000;
const tradesMax = 1000;

/** Amounts are decimal text. */
export type SwapReceipt = {
  readonly orderId: number;
  readonly paid: string;
  readonly fee: string;
  /** After the fee. */
  readonly received: string;
  readonly averagePrice: string;
  /** The unswapped part of the payment, which stayed in the balance. */
  readonly left: string;
  /** Everything was swapped except for less than one step of the market. */
  readonly isWhole: boolean;
};

type Question = { readonly sent: SentSwap; readonly orderId: number };

/** Null while loading. */
export function useSwapReceipt(question: Question | null): SwapReceipt | null {
  const query = {
    accountId: question?.sent.order.accountId ?? 0,
    orderId: question?.orderId ?? 0,
  };
  const order = useGetOrderStatusQuery(query, { skip: question === null });
  const trades = useGetAccountTradesQuery(
    { ...query, startIndex: 0, limit: tradesMax },
    { skip: question === null },
  );
  const receipt = question === null ? null : buildReceipt(question, order.currentData, trades.currentData);
  // The history is written a moment after the trade.
  const pollingInterval = question === null || receipt !== null ? 0 : pollMs;
  const skip = question === null || receipt !== null;
  useGetOrderStatusQuery(query, { skip, pollingInterval });
  useGetAccountTradesQuery({ ...query, startIndex: 0, limit: tradesMax }, { skip, pollingInterval });
  return receipt;
}

/** @returns null while the order is open or its trades are not all there */
function buildReceipt(
  { sent, orderId }: Question,
  order: Order | undefined,
  trades: readonly AccountTrade[] | undefined,
): SwapReceipt | null {
  if (order === undefined || trades === undefined || order.state === 'Working') return null;
  const traded = trades.reduce((sum, trade) => add(sum, trade.quantity), '0');
  if (compare(traded, order.quantityExecuted) !== 0) return null;
  const isBuy = sent.order.side === 'buy';
  const [paid, gross] = isBuy
    ? [order.valueExecuted, order.quantityExecuted]
    : [order.quantityExecuted, order.valueExecuted];
  const fee = trades
    .filter(({ feeProductId }) => feeProductId === sent.to.productId)
    .reduce((sum, trade) => add(sum, trade.fee), '0');
  const left = subtract(sent.quote.pay, paid);
  return {
    orderId,
    paid,
    fee,
    received: subtract(gross, fee),
    averagePrice: order.averagePrice,
    left: isPositive(left) ? left : '0',
    isWhole: order.state === 'FullyExecuted',
  };
}
