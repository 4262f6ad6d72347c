/** The operator's commands: definitions, prices, fees, limits, locks, and the states of markets. */
import { instrumentId, lots, marketCauses, millis, minor, productId } from '@salar/protocol';
import type {
  AccountId,
  Command,
  DefineFeeTiers,
  InstrumentId,
  InstrumentState,
  SetCollars,
  SetReferencePrice,
} from '@salar/protocol';
import { openingCommands } from '../engine-fixture.ts';
import { accounts, instruments, minute, products, providers, traders, unknownInstrument } from './scene.ts';
import type { Maker, Scene } from './scene.ts';
import { breakCommand } from './changed.ts';

const states: readonly InstrumentState[] = ['cancel_only', 'paused', 'stopped', 'post_only', 'running'];
/** BTC, USDT and COP: with these, both instruments are worth about 100 ticks. */
const usualPrices: Readonly<Record<number, bigint>> = { 1: 100_000n, 2: 14_286n, 3: 100n };
const tierMinimums = [0n, 2_000n, 10_000n, 50_000n];
const makers: readonly (readonly [number, Maker])[] = [
  [4, referencePrice],
  [2, marketState],
  [2, feeTiers],
  [1, feeSchedule],
  [2, alteration],
  [2, limitCollar],
  [2, collars],
  [1, accountLock],
  [1, accountLevel],
  [1, level],
  [1, dayStart],
  [1, productHalt],
  [1, providerHalt],
  [0.5, account],
  [0.5, ({ dice }) => dice.pick(openingCommands)],
  [0.5, definition],
];

/** Sometimes an invalid rule: it is refused, and the rules before it stay. */
export function randomRule(scene: Scene): Command {
  const command = scene.dice.weighted(makers)(scene);
  return scene.dice.chance(0.1) ? breakCommand(command, scene.dice) : command;
}

function referencePrice({ dice }: Scene): SetReferencePrice {
  const product = dice.pick(products);
  const price = ((usualPrices[product] ?? 1n) * BigInt(dice.int(92, 108))) / 100n;
  return { type: 'SetReferencePrice', productId: product, price: minor(price) };
}

/** Leaves the market closed for a while, or for good if a state on the way back is skipped. */
function marketState(scene: Scene): Command {
  const { dice, repairs } = scene;
  const state = dice.pick(states);
  const back: Command = {
    type: 'SetInstrumentState',
    instrumentId: anyInstrument(scene),
    state: 'running',
    cause: dice.pick(marketCauses),
  };
  if (state === 'stopped' && dice.chance(0.2)) repairs.push(back);
  if (state !== 'running') repairs.push({ ...back, state: 'post_only' }, back);
  return { ...back, state, cause: dice.pick(marketCauses) };
}

function feeTiers(scene: Scene): DefineFeeTiers {
  const { dice } = scene;
  const takerPpm = dice.pick([0, 2000, 250_000]);
  const count = dice.chance(0.05) ? dice.int(20, 21) : dice.int(1, 4);
  return {
    type: 'DefineFeeTiers',
    instrumentId: anyInstrument(scene),
    tiers: Array.from({ length: count }, (_, step) => ({
      volumeMin: minor(dice.chance(0.03) ? 2_000n : (tierMinimums[step] ?? BigInt(step) * 50_000n)),
      makerPpm: dice.pick([0, 500, 100_000, -Math.floor(takerPpm / (2 + step)), -takerPpm]),
      takerPpm: dice.chance(0.05) ? 0 : takerPpm,
    })),
  };
}

function feeSchedule(scene: Scene): Command {
  const { dice } = scene;
  return {
    type: 'DefineFeeSchedule',
    instrumentId: anyInstrument(scene),
    makerPpm: dice.pick([0, 1000, 500_000, 1_000_000, -1000]),
    takerPpm: dice.pick([0, 2000, 333_333, 1_000_000]),
  };
}

function alteration(scene: Scene): Command {
  const { dice } = scene;
  return {
    type: 'AlterInstrument',
    instrumentId: anyInstrument(scene),
    quantityMin: lots(BigInt(dice.int(0, 2))),
    quantityMax: lots(dice.pick([0n, 0n, 0n, 37n, 39n, 1n])),
    notionalMin: minor(BigInt(dice.int(0, 15))),
    notionalMax: minor(dice.pick([0n, 0n, 2500n, 3500n, 10n])),
    collarPpm: dice.pick([10_000, 30_000, 50_000, 1_000_000]),
  };
}

