/**
 * An endless stream of commands that reaches every rule of the engine; the same random numbers give the same
 * stream.
 *
 * It begins with `openingCommands` and funds for everyone. Then prices move inside a narrow band so that orders
 * meet; most commands are accepted, and everything is refused sometimes. The outcomes passed to `onOutcome` are
 * used to name existing orders; without them the stream guesses.
 */
import { accountId, millis, minor, orderId, productId } from '@salar/protocol';
import type { Command, Millis, Outcome, PlaceOrder } from '@salar/protocol';
import { openingCommands } from '../engine-fixture.ts';
import { randomCancel, randomModification, randomPair, randomReplacement } from './random-changes.ts';
import { breakCommand, varyCommand } from './changed.ts';
import { firstMoney, randomMoney } from './random-money.ts';
import { randomOrder } from './random-orders.ts';
import { randomRule } from './random-rules.ts';
import { minute, Scene } from './scene.ts';
import type { Maker } from './scene.ts';
import { Dice } from '../seeded-random.ts';

export type StampedCommand = { readonly command: Command; readonly at: Millis };
export type CommandStreamOptions = {
  /** Time of the first command. Default: late in a month, so that days and months change. */
  readonly startAt?: Millis;
  /** Share of commands with an invalid value, from 0 to 1. */
  readonly spoiledShare?: number;
};

const recentMax = 30;
/** Withdrawals in pesos come near the limits. Reference prices are set later, so that there are trades without them. */
const tightLimits: readonly Command[] = [
  { type: 'DefineLevel', level: 2, dailyLimit: minor(600n), monthlyLimit: minor(1500n) },
  { type: 'SetAccountLevel', accountId: accountId(1001), level: 2 },
  { type: 'SetAccountLevel', accountId: accountId(1002), level: 2 },
  { type: 'SetReferencePrice', productId: productId(3), price: minor(100n) },
];
const makers: readonly (readonly [number, Maker])[] = [
  [50, (scene) => randomOrder(scene)],
  [8, randomCancel],
  [8, randomReplacement],
  [5, randomModification],
  [4, randomPair],
  [2, () => ({ type: 'Tick' })],
  [8, randomMoney],
  [5, randomRule],
];
const day = 24 * 60 * minute;
/** How many milliseconds pass before a command, and how often. */
const waits: readonly (readonly [number, { min: number; max: number }])[] = [
  [50, { min: 0, max: 0 }],
  [30, { min: 1, max: 1000 }],
  [15, { min: minute, max: 3 * minute }],
  [4, { min: 60 * minute, max: 300 * minute }],
  [0.7, { min: day, max: day }],
  [0.3, { min: 28 * day, max: 30 * day }],
];

export class CommandStream {
  readonly #scene: Scene;
  readonly #spoiledShare: number;
  readonly #opening: Command[];
  readonly #recent: Command[] = [];

  /** @param random numbers from 0 up to, not including, 1: the stream's only source of randomness */
  constructor(random: () => number, options: CommandStreamOptions = {}) {
    const dice = new Dice(random);
    const startAt = options.startAt ?? Date.UTC(2027, 10, dice.int(20, 30), dice.int(0, 23));
    this.#scene = new Scene(dice, startAt);
    this.#spoiledShare = options.spoiledShare ?? 0.05;
    this.#opening = [...openingCommands, ...tightLimits, ...firstMoney(this.#scene)];
  }

  /** Returns the next command and its time, which never goes back. */
  next(): StampedCommand {
    const scene = this.#scene;
    const opening = this.#opening.shift();
    if (opening !== undefined) return { command: opening, at: millis(scene.at) };
    const wait = scene.dice.weighted(waits);
    scene.at += scene.dice.int(wait.min, wait.max);
    scene.count += 1;
    const command = this.#command();
    this.#recent.push(command);
    if (this.#recent.length > recentMax) this.#recent.shift();
    return { command, at: millis(scene.at) };
  }

  #command(): Command {
    const { dice, repairs } = this.#scene;
    const repair = dice.chance(0.25) ? repairs.shift() : undefined;
    if (repair !== undefined) return repair;
    if (this.#recent.length > 0 && dice.chance(0.05)) {
      const again = dice.pick(this.#recent);
      return dice.chance(0.4) ? varyCommand(again, dice) : again;
    }
    const command = dice.weighted(makers)(this.#scene);
    return dice.chance(this.#spoiledShare) ? breakCommand(command, dice) : command;
  }

  /** Call with the outcome of a command. */
  onOutcome(command: Command, outcome: Outcome): void {
    const scene = this.#scene;
    if (command.type === 'HoldWithdrawal' && outcome.ok) scene.tickets.push(command.ticketId);
    if (command.type === 'PlaceOrder') this.#recordOrder(command, outcome);
    if (command.type === 'ReplaceOrder') this.#recordOrder(command.replacement, outcome);
    if (command.type !== 'CancelOrder' && command.type !== 'ReplaceOrder' && command.type !== 'ModifyOrder') {
      return;
    }
    const isGone = outcome.ok ? command.type !== 'ModifyOrder' : outcome.refusal === 'order_unknown';
    if (isGone) scene.removeOrder(command.orderId);
  }

  #recordOrder(command: PlaceOrder, outcome: Outcome): void {
    if (!outcome.ok || outcome.value === null || !('orderId' in outcome.value)) return;
    if (outcome.value.status !== 'working' || command.orderType === 'market') return;
    const partnerId = command.terms?.ocoOrderId ?? orderId(0);
    this.#scene.addOrder({ orderId: outcome.value.orderId, command, partnerId });
  }
}
