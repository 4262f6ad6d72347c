/** Executes one trade between an incoming order and a resting one. */
import { assert, tradeId } from '@salar/protocol';
import type { Lots, Minor, Stamp, Trade, TradeId, TradeSide } from '@salar/protocol';
import { toOrderRecord, toWorkingRecord } from '../../book/order.ts';
import type { Order } from '../../book/order.ts';
import type { PriceLevel } from '../../book/price-level.ts';
import { countVolume, computeFee, findFeeTier } from '../../fees/fees.ts';
import { post } from '../../ledger/ledger.ts';
import type { Position } from '../../ledger/position.ts';
import type { ProductEntry } from '../../state/product-entry.ts';
import type { State } from '../../state/state.ts';
import { removeFilled } from '../book-entry.ts';
import { showNextPart } from './display-quantity.ts';

/**
 * Trades `lots` at the maker's price. The buyer pays exactly what the seller gets; then each pays its fee out of
 * what it received.
 *
 * @returns the quote minor units exchanged
 */
export function fill(
  state: State,
  taker: Order,
  maker: Order,
  level: PriceLevel,
  lots: bigint,
  stamp: Stamp,
): bigint {
  const { instrument } = taker;
  const { money, base, quote } = instrument;
  const takerBuys = taker.side === 'buy';
  const baseAmount = money.baseAmount(lots);
  const notional = money.notional(level.lotCost, lots);
  const { takerPpm } = findFeeTier(taker.account, instrument, stamp.at);
  const { makerPpm } = findFeeTier(maker.account, instrument, stamp.at);
  const takerFee = computeFee(takerBuys ? baseAmount : notional, takerPpm);

  // The taker pays from its available funds: it never rested, so it holds none.
  const takerPays = taker.account.positionIn(takerBuys ? quote : base);
  const takerGets = taker.account.positionIn(takerBuys ? base : quote);
  const makerPays = maker.account.positionIn(takerBuys ? base : quote);
  const makerGets = maker.account.positionIn(takerBuys ? quote : base);
  const makerFee = computePayableFee(
    state,
    makerGets.product,
    computeFee(takerBuys ? notional : baseAmount, makerPpm),
  );
  takerPays.available -= takerBuys ? notional : baseAmount;
  takerGets.available += takerBuys ? baseAmount - takerFee : notional - takerFee;
  payFromHold(makerPays, maker, level, lots, takerBuys ? baseAmount : notional);
  makerGets.available += takerBuys ? notional - makerFee : baseAmount - makerFee;
  if (takerFee !== 0n) state.feeIncome.positionIn(takerGets.product).available += takerFee;
  if (makerFee !== 0n) state.feeIncome.positionIn(makerGets.product).available += makerFee;
  takerPays.assertSound();
  takerGets.assertSound();
  makerPays.assertSound();
  makerGets.assertSound();

  taker.notional += notional;
  // The lots of a market order by value are not known beforehand, so none are remaining.
  if (taker.value === 0n) taker.remaining -= lots;
  maker.notional += notional;
  maker.remaining -= lots;
  maker.updatedAt = stamp.at;
  const id = state.nextTradeId;
  state.nextTradeId = tradeId(id + 1);
  instrument.lastTrade = { price: level.price, quantity: lots as Lots, at: stamp.at, tradeId: id };
  countVolume(instrument, notional, taker.account, maker.account, stamp.at);
  const isMakerFilled = maker.remaining === 0n;
  if (isMakerFilled) removeFilled(state, maker, level);
  else if (maker.terms !== null && maker.remaining === maker.hidden) showNextPart(maker, level);
  else level.invalidateSummary();
  state.notePriceChange(instrument);

  if (!state.isQuiet) {
    emitTrade(state, { taker, maker, id, price: level.price, lots, notional, takerFee, makerFee }, stamp);
    emitPayments(
      state,
      { id, baseAmount, notional, takerBuys, takerPays, takerGets, makerPays, makerGets, takerFee, makerFee },
      stamp,
    );
    emitFee(state, takerGets, takerFee, id, stamp);
    emitFee(state, makerGets, makerFee, id, stamp);
    if (isMakerFilled) state.sink.orderClosed(toOrderRecord(maker, 'filled', 'trade'));
    else state.sink.orderWorking(toWorkingRecord(maker));
  }
  return notional;
}

