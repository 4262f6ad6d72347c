/**
 * Time inside a simulation: only what is due happens, one thing after another, in a fixed order.
 *
 * There are two clocks. Elapsed time only grows, and orders what happens. The wall clock is the date that a process
 * reads: it is set, and it jumps forward and back.
 */
import type { Scheduler } from '@salar/sequencer';

type Due = { readonly at: number; readonly work: () => void };

export class SimulatedTime {
  #elapsed = 0;
  #wallOffset = 0;
  #skew = 0;
  /** Latest first; at the same time, the first request is last. */
  readonly #due: Due[] = [];

  /** Milliseconds since the beginning. */
  get elapsed(): number {
    return this.#elapsed;
  }

  /** The date that a process reads, in milliseconds since 1970. */
  wall(): number {
    return this.#elapsed + this.#wallOffset + this.#skew;
  }

  /** Sets the wall clock to `at`, plus its skew. */
  setWall(at: number): void {
    this.#wallOffset = at - this.#elapsed;
  }

  /** Sets by how much the wall clock is wrong. */
  setSkew(ms: number): void {
    this.#skew = ms;
  }

  after(ms: number, work: () => void): void {
    const at = this.#elapsed + ms;
    let place = this.#due.length;
    while (place > 0 && (this.#due[place - 1] as Due).at <= at) place -= 1;
    this.#due.splice(place, 0, { at, work });
  }

  /** Lets `ms` milliseconds pass, with everything that is due in them. */
  async pass(ms: number): Promise<void> {
    const until = this.#elapsed + ms;
    await everythingReady();
    for (let next = this.#due.at(-1); next !== undefined && next.at <= until; next = this.#due.at(-1)) {
      this.#due.pop();
      this.#elapsed = next.at;
      next.work();
      await everythingReady();
    }
    this.#elapsed = until;
  }
}

/** A scheduler for a process that lives in simulated time: nothing of it continues once the process is dead. */
export function createSimulatedScheduler(time: SimulatedTime, isAlive: () => boolean): Scheduler {
  return {
    pause: (ms, signal) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve());
        time.after(ms, () => {
          if (isAlive()) resolve();
        });
      }),
    soon: (work) =>
      time.after(0, () => {
        if (isAlive()) work();
      }),
  };
}

/** Resolves when every promise that can continue has continued: a tick comes after them. */
function everythingReady(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(resolve);
  });
}
