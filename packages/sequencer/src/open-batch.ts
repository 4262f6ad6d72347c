/** A batch from its first command to its commit: bytes for the journal, events, and waiting callers. */
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
  /** Lengths before the current command. */
  readonly #before = { bytes: 0, orders: 0, trades: 0, postings: 0 };
  #durable: { promise: Promise<void>; caller: Caller } | null = null;

  constructor(firstSequence: Sequence, at: Millis) {
    this.firstSequence = firstSequence;
    this.at = at;
  }

  get count(): number {
    return this.#commands.length;
  }

  /**
   * Encodes the next command; `addOutcome` or `rollback` must follow before the next one.
   *
   * @returns the command's stamp for the engine
   * @throws CodecError for a command that the journal cannot hold; the batch is then unchanged
   */
  write(command: Command): Stamp {
    const { byteLength } = this.#encoder;
    this.#encoder.add(command);
    const { orders, trades, postings } = this.events;
    const before = this.#before;
    before.bytes = byteLength;
    before.orders = orders.length;
    before.trades = trades.length;
    before.postings = postings.length;
    return { sequence: sequence(this.firstSequence + this.#commands.length), at: this.at };
  }

  /** Removes a command that broke the engine, and the events it emitted: it never reaches the journal. */
  rollback(): void {
    const { orders, trades, postings } = this.events;
    this.#encoder.removeLast(this.#before.bytes);
    orders.length = this.#before.orders;
    trades.length = this.#before.trades;
    postings.length = this.#before.postings;
  }

  /** Adds the outcome of the current command. The promise resolves when the batch is on disk. */
  addOutcome<O extends Outcome>(command: Command, { sequence }: Stamp, outcome: O): Promise<O> {
    this.#commands.push({ sequence, command, outcome });
    return new Promise<Outcome>((resolve, reject) => {
      this.#callers.push({ resolve, reject });
    }) as Promise<O>;
  }

  payload(): Uint8Array {
    return this.#encoder.finish(engineVersion);
  }

  /** Resolves when the batch is on disk. */
  whenDurable(): Promise<void> {
    if (this.#durable === null) {
      let caller: Caller | undefined;
      const promise = new Promise<void>((resolve, reject) => {
        caller = { resolve: () => resolve(), reject };
      });
      if (caller === undefined) throw new Error('the executor of a promise runs at once');
      this.#durable = { promise, caller };
    }
    return this.#durable.promise;
  }

  /** Resolves every caller with its outcome, after the commit. */
  resolveCallers(): void {
    for (let i = 0; i < this.#callers.length; i += 1) {
      const decided = this.#commands[i];
      if (decided !== undefined) this.#callers[i]?.resolve(decided.outcome);
    }
    const [first] = this.#commands;
    if (first !== undefined) this.#durable?.caller.resolve(first.outcome);
  }

  rejectCallers(error: Error): void {
    for (const caller of this.#callers) caller.reject(error);
    this.#durable?.caller.reject(error);
  }

  toCommitted(): CommittedBatch {
    return {
      firstSequence: this.firstSequence,
      lastSequence: sequence(this.firstSequence + this.count - 1),
      at: this.at,
      commands: this.#commands,
      ...this.events,
    };
  }
}
