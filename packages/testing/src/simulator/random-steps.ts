/** The steps of an episode, generated on the way: the same seed generates the same ones. */
import { millis, minor, productId } from '@salar/protocol';
import type { Command, Millis, Outcome } from '@salar/protocol';
import { ana, beto, carla } from '../engine-fixture.ts';
import { CommandStream } from '../random/random-commands.ts';
import { Dice, createSeededRandom } from '../seeded-random.ts';
import type { AppendFault, RowPart, Step } from './steps.ts';

export interface StepSource {
  /** Returns null when the episode is over. */
  next(): Step | null;
  /** Call with the outcome of a command. */
  onOutcome(command: Command, outcome: Outcome): void;
}

/** Commands that open the market; no fault is injected before they are sent. */
const openingMax = 45;
const clients = 6;
const recentMax = 30;
const waitShare = 0.075;
const faultKinds: readonly (readonly [weight: number, kind: AppendFault['kind']])[] = [
  [2, 'append_slow'],
  [2, 'append_fails_before'],
  [2, 'append_fails_after'],
  [2, 'append_lands_late'],
  [1, 'dies_before_append'],
  [1, 'dies_after_append'],
];
const rowParts: readonly RowPart[] = [
  'payload',
  'payload_length',
  'hash',
  'previousHash',
  'count',
  'epoch',
  'at',
  'firstSequence',
];

export class RandomSteps implements StepSource {
  readonly #stream: CommandStream;
  readonly #dice: Dice;
  readonly #commandCount: number;
  readonly #incidentShare: number;
  readonly #recent: Command[] = [];
  #sent = 0;
  #at: Millis = millis(0);
  #isCalmOver = false;
  #soon: Step | null = null;

  /** @param options.incidentShare share of steps that are neither commands nor waits */
  constructor(seed: number, commandCount: number, { incidentShare = 0.02 }: { incidentShare?: number } = {}) {
    this.#stream = new CommandStream(createSeededRandom(seed));
    this.#dice = new Dice(createSeededRandom(~seed));
    this.#commandCount = commandCount;
    this.#incidentShare = incidentShare;
  }

  next(): Step | null {
    if (this.#sent >= this.#commandCount) return null;
    if (this.#sent < openingMax) return this.#submit(0);
    if (!this.#isCalmOver) {
      this.#isCalmOver = true;
      return { type: 'wait', ms: 50 };
    }
    const soon = this.#soon;
    this.#soon = null;
    if (soon !== null) return soon;
    const kind = this.#dice.int(0, 9999) / 10_000;
    if (kind < waitShare) {
      return { type: 'wait', ms: this.#dice.chance(0.03) ? 40 : this.#dice.int(1, 4) };
    }
    if (kind < waitShare + this.#incidentShare) return this.#incident();
    return this.#submit(this.#dice.chance(0.2) ? this.#dice.int(1, 30) / 10 : 0);
  }

  onOutcome(command: Command, outcome: Outcome): void {
    this.#stream.onOutcome(command, outcome);
  }

  #submit(delayMs: number): Step {
    this.#sent += 1;
    const client = this.#dice.int(0, clients - 1);
    if (this.#isCalmOver && this.#dice.chance(0.02)) {
      const command = this.#dice.pick(this.#recent);
      return { type: 'submit', client, command, at: this.#at, delayMs, isDuplicate: true };
    }
    const { command, at } = this.#stream.next();
    this.#at = at;
    this.#recent.push(command);
    if (this.#recent.length > recentMax) this.#recent.shift();
    return { type: 'submit', client, command, at, delayMs, isDuplicate: false };
  }

  #incident(): Step {
    const dice = this.#dice;
    return dice.weighted<() => Step>([
      [40, () => this.#transfer()],
      [60, () => ({ type: 'mine' })],
      [14, () => this.#reorg()],
      [4, () => ({ type: 'return_lost' })],
      [12, () => ({ type: 'look' })],
      [60, () => ({ type: 'append_fault', fault: this.#fault() })],
      [8, () => ({ type: 'database_away', ms: dice.int(1, 60) })],
      [8, () => ({ type: 'crash' })],
      [5, () => ({ type: 'restart' })],
      [7, () => ({ type: 'takeover', isWarm: dice.chance(0.6) })],
      [4, () => ({ type: 'clock_jump', ms: dice.int(1, 60_000) })],
      [8, () => ({ type: 'clock_jump', ms: -dice.int(1, 600_000) })],
      [30, () => ({ type: 'snapshot' })],
      [16, () => this.#snapshotDamage()],
      [20, () => ({ type: 'row_damage', part: dice.pick(rowParts), place: dice.int(0, 9999) / 10_000 })],
      [8, () => ({ type: 'replica_restart' })],
    ])();
  }

  #snapshotDamage(): Step {
    const dice = this.#dice;
    if (dice.chance(0.5)) this.#soon = { type: 'crash' }; // so that a process reads it
    return {
      type: 'snapshot_damage',
      damage: dice.pick(['flipped', 'truncated', 'foreign']),
      index: dice.pick([0, 0, 0, 1, 2]),
      place: dice.int(0, 100_000),
    };
  }

  #fault(): AppendFault {
    return { kind: this.#dice.weighted(faultKinds), ms: this.#dice.pick([2, 5, 12, 30, 200]) };
  }

  #transfer(): Step {
    const dice = this.#dice;
    return {
      type: 'transfer',
      accountId: dice.pick([ana, beto, carla]),
      productId: productId(dice.int(1, 3)),
      amount: minor(BigInt(dice.int(1, 500))),
    };
  }

  /** Rarely deeper than the confirmations. */
  #reorg(): Step {
    const depth = this.#dice.chance(0.8) ? this.#dice.int(1, 2) : this.#dice.int(3, 8);
    return { type: 'reorg', depth, lostEvery: this.#dice.int(1, 4) };
  }
}

/** The same steps again, from a list. */
export class ListedSteps implements StepSource {
  readonly #steps: readonly Step[];
  #next = 0;

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
  }

  next(): Step | null {
    const step = this.#steps[this.#next] ?? null;
    this.#next += 1;
    return step;
  }

  onOutcome(): void {
    // The steps are fixed already.
  }
}
