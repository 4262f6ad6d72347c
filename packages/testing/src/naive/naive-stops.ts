/** Waiting orders: the price they watch, how they trail, and what they do when it is reached. */
import type { PlaceStopOrder } from '@salar/protocol';
import { endOrder, cancelPartner, planMatch, executeTrades } from './naive-matching.ts';
import { addToBook, isWithinLimit, isWithinLimitCollar, reachOfLimit } from './naive-resting.ts';
import { computeCollar } from './naive-rules.ts';
import type { NaiveInstrument, NaiveOrder, NaiveState } from './naive-state.ts';

const triggers = ['last', 'bid', 'ask'];

/** After every command: stops follow their prices and are triggered, one at a time, until none is due. */
export function triggerStops(state: NaiveState): void {
  const instruments = [...state.instruments.values()].sort((a, b) => a.instrumentId - b.instrumentId);
  for (const instrument of instruments) {
    if (instrument.state !== 'running') continue;
    for (let due = dueStop(state, instrument); due !== null; due = dueStop(state, instrument)) {
      trigger(state, due);
    }
  }
}

function dueStop(state: NaiveState, instrument: NaiveInstrument): NaiveOrder | null {
  const waiting = state.open.filter((order) => order.instrument === instrument && order.isWaiting);
  if (waiting.length === 0) return null;
  const prices = {
    last: instrument.lastTrade,
    bid: state.best(instrument, 'buy'),
    ask: state.best(instrument, 'sell'),
  };
  const due: NaiveOrder[] = [];
  for (const order of waiting) {
    const { stop } = order.command as PlaceStopOrder;
    const price = prices[stop.trigger];
    if (price === null) continue;
    if (trails(order)) {
      const followed = order.side === 'buy' ? price + stop.trailingAmount : price - stop.trailingAmount;
      const isBetter = order.side === 'buy' ? followed < order.currentStop : followed > order.currentStop;
      if (isBetter) order.currentStop = followed;
    }
    if (order.side === 'buy' ? price >= order.currentStop : price <= order.currentStop) due.push(order);
  }
  return due.sort(byUrgency)[0] ?? null;
}

/** Returns true for a waiting stop whose condition holds. */
export function isDue(state: NaiveState, { command, instrument, side, currentStop }: NaiveOrder): boolean {
  const price = {
    last: instrument.lastTrade,
    bid: state.best(instrument, 'buy'),
    ask: state.best(instrument, 'sell'),
  }[(command as PlaceStopOrder).stop.trigger];
  if (price === null) return false;
  return side === 'buy' ? price >= currentStop : price <= currentStop;
}

function byUrgency(a: NaiveOrder, b: NaiveOrder): number {
  const getTriggerRank = (order: NaiveOrder) =>
    triggers.indexOf((order.command as PlaceStopOrder).stop.trigger);
  const nearest = a.side === 'buy' ? a.currentStop - b.currentStop : b.currentStop - a.currentStop;
  return (
    getTriggerRank(a) - getTriggerRank(b) ||
    (a.side === b.side ? nearest : a.side === 'buy' ? -1 : 1) ||
    a.id - b.id
  );
}

function trails({ command }: NaiveOrder): boolean {
  return command.orderType === 'trailing_stop_market' || command.orderType === 'trailing_stop_limit';
}

function trigger(state: NaiveState, order: NaiveOrder): void {
  const { account, instrument, side, command } = order;
  cancelPartner(state, order);
  order.isWaiting = false;
  state.open = state.open.filter((other) => other !== order);
  const isMarket = command.orderType === 'stop_market' || command.orderType === 'trailing_stop_market';
  if (command.orderType === 'trailing_stop_limit') {
    const { limitOffset } = command.stop;
    order.price = side === 'buy' ? order.currentStop + limitOffset : order.currentStop - limitOffset;
  }

  const collar = computeCollar(instrument);
  const reachesAtMarket = (price: number) => {
    if (side === 'buy') return price <= order.fundsPrice && (collar === null || price <= collar.high);
    return collar === null || price >= collar.low;
  };
  const reach = isMarket
    ? { lots: order.left, reaches: reachesAtMarket }
    : reachOfLimit(instrument, side, order.price, order.left);
  const plan = planMatch(state, { account, instrument, side, value: null, ...reach });
  const best = state.best(instrument, side === 'buy' ? 'sell' : 'buy');
  if (command.timeInForce === 'gtx' && best !== null && isWithinLimit(side, order.price, best)) {
    return endOrder(state, order, 'canceled', 'post_only');
  }
  if (command.timeInForce === 'fok' && !plan.isComplete) {
    return endOrder(state, order, 'canceled', 'fok_not_filled');
  }
  executeTrades(state, order, plan.fills);
  if (plan.isComplete) return endOrder(state, order, 'filled', 'trade');
  if (plan.reason === 'self_trade') return endOrder(state, order, 'canceled', 'self_trade');
  if (isMarket || plan.reason === 'price_collar') return endOrder(state, order, 'canceled', plan.reason);
  if (command.timeInForce === 'ioc') return endOrder(state, order, 'canceled', 'no_more_market');
  if (!isWithinLimitCollar(instrument, side, order.price)) {
    return endOrder(state, order, 'canceled', 'price_collar');
  }
  addToBook(state, order);
}
