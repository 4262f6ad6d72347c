/** Orders of every type, most of which are accepted. */
import { houseAccounts, lots, millis, minor, orderId, ticks, userId } from '@salar/protocol';
import type {
  AccountId,
  InstrumentId,
  OrderTerms,
  PlaceLimitOrder,
  PlaceMarketOrder,
  PlaceOrder,
  PlaceStopOrder,
  Side,
  StopTrigger,
  StopType,
  TimeInForce,
} from '@salar/protocol';
import { accounts, instruments, middle, minute, traders, unknownInstrument } from './scene.ts';
import type { Scene } from './scene.ts';

export type OrderIntent = {
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
  readonly side: Side;
};
type Chances<T> = readonly (readonly [weight: number, item: T])[];

export const noTerms: OrderTerms = {
  displayQuantity: lots(0n),
  expiresAt: millis(0),
  ocoOrderId: orderId(0),
};
const anyInstruments = [...instruments, unknownInstrument];
const sides: readonly Side[] = ['buy', 'sell'];
const limitTimes: Chances<TimeInForce> = [
  [10, 'gtc'],
  [2, 'gtd'],
  [2, 'gtx'],
  [2, 'ioc'],
  [1, 'fok'],
];
const stopTimes: Chances<TimeInForce> = [
  [8, 'gtc'],
  [3, 'gtd'],
  [2, 'ioc'],
  [2, 'fok'],
  [1, 'gtx'],
];
const stopTypes: readonly StopType[] = [
  'stop_market',
  'stop_limit',
  'trailing_stop_market',
  'trailing_stop_limit',
];
const triggers: readonly StopTrigger[] = ['last', 'last', 'bid', 'ask'];

export function randomIntent({ dice, busy }: Scene): OrderIntent {
  return {
    accountId: dice.pick(dice.chance(0.02) ? accounts : traders),
    instrumentId: dice.pick(dice.chance(0.05) ? anyInstruments : busy),
    side: dice.pick(sides),
  };
}

export function randomOrder(scene: Scene, intent: OrderIntent = randomIntent(scene)): PlaceOrder {
  const { dice, stopShare } = scene;
  if (dice.chance(0.05)) scene.price = middle + dice.int(-8, 8);
  if (dice.chance(stopShare)) return stopOrder(scene, intent);
  return dice.chance(0.2) ? marketOrder(scene, intent) : limitOrder(scene, intent);
}

export function limitOrder(scene: Scene, intent: OrderIntent): PlaceLimitOrder {
  const { dice } = scene;
  const timeInForce = dice.weighted(limitTimes);
  const quantity = randomQuantity(scene);
  const rests = timeInForce !== 'ioc' && timeInForce !== 'fok';
  return {
    ...buildBase(scene, intent),
    orderType: 'limit',
    timeInForce,
    price: ticks(scene.price - toDirection(intent.side) * dice.int(-4, 5)),
    quantity: lots(quantity),
    terms: randomTerms(scene, timeInForce, rests ? quantity : 0n),
  };
}

function marketOrder(scene: Scene, intent: OrderIntent): PlaceMarketOrder {
  const { dice } = scene;
  const byValue = dice.chance(0.4);
  return {
    ...buildBase(scene, intent),
    orderType: 'market',
    timeInForce: dice.chance(0.7) ? 'ioc' : 'fok',
    price: ticks(dice.chance(0.4) ? scene.price + toDirection(intent.side) * dice.int(-2, 6) : 0),
    quantity: lots(byValue ? 0n : randomQuantity(scene)),
    value: minor(byValue ? BigInt(dice.int(1, dice.pick([30, 300, 4000]))) : 0n),
  };
}

export function stopOrder(scene: Scene, intent: OrderIntent): PlaceStopOrder {
  const { dice } = scene;
  const orderType = dice.pick(stopTypes);
  const timeInForce = dice.weighted(stopTimes);
  const trails = orderType.startsWith('trailing');
  const rests = orderType.endsWith('limit') && timeInForce !== 'ioc' && timeInForce !== 'fok';
  const quantity = randomQuantity(scene);
  const stopPrice = scene.price + toDirection(intent.side) * dice.int(-1, 6);
  return {
    ...buildBase(scene, intent),
    orderType,
    timeInForce,
    price: ticks(orderType === 'stop_limit' ? stopPrice + dice.int(-3, 3) : 0),
    quantity: lots(quantity),
    terms: randomTerms(scene, timeInForce, rests ? quantity : 0n),
    stop: {
      trigger: dice.pick(triggers),
      stopPrice: ticks(trails ? 0 : stopPrice),
      trailingAmount: ticks(trails ? dice.int(1, 5) : 0),
      limitOffset: ticks(orderType === 'trailing_stop_limit' ? dice.int(0, 3) : 0),
    },
  };
}

function buildBase({ dice, count }: Scene, { accountId, instrumentId, side }: OrderIntent) {
  const usual = dice.chance(0.6) ? 0 : 100 + count;
  return {
    type: 'PlaceOrder',
    accountId,
    userId: userId(dice.chance(0.05) ? 8 : 7),
    instrumentId,
    side,
    clientOrderId: dice.chance(0.1) ? dice.int(1, 9) : usual,
    isQuote: accountId === houseAccounts.liquidity && dice.chance(0.8),
  } as const;
}

/** Returns 1 for a buy and -1 for a sell: the direction in which a price gets worse for the side. */
function toDirection(side: Side): number {
  return side === 'buy' ? 1 : -1;
}

export function randomQuantity({ dice }: Scene): bigint {
  return BigInt(dice.int(1, dice.chance(0.3) ? 5 : 40));
}

/** @param shownMax 0n for an order that never rests and should have no display quantity */
function randomTerms(scene: Scene, timeInForce: TimeInForce, shownMax: bigint): OrderTerms | null {
  const { dice } = scene;
  const shows = dice.chance(shownMax > 0n ? 0.2 : 0.02);
  const displayQuantity = lots(shows ? BigInt(dice.int(1, Math.max(1, Number(shownMax)))) : 0n);
  const expiresAt = millis(timeInForce === 'gtd' ? scene.at + dice.int(0, 20) * minute : 0);
  const ocoOrderId = dice.chance(0.02) ? scene.anyOrderId() : orderId(0);
  const asks = displayQuantity !== 0n || expiresAt !== 0 || ocoOrderId !== 0;
  return asks || dice.chance(0.1) ? { displayQuantity, expiresAt, ocoOrderId } : null;
}
