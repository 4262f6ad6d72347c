/**
 * One life of the writer: from its start to its crash, its end, or the moment when it notices that another one took
 * over.
 */
import type { Command, Outcome } from '@salar/protocol';
import { JournalLost, Sequencer, SequencerUnavailable } from '@salar/sequencer';
import type { JournalTail } from '@salar/sequencer/standby/journal-tail';
import { isTransientDatabaseError } from '@salar/store';
import { creditUntilStopped } from './crediting-client.ts';
import { createSimulatedScheduler } from './simulated-time.ts';
import type { Submission } from './submissions.ts';
import type { World } from './world.ts';

/** A client lost its connection to a process that died. */
const died = new SequencerUnavailable('the process died', { retryAfterMs: 0, isOutcomeUnknown: true });
const notReady = new SequencerUnavailable('nobody listens', { retryAfterMs: 0 });

export class WriterProcess {
  readonly #world: World;
  readonly #onEnd: (process: WriterProcess) => void;
  readonly #waitingClients = new Set<(error: Error) => void>();
  #sequencer: Sequencer | null = null;
  #epoch = 0;
  #isAlive = true;

  /** @param onEnd called when the process is gone */
  constructor(world: World, onEnd: (process: WriterProcess) => void) {
    this.#world = world;
    this.#onEnd = onEnd;
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Null before it accepts commands, and when it is gone. */
  get sequencer(): Sequencer | null {
    return this.#isAlive ? this.#sequencer : null;
  }

  /** Clients that still wait for an answer. */
  get waitingCount(): number {
    return this.#waitingClients.size;
  }

  /**
   * Starts to accept commands and to credit deposits; ends if it cannot.
   *
   * @param tail of the replica that becomes the writer; null for a process that restores its engine
   */
  async open(tail: JournalTail | null): Promise<void> {
    try {
      await this.#start(tail);
    } catch (error) {
      if (!isTransientDatabaseError(error)) {
        this.#world.findings.add(`the writer does not start: ${String(error)}`);
      }
      this.die();
    }
  }

  async #start(tail: JournalTail | null): Promise<void> {
    const { time, disk, plant, chain, deposits } = this.#world;
    const isAlive = () => this.#isAlive;
    const journal = this.#world.openJournal({ isAlive, die: () => this.crash('died_while_appending') });
    const scheduler = createSimulatedScheduler(time, isAlive);
    const sequencer = await Sequencer.open({
      journal: plant.journal?.(journal, disk) ?? journal,
      ...(tail !== null && { tail }),
      scheduler,
      now: () => time.wall(),
      onFatal: (error) => this.#end(error),
    });
    plant.sequencer?.(sequencer);
    sequencer.subscribe((batch) => this.#world.recordBatch(batch));
    this.#sequencer = sequencer;
    this.#epoch = sequencer.status().epoch;
    void creditUntilStopped({
      chain,
      tables: deposits,
      submit: (command) => this.submit(command),
      pause: (ms) => scheduler.pause(ms),
      ...(plant.confirmations !== undefined && { confirmations: plant.confirmations }),
      forgetsLosses: plant.forgetsLosses ?? false,
    });
  }

  /**
   * @throws SequencerUnavailable as the sequencer does, and with `isOutcomeUnknown` when the process dies meanwhile
   */
  submit(command: Command): Promise<Outcome> {
    const { sequencer } = this;
    if (sequencer === null) return Promise.reject(notReady);
    const before = sequencer.engine.lastSequence;
    const answer: Promise<Outcome> = sequencer.submit(command);
    const place = sequencer.engine.lastSequence;
    const submission =
      place > before ? this.#world.submissions.addDecided(command, this.#epoch, place) : null;
    return new Promise((resolve, reject) => {
      this.#waitingClients.add(reject);
      answer.then(
        (outcome) => {
          this.#waitingClients.delete(reject);
          this.#judgeAnswer(submission, outcome);
          resolve(outcome);
        },
        (error: Error) => {
          this.#waitingClients.delete(reject);
          this.#judgeRefusal(submission, error);
          reject(error);
        },
      );
    });
  }

  /** Reads the engine, and checks that the state is durable once `read` resolves. */
  async look(): Promise<void> {
    const { sequencer } = this;
    if (sequencer === null) return;
    let seen: number;
    try {
      seen = await sequencer.read((view) => view.lastSequence);
    } catch {
      return; // the state is not used
    }
    const { findings, disk } = this.#world;
    if (disk.head.sequence < seen)
      findings.add(`the state of command ${seen} was read before it was on disk`);
  }

  /** Stops gracefully. */
  async stop(): Promise<void> {
    const { sequencer } = this;
    if (sequencer === null) return;
    this.#world.incidents.count('restart');
    await sequencer.close();
    this.die();
  }

  crash(kind: string): void {
    if (!this.#isAlive) return;
    this.#world.incidents.count(kind);
    this.die();
  }

  /** Ends everything of this process. */
  die(): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    for (const reject of this.#waitingClients) reject(died);
    this.#waitingClients.clear();
    this.#onEnd(this);
  }

  #judgeAnswer(submission: Submission | null, outcome: Outcome): void {
    const { findings, disk, submissions } = this.#world;
    if (submission === null) return findings.add('a command was answered that was never decided');
    if (disk.head.sequence < submission.sequence) {
      findings.add(`command ${submission.sequence} was answered before it was on disk`);
    }
    submissions.acknowledge(submission, outcome);
  }

  #judgeRefusal(submission: Submission | null, error: Error): void {
    const isUnknown = error instanceof SequencerUnavailable && error.isOutcomeUnknown;
    if (submission === null || isUnknown) return;
    this.#world.findings.add(
      `command ${submission.sequence} was decided, but refused as not accepted: ${error.message}`,
    );
  }

  #end(error: Error): void {
    if (!(error instanceof JournalLost)) this.#world.findings.add(`the writer broke: ${error.message}`);
    this.die();
  }
}
