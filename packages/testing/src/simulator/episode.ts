/**
 * One episode: clients, a writer that dies and comes back, a disk that lies about what it did, a replica, a chain.
 *
 * Everything happens in simulated time and by the steps it is given, so the same steps give the same episode.
 */
import { SequencerUnavailable } from '@salar/sequencer';
import type { CommittedBatch, JournalStore, Sequencer } from '@salar/sequencer';
import type { JournalTail } from '@salar/sequencer/standby/journal-tail';
import type { Command } from '@salar/protocol';
import { isDatabaseTrouble } from '@salar/store';
import { damagedSnapshot, isRowDamageNoticed } from './damage.ts';
import { DepositTables } from './deposit-tables.ts';
import { Findings } from './findings.ts';
import { judge } from './judge.ts';
import type { HeardCounts } from './judge.ts';
import { Replica } from './replica.ts';
import type { StepSource } from './random-steps.ts';
import { SimulatedChain, confirmationsNeeded } from './simulated-chain.ts';
import { SimulatedDisk } from './simulated-disk.ts';
import { SimulatedJournal } from './simulated-journal.ts';
import { SimulatedTime, simulatedWaiting } from './simulated-time.ts';
import type { AppendFault, Step } from './steps.ts';
import { Submissions } from './submissions.ts';
import { WriterProcess } from './writer-process.ts';

/** Mistakes on purpose, to see that they are found. */
export type Plant = {
  readonly journal?: (journal: JournalStore, disk: SimulatedDisk) => JournalStore;
  readonly sequencer?: (sequencer: Sequencer) => void;
  readonly snapshot?: (payload: Uint8Array) => Uint8Array;
  /** Of the crediting client. */
  readonly confirmations?: number;
};

export type EpisodeResult = {
  /** Empty when every law held. */
  readonly findings: readonly string[];
  /** Commands that the journal holds. */
  readonly commands: number;
  readonly journalHash: string;
  readonly stateHash: string;
  /** What went wrong on purpose, and how often. */
  readonly incidents: ReadonlyMap<string, number>;
  readonly steps: readonly Step[];
};

const restartMs = 2;
const replicaPauseMs = 5;
const clientRetryMs = 3;
const attemptsMax = 6;
const startMs = 20;
const settleMs = 60;
const settleTurnsMax = 300;

export async function runEpisode(source: StepSource, plant: Plant = {}): Promise<EpisodeResult> {
  return new Episode(source, plant).run();
}

class Episode {
  readonly #source: StepSource;
  readonly #plant: Plant;
  readonly #time = new SimulatedTime();
  readonly #disk = new SimulatedDisk();
  readonly #chain = new SimulatedChain();
  readonly #deposits = new DepositTables();
  readonly #findings = new Findings();
  readonly #submissions = new Submissions();
  readonly #heard = new Map<number, HeardCounts>();
  readonly #incidents = new Map<string, number>();
  readonly #steps: Step[] = [];
  readonly #replica: Replica;
  readonly #nextFaults: AppendFault[] = [];
  #writer: WriterProcess | null = null;
  /** A writer that was replaced and does not know it yet. */
  #former: WriterProcess | null = null;
  #awayUntil = 0;
  #isReplicaToRestart = false;
  #isReplicaToLead = false;
  /** Commands on their way, or waiting for another try. */
  #underWay = 0;

