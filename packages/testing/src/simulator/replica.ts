/** A second engine that reads the journal behind the writer, and takes the snapshots. */
import { sequence } from '@salar/protocol';
import { Engine } from '@salar/engine';
import { applyRow, restoreEngine } from '@salar/sequencer';
import type { JournalStore } from '@salar/sequencer';
import { genesisHash, headAfter } from '@salar/store';
import type { JournalHead } from '@salar/store';
import { silentSink } from '@salar/protocol';

const endOfTime = sequence(Number.MAX_SAFE_INTEGER);

export class Replica {
  readonly #journal: JournalStore;
  #engine = new Engine();
  #head: JournalHead = { sequence: sequence(0), hash: genesisHash };

  constructor(journal: JournalStore) {
    this.#journal = journal;
  }

  get engine(): Engine {
    return this.#engine;
  }

  /** Reads what is new. Nothing is lost when the connection is: the next turn goes on. */
  async follow(): Promise<void> {
    for await (const row of this.#journal.read(this.#head, endOfTime)) {
      applyRow(this.#engine, row);
      this.#head = headAfter(row);
    }
  }

  /** Begins anew from the newest good snapshot. */
  async restart(): Promise<void> {
    const head = await this.#journal.head();
    const log = () => undefined;
    this.#engine = await restoreEngine(this.#journal, { until: head.sequence, sink: silentSink, log });
    this.#head = head;
  }
}
