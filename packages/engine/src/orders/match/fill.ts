/** Executes one trade between an incoming order and a resting one. */
import { assert, tradeId } from '@salar/protocol';
import type { Lots, Minor, Stamp, Trade, TradeId, TradeSide } from '@salar/protocol';
import { toOrderRecord, toWorkingRecord } from '../../book/order.ts';
import type { Order } from '../../book/order.ts';
import type { PriceLevel } from '../../book/price-level.ts';
import { countVolume, computeFee, findFeeTier } from '../../fees/fees.ts';
import { post } from '../../ledger/ledger.ts';
import type { AccountRow } from '../../state/accounts.ts';
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
  const notional = money.notional(level.lotCost, lots);
  // What the taker pays is what the maker gets, and the other way round.
  const paid = takerBuys ? quote : base;
  const paidAmount = takerBuys ? notional : money.baseAmount(lots);
  const got = takerBuys ? base : quote;
  const gotAmount = takerBuys ? money.baseAmount(lots) : notional;
  const { takerPpm } = findFeeTier(state, taker, stamp.at);
  const { makerPpm } = findFeeTier(state, maker, stamp.at);
  const takerFee = computeFee(gotAmount, takerPpm);
  const makerFee = computePayableFee(state, paid, computeFee(paidAmount, makerPpm));

  // The taker pays from its available funds: it never rested, so it holds none.
  paid.positions.pay(taker.account, paidAmount);
  got.positions.add(taker.account, gotAmount - takerFee);
  payFromHold(got, maker, level, lots, gotAmount);
  paid.positions.add(maker.account, paidAmount - makerFee);
  if (takerFee !== 0n) got.positions.add(state.feeIncome, takerFee);
  if (makerFee !== 0n) paid.positions.add(state.feeIncome, makerFee);

  taker.notional += notional;
  // The lots of a market order by value are not known beforehand, so none are remaining.
  if (taker.value === 0n) taker.remaining -= lots;
  maker.notional += notional;
  maker.remaining -= lots;
  maker.updatedAt = stamp.at;
  const id = state.nextTradeId;
  state.nextTradeId = tradeId(id + 1);
  instrument.lastTrade = { price: level.price, quantity: lots as Lots, at: stamp.at, tradeId: id };
  countVolume(state, taker, maker, notional, stamp.at);
  const isMakerFilled = maker.remaining === 0n;
  if (isMakerFilled) removeFilled(state, maker, level);
  else if (maker.terms !== null && maker.remaining === maker.hidden) showNextPart(maker, level);
  else level.invalidateSummary();
  state.notePriceChange(instrument);

  if (!state.isQuiet) {
    emitTrade(state, { taker, maker, id, price: level.price, lots, notional, takerFee, makerFee }, stamp);
    emitPayments(state, { id, taker, maker, paid, paidAmount, got, gotAmount, takerFee, makerFee }, stamp);
    emitFee(state, taker.account, got, takerFee, id, stamp);
    emitFee(state, maker.account, paid, makerFee, id, stamp);
    if (isMakerFilled) state.sink.orderClosed(toOrderRecord(maker, 'filled', 'trade'));
    else state.sink.orderWorking(toWorkingRecord(maker));
  }
  return notional;
}

/** Bounds a rebate by the fee income that pays it. */
function computePayableFee(state: State, product: ProductEntry, fee: bigint): bigint {
  if (fee >= 0n) return fee;
  const available = product.positions.available(state.feeIncome);
  return -fee > available ? -available : fee;
}

/** Pays for a resting order's fill out of its hold. What the remainder no longer needs becomes available. */
function payFromHold(
  { positions }: ProductEntry,
  maker: Order,
  level: PriceLevel,
  lots: bigint,
  paid: bigint,
): void {
  const { money } = maker.instrument;
  if (maker.side === 'sell' || money.isWhole) {
    // Without rounding, a resting order pays exactly what it holds, because it trades at its own price.
    positions.payHeld(maker.account, paid);
    return;
  }
  const freed =
    money.reserve(level.lotCost, maker.remaining) - money.reserve(level.lotCost, maker.remaining - lots);
  assert(freed >= paid, 'a hold covers what the order pays');
  positions.payHeld(maker.account, freed);
  positions.add(maker.account, freed - paid);
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
    accountId: order.accountId,
    clientOrderId: order.clientOrderId,
    orderType: order.orderType,
    fee: fee as Minor,
    remaining: order.remaining as Lots,
  };
}

type Payments = {
  readonly id: TradeId;
  readonly taker: Order;
  readonly maker: Order;
  /** The taker paid one product and got the other. */
  readonly paid: ProductEntry;
  readonly paidAmount: bigint;
  readonly got: ProductEntry;
  readonly gotAmount: bigint;
  readonly takerFee: bigint;
  readonly makerFee: bigint;
};

/**
 * Emits four lines: what each side paid and what each got. Fees follow as lines of their own, so these balances
 * exclude them.
 */
function emitPayments(state: State, payments: Payments, stamp: Stamp): void {
  const { paid, paidAmount, got, gotAmount, takerFee, makerFee } = payments;
  const taker = payments.taker.account;
  const maker = payments.maker.account;
  const purpose = { kind: 'trade', reference: payments.id, referenceKind: 'trade' } as const;
  const emit = (account: AccountRow, product: ProductEntry, amount: bigint, fee: bigint) => {
    const balance = product.positions.total(account) + fee;
    post(state, stamp, purpose, {
      account,
      product,
      amount,
      balance,
      counterparty: account === taker ? maker : taker,
    });
  };
  emit(taker, paid, -paidAmount, 0n);
  emit(maker, paid, paidAmount, makerFee);
  emit(maker, got, -gotAmount, 0n);
  emit(taker, got, gotAmount, takerFee);
}

function emitFee(
  state: State,
  payer: AccountRow,
  product: ProductEntry,
  fee: bigint,
  id: TradeId,
  stamp: Stamp,
): void {
  if (fee === 0n) return;
  const purpose = { kind: 'fee', reference: id, referenceKind: 'trade' } as const;
  const { feeIncome } = state;
  const emit = (account: AccountRow, amount: bigint, counterparty: AccountRow) =>
    post(state, stamp, purpose, {
      account,
      product,
      amount,
      balance: product.positions.total(account),
      counterparty,
    });
  emit(payer, -fee, feeIncome);
  emit(feeIncome, fee, payer);
}
