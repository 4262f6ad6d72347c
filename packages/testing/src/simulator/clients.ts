/** Clients that send commands late or twice, and retry when a command was not accepted or its outcome is unknown. */
import type { Command, Outcome } from '@salar/protocol';
import { SequencerUnavailable } from '@salar/sequencer';
import type { Step } from './steps.ts';
import type { World } from './world.ts';
import type { WriterProcess } from './writer-process.ts';

/** After the first attempt; doubled after every other. */
const retryMs = 3;
const attemptsMax = 8;

type Delivery = { readonly client: number; readonly command: Command; readonly attempt: number };

export class Clients {
  readonly #world: World;
  readonly #findWriter: (client: number) => WriterProcess;
  readonly #onOutcome: (command: Command, outcome: Outcome) => void;
  #underWay = 0;

  constructor(
    world: World,
    options: {
      /** The process that a client regards as the writer. */
      readonly findWriter: (client: number) => WriterProcess;
      /** Receives every outcome. */
      readonly onOutcome: (command: Command, outcome: Outcome) => void;
    },
  ) {
    this.#world = world;
    this.#findWriter = options.findWriter;
    this.#onOutcome = options.onOutcome;
  }

  /** Commands in flight or waiting for a retry. */
  get underWay(): number {
    return this.#underWay;
  }

  send({ client, command, at, delayMs, isDuplicate }: Extract<Step, { type: 'submit' }>): void {
    const { time, incidents } = this.#world;
    if (isDuplicate) incidents.count('duplicate');
    if (delayMs > 0) incidents.count('delayed');
    time.setWall(at);
    this.#underWay += 1;
    const delivery = { client, command, attempt: 1 };
    if (delayMs === 0) void this.#deliver(delivery);
    else time.after(delayMs, () => void this.#deliver(delivery));
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { client, command, attempt } = delivery;
    try {
      this.#onOutcome(command, await this.#findWriter(client).submit(command));
    } catch (error) {
      if (this.#isRetryable(error, command) && attempt < attemptsMax) {
        const again = { ...delivery, attempt: attempt + 1 };
        this.#world.time.after(retryMs * 2 ** (attempt - 1), () => void this.#deliver(again));
        return;
      }
    }
    this.#underWay -= 1;
  }

  #isRetryable(error: unknown, command: Command): boolean {
    if (!(error instanceof SequencerUnavailable)) return false;
    if (!error.isOutcomeUnknown) return true;
    this.#world.incidents.count('outcome_unknown');
    return isRepeatable(command);
  }
}

/** True for commands that have no further effect when repeated. */
function isRepeatable(command: Command): boolean {
  switch (command.type) {
    case 'PlaceOrder':
      return command.clientOrderId !== 0;
    case 'ReplaceOrder':
    case 'ModifyOrder':
      return false;
    default:
      return true;
  }
}