  constructor(source: StepSource, plant: Plant) {
    this.#source = source;
    this.#plant = plant;
    this.#replica = new Replica(
      this.#journalOf(
        () => true,
        () => undefined,
      ),
    );
  }

  async run(): Promise<EpisodeResult> {
    await Promise.resolve(); // from here on everything happens between promises
    this.#startWriter();
    void this.#keepReplica();
    await this.#time.pass(startMs);
    try {
      while (this.#findings.isEmpty && (await this.#takeNext())) continue;
      if (this.#findings.isEmpty) await this.#settle();
    } catch (error) {
      this.#findings.add(`the episode stopped: ${String(error)}`);
    }
    return {
      ...this.#verdict(),
      findings: this.#findings.list,
      incidents: this.#incidents,
      steps: this.#steps,
    };
  }

  /** False when there are no more steps. */
  async #takeNext(): Promise<boolean> {
    const step = this.#source.next();
    if (step === null) return false;
    this.#steps.push(step);
    await this.#take(step);
    return true;
  }

  async #take(step: Step): Promise<void> {
    switch (step.type) {
      case 'submit':
        return this.#send(step);
      case 'wait':
        return this.#time.pass(step.ms);
      case 'look':
        return void this.#writer?.look();
      case 'append_fault':
        return void this.#nextFaults.push(step.fault);
      case 'database_away':
        this.#count(step.type);
        this.#awayUntil = this.#time.elapsed + step.ms;
        return;
      case 'crash':
        return this.#crash(step.type, this.#writer);
      case 'restart':
        return void this.#restart();
      case 'takeover':
        return this.#takeOver(step);
      case 'clock_jump':
        this.#count(step.ms > 0 ? 'clock_forward' : 'clock_back');
        return this.#time.setSkew(step.ms);
      case 'snapshot':
        return this.#takeSnapshot();
      case 'snapshot_damage':
        if (this.#disk.snapshots.length > step.index) this.#count(`snapshot_${step.damage}`);
        return this.#disk.damageSnapshot(step.index, (snapshot) => damagedSnapshot(snapshot, step));
      case 'row_damage':
        return this.#damageRow(step);
      case 'replica_restart':
        this.#isReplicaToRestart = true;
        return;
      case 'transfer':
        return this.#chain.send(step);
      case 'mine':
        return this.#chain.mine();
      case 'reorg':
        this.#count(step.depth >= confirmationsNeeded ? 'reorg_beyond_confirmations' : 'reorg');
        return this.#chain.reorg(step.depth, step.lostEvery);
      default:
        throw new Error(`there is no step ${JSON.stringify(step)}`);
    }
  }

  /** A client's command, on its way. */
  #send({ client, command, at, delayMs, isDuplicate }: Extract<Step, { type: 'submit' }>): void {
    if (isDuplicate) this.#count('duplicate');
    if (delayMs > 0) this.#count('delayed');
    this.#time.setWall(at);
    this.#underWay += 1;
    const deliver = () => void this.#deliver(client, command, 1);
    if (delayMs === 0) deliver();
    else this.#time.after(delayMs, deliver);
  }

  async #deliver(client: number, command: Command, attempt: number): Promise<void> {
    try {
      this.#source.hear(command, await this.#writerOf(client).submit(command));
    } catch (error) {
      if (this.#isWorthAnotherTry(error, command) && attempt < attemptsMax) {
        this.#time.after(clientRetryMs * attempt, () => void this.#deliver(client, command, attempt + 1));
        return;
      }
    }
    this.#underWay -= 1;
  }

  /** Half of the clients do not hear at once that another writer has taken over. */
  #writerOf(client: number): WriterProcess {
    const former = client % 2 === 0 && this.#former?.isAlive === true ? this.#former : null;
    const writer = former ?? this.#writer;
    if (writer === null) throw new Error('a writer is started before anything else');
    return writer;
  }

  #isWorthAnotherTry(error: unknown, command: Command): boolean {
    if (!(error instanceof SequencerUnavailable)) return false;
    if (!error.isOutcomeUnknown) return true;
    this.#count('outcome_unknown');
    return isRepeatable(command);
  }

  #startWriter(tail: JournalTail | null = null): void {
    const process = new WriterProcess((self) => {
      const isAlive = () => self.isAlive;
      const journal = this.#journalOf(isAlive, () => this.#crash('died_while_appending', self));
      return {
        journal: this.#plant.journal?.(journal, this.#disk) ?? journal,
        tail,
        waiting: simulatedWaiting(this.#time, isAlive),
        now: () => this.#time.wall(),
        submissions: this.#submissions,
        findings: this.#findings,
        lastOnDisk: () => this.#disk.head.sequence,
        crediting: {
          chain: this.#chain,
          tables: this.#deposits,
          ...(this.#plant.confirmations !== undefined && { confirmations: this.#plant.confirmations }),
        },
        heard: (batch) => this.#hear(batch),
        ...(this.#plant.sequencer && { plant: this.#plant.sequencer }),
        ended: () => this.#ended(self),
      };
    });
    this.#writer = process;
    void this.#open(process);
  }

  async #open(process: WriterProcess): Promise<void> {
    try {
      await process.open();
    } catch (error) {
      if (!isDatabaseTrouble(error)) this.#findings.add(`the writer does not start: ${String(error)}`);
      process.die();
    }
  }

  /** Somebody watches the processes, and starts the writer again when it is gone. */
  #ended(process: WriterProcess): void {
    if (process !== this.#writer) return;
    this.#time.after(restartMs, () => {
      if (process === this.#writer) this.#startWriter();
    });
  }

  #crash(kind: string, process: WriterProcess | null): void {
    if (process?.isAlive !== true) return;
    this.#count(kind);
    process.die();
  }

  async #restart(): Promise<void> {
    const process = this.#writer;
    const sequencer = process?.sequencer;
    if (!process || !sequencer) return;
    this.#count('restart');
    await sequencer.close();
    process.die();
  }

  #takeOver({ isWarm }: Extract<Step, { type: 'takeover' }>): void {
    if (isWarm) this.#isReplicaToLead = true;
    else this.#replaceWriter(null);
  }

  #replaceWriter(tail: JournalTail | null): void {
    if (this.#writer?.isOpen === true) {
      this.#former?.die();
      this.#former = this.#writer;
    }
    this.#count(tail === null ? 'takeover' : 'takeover_by_replica');
    this.#startWriter(tail);
  }

  #journalOf(isAlive: () => boolean, die: () => void): JournalStore {
    return new SimulatedJournal({
      disk: this.#disk,
      time: this.#time,
      isAlive,
      isAway: () => this.#time.elapsed < this.#awayUntil,
      nextFault: () => {
        const fault = this.#nextFaults.shift() ?? null;
        if (fault !== null) this.#count(fault.kind);
        return fault;
      },
      die,
    });
  }

  #hear({ firstSequence, orders, trades, postings }: CommittedBatch): void {
    this.#heard.set(firstSequence, {
      orders: orders.length,
      trades: trades.length,
      postings: postings.length,
    });
  }

  async #keepReplica(): Promise<never> {
    for (;;) {
      await new Promise<void>((resolve) => {
        this.#time.after(replicaPauseMs, resolve);
      });
      try {
        await this.#replica.follow();
      } catch (error) {
        if (!isDatabaseTrouble(error)) this.#findings.add(`the replica stopped: ${String(error)}`);
        continue;
      }
      this.#turnReplica();
    }
  }

  /** What was asked of the replica is done between two readings. */
  #turnReplica(): void {
    if (this.#isReplicaToRestart) {
      this.#count('replica_restart');
      this.#replica.handOver();
    } else if (this.#isReplicaToLead) this.#replaceWriter(this.#replica.handOver());
    this.#isReplicaToRestart = false;
    this.#isReplicaToLead = false;
  }

  #takeSnapshot(): void {
    const { engine } = this.#replica;
    if (engine === null || engine.lastSequence === 0) return;
    this.#count('snapshot');
    const payload = engine.save();
    this.#disk.saveSnapshot(engine.lastSequence, this.#plant.snapshot?.(payload) ?? payload);
  }

  #damageRow(step: Extract<Step, { type: 'row_damage' }>): void {
    const isNoticed = isRowDamageNoticed(this.#disk, step);
    if (isNoticed === null) return;
    this.#count('row_damage');
    if (!isNoticed) this.#findings.add(`a row with another ${step.part} was read as if it were right`);
  }

  /** Everything heals; whoever waits must get an answer, and the writer must take commands again. */
  async #settle(): Promise<void> {
    this.#nextFaults.length = 0;
    this.#awayUntil = 0;
    this.#time.setSkew(0);
    for (let block = 0; block <= confirmationsNeeded; block += 1) this.#chain.mine();
    await this.#time.pass(settleMs);
    for (let turn = 0; turn < settleTurnsMax && this.#findings.isEmpty && !this.#isQuiet(); turn += 1)
      await this.#time.pass(settleMs);
    if (!this.#isQuiet()) this.#findings.add(`${this.#underWay} commands are never answered`);
    let isTaken = false;
    void this.#writer?.submit({ type: 'Tick' }).then(
      () => {
        isTaken = true;
      },
      () => undefined,
    );
    await this.#time.pass(settleMs);
    if (!isTaken) this.#findings.add('the writer takes no more commands');
  }

  #isQuiet(): boolean {
    return this.#underWay === 0 && this.#writer?.isOpen === true && this.#writer.waitingCount === 0;
  }

  #verdict(): { journalHash: string; stateHash: string; commands: number } {
    const writer = this.#writer?.sequencer?.engine;
    const replica = this.#replica.engine;
    if (!writer || !replica) {
      this.#findings.add(`there is no ${writer ? 'replica' : 'writer'} at the end`);
      return { journalHash: '', stateHash: '', commands: 0 };
    }
    try {
      return judge(
        {
          disk: this.#disk,
          submissions: this.#submissions,
          heard: this.#heard,
          writer,
          replica,
          chain: this.#chain,
          deposits: this.#deposits,
        },
        this.#findings,
      );
    } catch (error) {
      this.#findings.add(`the journal cannot be replayed: ${String(error)}`);
      return { journalHash: '', stateHash: '', commands: this.#disk.head.sequence };
    }
  }

  #count(kind: string): void {
    this.#incidents.set(kind, (this.#incidents.get(kind) ?? 0) + 1);
  }
}

/** Commands that a second telling does not do twice: a client repeats no others when it does not know. */
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
