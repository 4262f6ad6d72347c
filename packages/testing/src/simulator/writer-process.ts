/** One life of the writer: from its start to its crash, its end, or the moment it learns that another took over. */
import type { Command, Outcome } from '@salar/protocol';
import { JournalLost, Sequencer, SequencerUnavailable } from '@salar/sequencer';
import type { CommittedBatch, JournalStore, Waiting } from '@salar/sequencer';
import type { JournalTail } from '@salar/sequencer/standby/journal-tail';
import { creditForEver } from './crediting-client.ts';
import type { CreditingWorld } from './crediting-client.ts';
import type { Findings } from './findings.ts';
import type { Submissions } from './submissions.ts';

export type WriterWorld = {
  readonly journal: JournalStore;
  /** From the replica that becomes the writer; null for a process that starts. */
  readonly tail: JournalTail | null;
  readonly waiting: Waiting;
  readonly now: () => number;
  readonly submissions: Submissions;
  readonly findings: Findings;
  /** The last command on disk. */
  readonly lastOnDisk: () => number;
  readonly crediting: Omit<CreditingWorld, 'submit' | 'pause'>;
  /** What listeners were told of a batch. */
  readonly heard: (batch: CommittedBatch) => void;
  /** The process is gone. */
  readonly ended: () => void;
  /** Breaks something on purpose, in tests of the simulator itself. */
  readonly plant?: (sequencer: Sequencer) => void;
};

/** A client lost its connection to a process that died. */
const died = new SequencerUnavailable('the process died', { retryAfterMs: 0, isOutcomeUnknown: true });
const notReady = new SequencerUnavailable('nobody listens', { retryAfterMs: 0 });

export class WriterProcess {
  readonly #world: WriterWorld;
  readonly #waitingClients = new Set<(error: Error) => void>();
  #sequencer: Sequencer | null = null;
  #isAlive = true;

  constructor(world: (process: WriterProcess) => WriterWorld) {
    this.#world = world(this);
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  get isOpen(): boolean {
    return this.#isAlive && this.#sequencer !== null;
  }

  get sequencer(): Sequencer | null {
    return this.#isAlive ? this.#sequencer : null;
  }

  /** Callers who were promised an answer and have none yet. */
  get waitingCount(): number {
    return this.#waitingClients.size;
  }

  /** Restores the engine and begins to take commands and to credit deposits. */
  async open(): Promise<void> {
    const { journal, tail, waiting, now, heard, crediting, plant } = this.#world;
    const sequencer = await Sequencer.open({
      journal,
      ...(tail !== null && { tail }),
      waiting,
      now,
      onFatal: (error) => this.#end(error),
    });
    plant?.(sequencer);
    sequencer.subscribe(heard);
    this.#sequencer = sequencer;
    void creditForEver({
      ...crediting,
      submit: (command) => this.submit(command),
      pause: (ms) => waiting.pause(ms),
    });
  }

  /**
   * @throws SequencerUnavailable as the sequencer does, and with `isOutcomeUnknown` when the process dies meanwhile
   */
  submit(command: Command): Promise<Outcome> {
    const sequencer = this.#sequencer;
    if (sequencer === null || !this.#isAlive) return Promise.reject(notReady);
    const { submissions, findings, lastOnDisk } = this.#world;
    const before = sequencer.engine.lastSequence;
    const answer: Promise<Outcome> = sequencer.submit(command);
    const place = sequencer.engine.lastSequence;
    const submission = place > before ? submissions.decided(command, sequencer.status().epoch, place) : null;
    return new Promise((resolve, reject) => {
      this.#waitingClients.add(reject);
      answer.then(
        (outcome) => {
          this.#waitingClients.delete(reject);
          if (submission === null) findings.add(`a command was answered that was never decided`);
          else {
            if (lastOnDisk() < place) findings.add(`command ${place} was answered before it was on disk`);
            submissions.acknowledge(submission, outcome);
          }
          resolve(outcome);
        },
        (error: Error) => {
          this.#waitingClients.delete(reject);
          const isUnknown = error instanceof SequencerUnavailable && error.isOutcomeUnknown;
          if (submission !== null && !isUnknown) {
            findings.add(`command ${place} was decided, and refused as not taken: ${error.message}`);
          }
          reject(error);
        },
      );
    });
  }

  /** What is shown now may be told once it is settled. */
  async look(): Promise<void> {
    const sequencer = this.sequencer;
    if (sequencer === null) return;
    const seen = sequencer.engine.lastSequence;
    try {
      await sequencer.settled();
    } catch {
      return; // it is not told
    }
    const { findings, lastOnDisk } = this.#world;
    if (lastOnDisk() < seen) findings.add(`what command ${seen} did was settled before it was on disk`);
  }

  /** Nothing of this process happens any more. */
  die(): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    for (const reject of this.#waitingClients) reject(died);
    this.#waitingClients.clear();
    this.#world.ended();
  }

  #end(error: Error): void {
    if (!(error instanceof JournalLost)) this.#world.findings.add(`the writer broke: ${error.message}`);
    this.die();
  }
}