function limitCollar(scene: Scene): Command {
  const collarPpm = scene.dice.pick([10_000, 30_000, 100_000, 1_000_000]);
  return { type: 'SetLimitCollar', instrumentId: anyInstrument(scene), collarPpm };
}

/** For a while more often than for good, and sometimes until a time that is over. */
function collars(scene: Scene): SetCollars {
  const { dice, at } = scene;
  return {
    type: 'SetCollars',
    instrumentId: anyInstrument(scene),
    collarPpm: dice.pick([10_000, 50_000, 300_000, 1_000_000]),
    limitCollarPpm: dice.pick([10_000, 100_000, 300_000, 1_000_000]),
    until: millis(dice.pick([0, at, at + 1, at + 1000, at + 2 * minute, at + 100 * minute])),
  };
}

function accountLock(scene: Scene): Command {
  const lock = { type: 'SetAccountLock', accountId: anyAccount(scene) } as const;
  scene.repairs.push({ ...lock, locked: false });
  return { ...lock, locked: true };
}

function accountLevel(scene: Scene): Command {
  return {
    type: 'SetAccountLevel',
    accountId: anyAccount(scene),
    level: scene.dice.pick([0, 1, 1, 2, 3]),
  };
}

function level({ dice }: Scene): Command {
  return {
    type: 'DefineLevel',
    level: dice.chance(0.1) ? 0 : 2,
    dailyLimit: dice.chance(0.4) ? null : minor(BigInt(dice.pick([0, dice.int(1, 900)]))),
    monthlyLimit: dice.chance(0.2) ? null : minor(BigInt(dice.pick([0, dice.int(1, 2000)]))),
  };
}

/** Mostly inhabited time zones, so that days and months begin at another hour. */
function dayStart({ dice }: Scene): Command {
  const offsetMinutes = dice.pick([0, -300, 330, -840, 840, dice.int(-900, 900)]);
  return { type: 'SetDayStart', offsetMinutes };
}

function productHalt({ dice, repairs }: Scene): Command {
  const halt = { type: 'SetProductHalt', productId: dice.pick(products) } as const;
  repairs.push({ ...halt, halted: false });
  return { ...halt, halted: true };
}

function providerHalt({ dice }: Scene): Command {
  const [deposits, withdrawals] = [dice.chance(0.5), dice.chance(0.5)];
  return { type: 'SetProviderHalt', providerId: dice.pick([0, ...providers]), deposits, withdrawals };
}

function account(scene: Scene): Command {
  const kind = scene.dice.chance(0.5) ? 'customer' : 'house';
  return { type: 'OpenAccount', accountId: anyAccount(scene), kind };
}

/** A new product or instrument, more often than not badly defined. */
function definition({ dice, count }: Scene): Command {
  const symbol = dice.pick(['', 'BTC', `N${count}`, `N${count}`]);
  if (dice.chance(0.4)) {
    return {
      type: 'DefineProduct',
      productId: productId(dice.pick([0, 5, 5, 6])),
      symbol,
      name: symbol,
      kind: 'crypto',
      decimals: dice.pick([-1, 0, 18, 19]),
    };
  }
  return {
    type: 'DefineInstrument',
    instrumentId: instrumentId(dice.pick([0, 40, 40, 50])),
    symbol,
    baseProductId: productId(dice.pick([1, 1, 2, 5, 9])),
    quoteProductId: productId(dice.pick([1, 2, 3, 3])),
    tickSize: minor(dice.pick([0n, 1n, 5n, 5n])),
    lotSize: minor(dice.pick([0n, 1n, 5n, 5n])),
    quantityMin: lots(dice.pick([-1n, 0n, 1n, 1n])),
    notionalMin: minor(dice.pick([-1n, 0n, 1n, 1n])),
  };
}

function anyAccount({ dice }: Scene): AccountId {
  return dice.pick(dice.chance(0.3) ? accounts : traders);
}

function anyInstrument({ dice }: Scene): InstrumentId {
  return dice.chance(0.03) ? unknownInstrument : dice.pick(instruments);
}
