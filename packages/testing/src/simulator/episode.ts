/**
 * One episode: clients, a writer that dies and restarts, a disk with unknown outcomes, a replica, a chain.
 *
 * Everything happens in simulated time and by the given steps, so the same steps give the same episode.
 */
import { assertNever } from '@salar/protocol';
import { Clients } from './clients.ts';
import { reorgGraceBlocks } from './crediting-client.ts';
import { damageSnapshot, isRowDamageNoticed } from './damage.ts';
import { judge } from './judge.ts';
import type { Verdict } from './judge.ts';
import type { StepSource } from './random-steps.ts';
import { Replica } from './replica.ts';
import { confirmationsNeeded } from './simulated-chain.ts';
import type { Step } from './steps.ts';
import { World } from './world.ts';
import type { PlantedFaults } from './world.ts';
import { Writers } from './writers.ts';

export type EpisodeResult = Verdict & {
  /** Empty when all laws held. */
  readonly findings: readonly string[];
  /** Injected faults and their counts. */
  readonly incidents: ReadonlyMap<string, number>;
  readonly steps: readonly Step[];
};

const startMs = 20;
const settleMs = 60;
const settleTurnsMax = 300;

/** Plays all steps, repairs all faults, and checks the laws. */
export async function runEpisode(source: StepSource, plant: PlantedFaults = {}): Promise<EpisodeResult> {
  await Promise.resolve(); // from here on everything happens between promises
  return new Episode(source, plant).run();
}

class Episode {
  readonly #source: StepSource;
  readonly #world: World;
  readonly #writers: Writers;
  readonly #replica: Replica;
  readonly #clients: Clients;
  readonly #steps: Step[] = [];

  constructor(source: StepSource, plant: PlantedFaults) {
    this.#source = source;
    this.#world = new World(plant);
    this.#writers = new Writers(this.#world);
    this.#replica = new Replica(this.#world, (tail) => this.#writers.replace(tail));
    this.#clients = new Clients(this.#world, {
      findWriter: (client) => this.#writers.findWriterFor(client),
      onOutcome: (command, outcome) => source.onOutcome(command, outcome),
    });
  }

  async run(): Promise<EpisodeResult> {
    const { time, findings, incidents } = this.#world;
    void this.#replica.follow();
    await time.pass(startMs);
    try {
      while (findings.isEmpty && (await this.#performNext())) continue;
      if (findings.isEmpty) await this.#settle();
    } catch (error) {
      findings.add(`the episode stopped: ${String(error)}`);
    }
    const verdict = this.#verdict();
    return { ...verdict, findings: findings.list, incidents: incidents.counts, steps: this.#steps };
  }

  /** False when there are no more steps. */
  async #performNext(): Promise<boolean> {
    const step = this.#source.next();
    if (step === null) return false;
    this.#steps.push(step);
    await this.#perform(step);
    return true;
  }

  async #perform(step: Step): Promise<void> {
    const { time, disk, chain, incidents } = this.#world;
    switch (step.type) {
      case 'submit':
        return this.#clients.send(step);
      case 'wait':
        return time.pass(step.ms);
      case 'look':
        return void this.#writers.current.look();
      case 'append_fault':
        return this.#world.failNextAppend(step.fault);
      case 'database_away':
        return this.#world.loseDatabase(step.ms);
      case 'crash':
        return this.#writers.current.crash(step.type);
      case 'restart':
        return void this.#writers.current.stop();
      case 'takeover':
        return step.isWarm ? this.#replica.request('lead') : this.#writers.replace(null);
      case 'clock_jump':
        incidents.count(step.ms > 0 ? 'clock_forward' : 'clock_back');
        return time.setSkew(step.ms);
      case 'snapshot':
        return this.#replica.takeSnapshot();
      case 'snapshot_damage':
        if (disk.snapshots.length > step.index) incidents.count(`snapshot_${step.damage}`);
        return disk.damageSnapshot(step.index, (snapshot) => damageSnapshot(snapshot, step));
      case 'row_damage':
        return this.#damageRow(step);
      case 'replica_restart':
        return this.#replica.request('restart');
      case 'transfer':
        return chain.send(step);
      case 'mine':
        return chain.mine();
      case 'return_lost':
        return chain.returnLost() > 0 ? incidents.count('lost_transfer_returns') : undefined;
      case 'reorg':
        incidents.count(step.depth >= confirmationsNeeded ? 'reorg_beyond_confirmations' : 'reorg');
        return chain.reorg(step.depth, step.lostEvery);
      default:
        return assertNever(step);
    }
  }

  #damageRow(step: Extract<Step, { type: 'row_damage' }>): void {
    const { disk, incidents, findings } = this.#world;
    const isNoticed = isRowDamageNoticed(disk, step);
    if (isNoticed === null) return;
    incidents.count('row_damage');
    if (!isNoticed) findings.add(`a row with a damaged ${step.part} was read without an error`);
  }

  /** Repairs all faults; then every waiting client must get an answer, and the writer must accept commands again. */
  async #settle(): Promise<void> {
    const { time, chain, findings } = this.#world;
    this.#world.heal();
    for (let block = 0; block <= confirmationsNeeded + reorgGraceBlocks; block += 1) chain.mine();
    let turns = 0;
    do await time.pass(settleMs);
    while (findings.isEmpty && !this.#isQuiet() && (turns += 1) < settleTurnsMax);
    if (!this.#isQuiet()) findings.add(`${this.#clients.underWay} commands are never answered`);
    let isTaken = false;
    void this.#writers.current.submit({ type: 'Tick' }).then(
      () => {
        isTaken = true;
      },
      () => undefined,
    );
    await time.pass(settleMs);
    if (!isTaken) findings.add('the writer accepts no more commands');
  }

  #isQuiet(): boolean {
    const { current } = this.#writers;
    return this.#clients.underWay === 0 && current.sequencer !== null && current.waitingCount === 0;
  }

  #verdict(): Verdict {
    const { disk, submissions, received, chain, deposits, findings } = this.#world;
    const none = { journalHash: '', stateHash: '', commands: disk.head.sequence };
    const writer = this.#writers.current.sequencer?.engine;
    const replica = this.#replica.engine;
    if (!writer || !replica) {
      findings.add(`there is no ${writer ? 'replica' : 'writer'} at the end`);
      return none;
    }
    try {
      return judge({ disk, submissions, received, chain, deposits, writer, replica }, findings);
    } catch (error) {
      findings.add(`the journal cannot be replayed: ${String(error)}`);
      return none;
    }
  }
}
