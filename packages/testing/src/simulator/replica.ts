/**
 * A second engine that reads the journal behind the writer, as a standby does, takes the snapshots, and goes on as the
 * writer when it is asked to.
 */
import type { Engine } from '@salar/engine';
import type { JournalStore } from '@salar/sequencer';
import { JournalTail } from '@salar/sequencer/standby/journal-tail';

export class Replica {
  readonly #journal: JournalStore;
  #tail: JournalTail | null = null;

  constructor(journal: JournalStore) {
    this.#journal = journal;
  }

  /** Null until it has begun. */
  get engine(): Engine | null {
    return this.#tail?.engine ?? null;
  }

  /** Reads what is new. Nothing is lost when the connection is: the next turn goes on. */
  async follow(): Promise<void> {
    this.#tail ??= await JournalTail.open(this.#journal, () => undefined);
    await this.#tail.read(this.#journal);
  }

  /** Gives its engine away, with how far it has read, and begins anew from the newest good snapshot. */
  handOver(): JournalTail | null {
    const tail = this.#tail;
    this.#tail = null;
    return tail;
  }
}
