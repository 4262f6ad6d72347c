/** Converts one side of a trade to the wire format of its account. */
import type { EngineView } from '@salar/engine';
import { assert } from '@salar/protocol';
import type { AccountId, Trade, TradeSide } from '@salar/protocol';
import { toWireDecimal, toWireTicks, zero } from '@salar/protocol/wire';
import type { WireAccountTrade } from '@salar/protocol/wire';
import { findNotionalProduct } from '@salar/services/accounts/notional-product';
import type { User } from '@salar/store/tables/customers/users';
import { computeNotional } from './notional.ts';
import { orderTypeNames, sideNames } from './order-row.ts';
import { exchangeAccount } from './transaction-row.ts';
import { getUnits } from './units.ts';

/**
 * Converts a trade for the account of `user`, which is on one side of it. The order book of that moment is not
 * stored, so the inside prices are 0.
 *
 * @param priceBefore  the price of the instrument's previous trade; undefined when there was none
 */
export function toAccountTradeRow(
  trade: Trade,
  user: User,
  view: EngineView,
  priceBefore: number | undefined,
): WireAccountTrade {
  const instrument = view.instrument(trade.instrumentId);
  assert(instrument !== undefined, 'the instrument of a trade is defined');
  const { price, quantity, value } = getUnits(view, instrument);
  const isTaker = isTakerIn(trade, user.accountId);
  const own: TradeSide = isTaker ? trade.taker : trade.maker;
  const side = isTaker === (trade.takerSide === 'buy') ? 'buy' : 'sell';
  const receivedId = side === 'buy' ? instrument.baseProductId : instrument.quoteProductId;
  const { quoteProductId } = instrument;
  const quoteDecimals = view.product(quoteProductId)?.decimals ?? 0;
  const notional = findNotionalProduct(view);
  return {
    OMSId: 1,
    ExecutionId: toExecutionId(trade, isTaker),
    TradeId: trade.tradeId,
    OrderId: own.orderId,
    AccountId: user.accountId,
    AccountName: user.userName,
    SubAccountId: 0,
    ClientOrderId: own.clientOrderId,
    InstrumentId: trade.instrumentId,
    Side: sideNames[side],
    OrderType: orderTypeNames[own.orderType],
    Quantity: quantity(trade.quantity),
    RemainingQuantity: quantity(own.remaining),
    Price: price(trade.price),
    Value: value(trade.notional),
    CounterParty: String(exchangeAccount),
    OrderTradeRevision: 1,
    Direction: directionNames[toDirection(trade.price, priceBefore)],
    IsBlockTrade: false,
    Fee: toWireDecimal(own.fee, view.product(receivedId)?.decimals ?? 0),
    FeeProductId: receivedId,
    OrderOriginator: user.userId,
    UserName: user.userName,
    TradeTimeMS: trade.at,
    MakerTaker: isTaker ? 'Taker' : 'Maker',
    AdapterTradeId: 0,
    InsideBid: zero,
    InsideBidSize: zero,
    InsideAsk: zero,
    InsideAskSize: zero,
    IsQuote: false,
    CounterPartyClientUserId: 1,
    NotionalProductId: notional?.productId ?? 0,
    NotionalRate: toWireDecimal(view.referencePrice(quoteProductId) ?? 0n, notional?.decimals ?? 0),
    NotionalValue: computeNotional(view, quoteProductId, trade.notional, quoteDecimals),
    NotionalHoldAmount: zero,
    TradeTime: toWireTicks(trade.at),
    TradeFlag: '0',
  };
}

/** Returns true when the account was the taker; it is on one side only. */
export function isTakerIn(trade: Trade, accountId: AccountId): boolean {
  return trade.taker.accountId === accountId;
}

/** Returns the id of one side of a trade. Each trade has two execution ids, the maker's first. */
export function toExecutionId(trade: Pick<Trade, 'tradeId'>, isTaker: boolean): number {
  return trade.tradeId * 2 - (isTaker ? 0 : 1);
}

/** Compares with the previous trade: 0 unchanged, 1 up, 2 down. */
function toDirection(price: number, before: number | undefined): 0 | 1 | 2 {
  if (before === undefined || price === before) return 0;
  return price > before ? 1 : 2;
}
const directionNames = ['NoChange', 'UpTick', 'DownTick'] as const;
