/**
 * A second engine that reads the journal behind the writer, as a standby does, takes the snapshots, and goes on as the
 * writer when it is asked to.
 */
import type { Engine } from '@salar/engine';
import type { JournalStore } from '@salar/sequencer';
import { JournalTail } from '@salar/sequencer/standby/journal-tail';
import { isDatabaseTrouble } from '@salar/store';
import type { World } from './world.ts';

const pauseMs = 5;

export class Replica {
  readonly #world: World;
  readonly #journal: JournalStore;
  readonly #lead: (tail: JournalTail) => void;
  #tail: JournalTail | null = null;
  #pending: 'restart' | 'lead' | null = null;

  /** @param lead  is given its engine when it becomes the writer */
  constructor(world: World, lead: (tail: JournalTail) => void) {
    this.#world = world;
    this.#journal = world.openJournal({ isAlive: () => true, die: () => undefined });
    this.#lead = lead;
  }

  /** Null until it has begun. */
  get engine(): Engine | null {
    return this.#tail?.engine ?? null;
  }

  /** What is asked is done between two readings. Whoever restarts begins at the newest good snapshot. */
  request(wish: 'restart' | 'lead'): void {
    this.#pending = wish;
  }

  takeSnapshot(): void {
    const { disk, incidents, plant } = this.#world;
    const { engine } = this;
    if (engine === null || engine.lastSequence === 0) return;
    incidents.count('snapshot');
    const payload = engine.save();
    disk.saveSnapshot(engine.lastSequence, plant.snapshot?.(payload) ?? payload);
  }

  /** Reads for ever. Nothing is lost when the connection is: the next turn goes on. */
  async follow(): Promise<never> {
    const { time, findings } = this.#world;
    for (;;) {
      await new Promise<void>((resolve) => {
        time.after(pauseMs, resolve);
      });
      try {
        this.#tail ??= await JournalTail.open(this.#journal, () => undefined);
        await this.#tail.read(this.#journal);
        this.#handlePending(this.#tail);
      } catch (error) {
        if (!isDatabaseTrouble(error)) findings.add(`the replica stopped: ${String(error)}`);
      }
    }
  }

  #handlePending(tail: JournalTail): void {
    const wish = this.#pending;
    this.#pending = null;
    if (wish === null) return;
    this.#tail = null;
    if (wish === 'lead') return this.#lead(tail);
    this.#world.incidents.count('replica_restart');
  }
}
