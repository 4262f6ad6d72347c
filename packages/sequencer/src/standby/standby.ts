/**
 * A hot standby: follows the leader's journal with an engine of its own, and watches its lease.
 *
 * The caller runs `follow` repeatedly, and `takeLease` when it is time.
 */
import type { Sequence } from '@salar/protocol';
import { isTransientDatabaseError, readLease, takeLease } from '@salar/store';
import type { Database, JournalKey, JournalProof, Lease } from '@salar/store';
import { createJournalReader } from '../journal-store.ts';
import type { Handover } from './handover.ts';
import { formatLeaseHolder } from './holder.ts';
import { JournalTail } from './journal-tail.ts';
import { LeaseWatch } from './lease-watch.ts';

export type StandbyStatus = {
  /** The last command that the standby's engine has applied. */
  readonly sequence: Sequence;
  /** The leader's newest snapshot that was compared with this state and was equal. */
  readonly comparedSequence: Sequence;
  /** Milliseconds since it last had read the whole journal. */
  readonly behindMs: number;
  /** The current leader, as far as known. */
  readonly leader: Pick<Lease, 'epoch' | 'holder'> | null;
};

export class Standby {
  readonly #database: Database;
  readonly #log: (line: string) => void;
  readonly #macKey: JournalKey | undefined;
  readonly #tail: JournalTail;
  readonly #watch = new LeaseWatch();
  #upToDateAt = performance.now();
  #isAway = false;

  private constructor(
    database: Database,
    tail: JournalTail,
    options: { log: (line: string) => void; macKey: JournalKey | undefined },
  ) {
    const { log, macKey } = options;
    this.#database = database;
    this.#macKey = macKey;
    this.#tail = tail;
    this.#log = log;
  }

  /**
   * Restores the engine.
   *
   * @param proof  only snapshots that it proves are read, once its MACs have begun
   * @throws JournalBroken when the journal is damaged
   */
  static async open(
    database: Database,
    log: (line: string) => void,
    proof?: Pick<JournalProof, 'key' | 'from'>,
  ): Promise<Standby> {
    const macKey = proof?.from == null ? undefined : proof.key;
    const tail = await JournalTail.open(createJournalReader(database, macKey), log);
    return new Standby(database, tail, { log, macKey });
  }

  /**
   * Reads the new rows of the journal, and observes the lease. An unavailable database is logged once.
   *
   * @throws JournalBroken when the journal is damaged; StateDiffers when the leader's state is another one
   */
  async follow(): Promise<void> {
    try {
      const requestedAt = performance.now();
      const journal = createJournalReader(this.#database, this.#macKey);
      await this.#tail.read(journal);
      this.#upToDateAt = performance.now();
      this.#watch.observe(await readLease(this.#database), performance.now(), requestedAt);
      await this.#tail.compare(journal);
      this.#isAway = false;
    } catch (error) {
      if (!isTransientDatabaseError(error)) throw error;
      if (!this.#isAway) this.#log(`the database is away: ${String(error)}`);
      this.#isAway = true;
      this.#watch.miss();
    }
  }

  /** True when the lease was released, or not renewed for its term: the leader has ended, or hangs. */
  isLeaseFree(): boolean {
    return !this.#isAway && this.#watch.isFree();
  }

  /** True when the leader stopped gracefully. */
  isLeaseGivenBack(): boolean {
    return this.#watch.lease?.renewal === null;
  }

  /** True when this process of this machine has the lease, or had it last. */
  isHeldByProcess(pid: number): boolean {
    return this.#watch.lease?.holder === formatLeaseHolder(pid);
  }

  status(): StandbyStatus {
    const lease = this.#watch.lease;
    return {
      sequence: this.#tail.head.sequence,
      comparedSequence: this.#tail.comparedSequence,
      behindMs: Math.round(performance.now() - this.#upToDateAt),
      leader: lease === null ? null : { epoch: lease.epoch, holder: lease.holder },
    };
  }

  /**
   * Takes the lease if it is unchanged since the last observation, and hands everything over to the new writer.
   *
   * @returns null when another standby was faster, or the leader came back
   * @throws when the database cannot commit durably now: the leader could not renew its lease either, and has a term for it
   * afterwards
   */
  async takeFreeLease(termMs: number): Promise<Handover | null> {
    const ifStill = this.#watch.lease;
    if (ifStill === null) return null;
    try {
      await this.#database.proveCommits();
    } catch (error) {
      this.#watch.miss();
      throw error;
    }
    return this.#take(this.#database, { termMs, ifStill });
  }

  /** Takes the lease from its holder. Only for a caller that has seen the leader end. */
  async takeLease(database: Database, termMs: number): Promise<Handover> {
    const handover = await this.#take(database, { termMs });
    if (handover === null) throw new Error('the lease could not be taken');
    return handover;
  }

  async #take(
    database: Database,
    claim: { readonly termMs: number; readonly ifStill?: Lease },
  ): Promise<Handover | null> {
    const epoch = await takeLease(database, { ...claim, holder: formatLeaseHolder(process.pid) });
    return epoch === null ? null : { epoch, tail: this.#tail };
  }
}
