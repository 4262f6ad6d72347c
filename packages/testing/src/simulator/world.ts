/** Everything that the parts of an episode share. */
import type { CommittedBatch, JournalStore, Sequencer } from '@salar/sequencer';
import { DepositTables } from './deposit-tables.ts';
import { Findings } from './findings.ts';
import { Incidents } from './incidents.ts';
import type { ReceivedCounts } from './judge.ts';
import { SimulatedChain } from './simulated-chain.ts';
import { SimulatedDisk } from './simulated-disk.ts';
import { SimulatedJournal } from './simulated-journal.ts';
import { SimulatedTime } from './simulated-time.ts';
import type { AppendFault } from './steps.ts';
import { Submissions } from './submissions.ts';

/** Faults on purpose, to check that they are found. */
export type PlantedFaults = {
  readonly journal?: (journal: JournalStore, disk: SimulatedDisk) => JournalStore;
  readonly sequencer?: (sequencer: Sequencer) => void;
  readonly snapshot?: (payload: Uint8Array) => Uint8Array;
  /** For the crediting client. */
  readonly confirmations?: number;
  readonly forgetsLosses?: boolean;
};

export class World {
  readonly plant: PlantedFaults;
  readonly time = new SimulatedTime();
  readonly disk = new SimulatedDisk();
  readonly chain = new SimulatedChain();
  readonly deposits = new DepositTables();
  readonly submissions = new Submissions();
  readonly findings = new Findings();
  readonly incidents = new Incidents();
  /** Counts of what listeners received, by the first command of a batch. */
  readonly received = new Map<number, ReceivedCounts>();
  readonly #nextFaults: AppendFault[] = [];
  #awayUntil = 0;

  constructor(plant: PlantedFaults) {
    this.plant = plant;
  }

  /** Makes one of the next appends fail. */
  failNextAppend(fault: AppendFault): void {
    this.#nextFaults.push(fault);
  }

  /** Makes the database unreachable for `ms` milliseconds. */
  loseDatabase(ms: number): void {
    this.incidents.count('database_away');
    this.#awayUntil = this.time.elapsed + ms;
  }

  heal(): void {
    this.#nextFaults.length = 0;
    this.#awayUntil = 0;
    this.time.setSkew(0);
  }

  /** Opens the journal over a connection of one process. */
  openJournal(process: { readonly isAlive: () => boolean; readonly die: () => void }): JournalStore {
    return new SimulatedJournal({
      ...process,
      disk: this.disk,
      time: this.time,
      isAway: () => this.time.elapsed < this.#awayUntil,
      nextFault: () => {
        const fault = this.#nextFaults.shift() ?? null;
        if (fault !== null) this.incidents.count(fault.kind);
        return fault;
      },
    });
  }

  recordBatch({ firstSequence, orders, trades, postings }: CommittedBatch): void {
    this.received.set(firstSequence, {
      orders: orders.length,
      trades: trades.length,
      postings: postings.length,
    });
  }
}