/** Bounds a rebate by the fee income that pays it. */
function computePayableFee(state: State, product: ProductEntry, fee: bigint): bigint {
  if (fee >= 0n) return fee;
  const { available } = state.feeIncome.positionIn(product);
  return -fee > available ? -available : fee;
}

/** Pays for a resting order's fill out of its hold. What the remainder no longer needs becomes available. */
function payFromHold(position: Position, maker: Order, level: PriceLevel, lots: bigint, paid: bigint): void {
  const { money } = maker.instrument;
  if (maker.side === 'sell' || money.isWhole) {
    // Without rounding, a resting order pays exactly what it holds, because it trades at its own price.
    position.held -= paid;
    return;
  }
  const freed =
    money.reserve(level.lotCost, maker.remaining) - money.reserve(level.lotCost, maker.remaining - lots);
  assert(freed >= paid, 'a hold covers what the order pays');
  position.held -= freed;
  position.available += freed - paid;
}

type TradeDetails = {
  readonly taker: Order;
  readonly maker: Order;
  readonly id: TradeId;
  readonly price: Trade['price'];
  readonly lots: bigint;
  readonly notional: bigint;
  readonly takerFee: bigint;
  readonly makerFee: bigint;
};

function emitTrade(state: State, trade: TradeDetails, stamp: Stamp): void {
  const { taker, maker } = trade;
  state.sink.trade({
    tradeId: trade.id,
    sequence: stamp.sequence,
    at: stamp.at,
    instrumentId: taker.instrumentId,
    price: trade.price,
    quantity: trade.lots as Lots,
    notional: trade.notional as Minor,
    takerSide: taker.side,
    taker: toTradeSide(taker, trade.takerFee),
    maker: toTradeSide(maker, trade.makerFee),
  });
}

function toTradeSide(order: Order, fee: bigint): TradeSide {
  return {
    orderId: order.orderId,
    accountId: order.account.accountId,
    clientOrderId: order.clientOrderId,
    orderType: order.orderType,
    fee: fee as Minor,
    remaining: order.remaining as Lots,
  };
}

type Payments = {
  readonly id: TradeId;
  readonly baseAmount: bigint;
  readonly notional: bigint;
  readonly takerBuys: boolean;
  readonly takerPays: Position;
  readonly takerGets: Position;
  readonly makerPays: Position;
  readonly makerGets: Position;
  readonly takerFee: bigint;
  readonly makerFee: bigint;
};

/**
 * Emits four lines: what each side paid and what each got. Fees follow as lines of their own, so these balances
 * exclude them.
 */
function emitPayments(state: State, payments: Payments, stamp: Stamp): void {
  const { takerPays, takerGets, makerPays, makerGets, takerFee, makerFee } = payments;
  const paid = payments.takerBuys ? payments.notional : payments.baseAmount;
  const got = payments.takerBuys ? payments.baseAmount : payments.notional;
  const purpose = { kind: 'trade', reference: payments.id, referenceKind: 'trade' } as const;
  const taker = takerPays.account;
  const maker = makerPays.account;
  post(state, stamp, purpose, takerPays, -paid, takerPays.total, maker);
  post(state, stamp, purpose, makerGets, paid, makerGets.total + makerFee, taker);
  post(state, stamp, purpose, makerPays, -got, makerPays.total, taker);
  post(state, stamp, purpose, takerGets, got, takerGets.total + takerFee, maker);
}

function emitFee(state: State, payer: Position, fee: bigint, id: TradeId, stamp: Stamp): void {
  if (fee === 0n) return;
  const purpose = { kind: 'fee', reference: id, referenceKind: 'trade' } as const;
  const income = state.feeIncome.positionIn(payer.product);
  post(state, stamp, purpose, payer, -fee, payer.total, income.account);
  post(state, stamp, purpose, income, fee, income.total, payer.account);
}
