/** A clock that a test moves ahead, for the process that it starts and no other: the programs themselves have no such setting. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Loaded into the process by `node --import`. */
const shim = join(import.meta.dirname, 'clock-shim.mjs');

export class ShiftedClock {
  /** Its content is how many milliseconds the process is ahead; the process reads it at its start, and then every 50 ms. */
  readonly #file: string;
  #ahead = 0;

  /** @param folder  a folder that the process may read */
  constructor(folder: string) {
    this.#file = join(folder, 'test-clock');
  }

  /** Options and environment of Node. */
  get args(): readonly string[] {
    return ['--import', shim];
  }

  get env(): Readonly<Record<string, string>> {
    return { SALAR_TEST_CLOCK: this.#file };
  }

  /** Milliseconds. */
  get ahead(): number {
    return this.#ahead;
  }

  now(): number {
    return Date.now() + this.#ahead;
  }

  setAhead(ms: number): void {
    this.#ahead = ms;
    const draft = `${this.#file}.new`;
    writeFileSync(draft, String(ms));
    renameSync(draft, this.#file); // a process that reads an empty file would be at the machine's time
  }
}
