/**
 * A second engine that reads the journal behind the writer, as a standby does. It takes the snapshots, and becomes
 * the writer on request.
 */
import type { Engine } from '@salar/engine';
import type { JournalStore } from '@salar/sequencer';
import { JournalTail } from '@salar/sequencer/standby/journal-tail';
import { isTransientDatabaseError } from '@salar/store';
import type { World } from './world.ts';

const pauseMs = 5;

export class Replica {
  readonly #world: World;
  readonly #journal: JournalStore;
  readonly #lead: (tail: JournalTail) => void;
  #tail: JournalTail | null = null;
  #pending: 'restart' | 'lead' | null = null;

  /** @param lead receives its engine when it becomes the writer */
  constructor(world: World, lead: (tail: JournalTail) => void) {
    this.#world = world;
    this.#journal = world.openJournal({ isAlive: () => true, die: () => undefined });
    this.#lead = lead;
  }

  /** Null until it has started. */
  get engine(): Engine | null {
    return this.#tail?.engine ?? null;
  }

  /** Requests are handled between two reads. A restart begins at the newest good snapshot. */
  request(request: 'restart' | 'lead'): void {
    this.#pending = request;
  }

  takeSnapshot(): void {
    const { disk, incidents, plant } = this.#world;
    const { engine } = this;
    if (engine === null || engine.lastSequence === 0) return;
    incidents.count('snapshot');
    const payload = engine.save();
    disk.saveSnapshot(engine.lastSequence, plant.snapshot?.(payload) ?? payload);
  }

  /** Reads forever. Nothing is lost with the connection: the next round continues. */
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
        if (!isTransientDatabaseError(error)) findings.add(`the replica stopped: ${String(error)}`);
      }
    }
  }

  #handlePending(tail: JournalTail): void {
    const request = this.#pending;
    this.#pending = null;
    if (request === null) return;
    this.#tail = null;
    if (request === 'lead') return this.#lead(tail);
    this.#world.incidents.count('replica_restart');
  }
}
