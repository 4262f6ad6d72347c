/** A batch from its first command to its commit: bytes for the journal, events, and callers who wait. */
import { BatchEncoder, sequence } from '@salar/protocol';
import type { Command, Millis, Outcome, Sequence, Stamp } from '@salar/protocol';
import { engineVersion } from '@salar/engine';
import type { OpenEvents } from './batch-sink.ts';
import type { CommittedBatch, CommittedCommand } from './committed-batch.ts';

type Caller = { readonly resolve: (outcome: Outcome) => void; readonly reject: (error: Error) => void };

export class OpenBatch {
  readonly at: Millis;
  readonly firstSequence: Sequence;
  readonly events: OpenEvents = { orders: [], trades: [], postings: [] };
  readonly #encoder = new BatchEncoder();
  readonly #commands: CommittedCommand[] = [];
  readonly #callers: Caller[] = [];
  #durable: { promise: Promise<void>; caller: Caller } | null = null;

  constructor(firstSequence: Sequence, at: Millis) {
    this.firstSequence = firstSequence;
    this.at = at;
  }

  get count(): number {
    return this.#commands.length;
  }

  /**
   * Writes the command down, then lets the engine decide about it.
   *
   * @throws CodecError before the engine has seen it; or what the engine threw, with the command taken back from the
   *   batch, so that what broke the engine never reaches the journal
   */
  decide(command: Command, apply: (stamp: Stamp) => Outcome): Promise<Outcome> {
    const { byteLength } = this.#encoder;
    this.#encoder.add(command);
    const lengths = this.#eventLengths();
    const stamp = { sequence: sequence(this.firstSequence + this.count), at: this.at };
    let outcome: Outcome;
    try {
      outcome = apply(stamp);
    } catch (error) {
      this.#encoder.removeLast(byteLength);
      this.#cutEvents(lengths);
      throw error;
    }
    this.#commands.push({ sequence: stamp.sequence, command, outcome });
    return new Promise<Outcome>((resolve, reject) => {
      this.#callers.push({ resolve, reject });
    });
  }

  payload(): Uint8Array {
    return this.#encoder.finish(engineVersion);
  }

  /** Resolves when the batch is on disk. */
  durable(): Promise<void> {
    if (this.#durable === null) {
      let caller: Caller | undefined;
      const promise = new Promise<void>((resolve, reject) => {
        caller = { resolve: () => resolve(), reject };
      });
      if (caller === undefined) throw new Error('a promise runs its executor at once');
      this.#durable = { promise, caller };
    }
    return this.#durable.promise;
  }

  /** Gives every caller the answer, after the commit. */
  answer(): void {
    for (const [i, caller] of this.#callers.entries()) {
      const decided = this.#commands[i];
      if (decided !== undefined) caller.resolve(decided.outcome);
    }
    const [first] = this.#commands;
    if (first !== undefined) this.#durable?.caller.resolve(first.outcome);
  }

  abandon(error: Error): void {
    for (const caller of this.#callers) caller.reject(error);
    this.#durable?.caller.reject(error);
  }

  committed(): CommittedBatch {
    return {
      firstSequence: this.firstSequence,
      lastSequence: sequence(this.firstSequence + this.count - 1),
      at: this.at,
      commands: this.#commands,
      ...this.events,
    };
  }

  #eventLengths(): [number, number, number] {
    const { orders, trades, postings } = this.events;
    return [orders.length, trades.length, postings.length];
  }

  #cutEvents([orders, trades, postings]: [number, number, number]): void {
    this.events.orders.length = orders;
    this.events.trades.length = trades;
    this.events.postings.length = postings;
  }
}
