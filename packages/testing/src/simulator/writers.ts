/** Supervises the writer: starts it, and restarts it when it is gone. */
import type { JournalTail } from '@salar/sequencer/standby/journal-tail';
import type { World } from './world.ts';
import { WriterProcess } from './writer-process.ts';

const restartMs = 2;

export class Writers {
  readonly #world: World;
  #current: WriterProcess;
  /** A replaced writer that may not have noticed yet. */
  #former: WriterProcess | null = null;

  constructor(world: World) {
    this.#world = world;
    this.#current = this.#start(null);
  }

  get current(): WriterProcess {
    return this.#current;
  }

  /** Half of the clients do not notice at once that another writer has taken over. */
  findWriterFor(client: number): WriterProcess {
    return client % 2 === 0 && this.#former?.isAlive === true ? this.#former : this.#current;
  }

  /**
   * Starts another process that takes the lease while the writer is alive.
   *
   * @param tail of the replica that does so; null for a new process
   */
  replace(tail: JournalTail | null): void {
    if (this.#current.sequencer !== null) {
      this.#former?.die();
      this.#former = this.#current;
    }
    this.#world.incidents.count(tail === null ? 'takeover' : 'takeover_by_replica');
    this.#current = this.#start(tail);
  }

  #start(tail: JournalTail | null): WriterProcess {
    const process = new WriterProcess(this.#world, (ended) => this.#ended(ended));
    void process.open(tail);
    return process;
  }

  #ended(process: WriterProcess): void {
    this.#world.time.after(restartMs, () => {
      if (process === this.#current) this.#current = this.#start(null);
    });
  }
}
