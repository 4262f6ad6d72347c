/**
 * A log file that only its owner reads. A day, and a size, ends it: it is renamed with the time of its end, and a new one begins.
 * All files together have a bound, and none is kept longer than the days that are given.
 */
import { chmodSync, existsSync, readdirSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pino } from 'pino';
import type { DestinationStream } from 'pino';

const dayMs = 86_400_000;
const ownerOnly = 0o600;

export type FileBounds = {
  readonly fileBytesMax: number;
  /** The bytes of all files of this log together. */
  readonly totalBytesMax: number;
  readonly daysMax: number;
};

export class RotatedFile implements DestinationStream {
  readonly #path: string;
  readonly #bounds: FileBounds;
  readonly #now: () => number;
  #file: ReturnType<typeof pino.destination>;
  #bytes: number;
  #day: number;

  /** Opens the file, ends the one of an earlier day, and deletes what is beyond the bounds. @throws when it cannot be written */
  constructor(path: string, bounds: FileBounds, now: () => number = Date.now) {
    this.#path = path;
    this.#bounds = bounds;
    this.#now = now;
    const earlier = statSync(path, { throwIfNoEntry: false });
    this.#bytes = earlier?.size ?? 0;
    this.#day = toDay(earlier?.mtimeMs ?? now());
    if (this.#bytes > 0 && this.#isOver()) this.#rename();
    this.#file = openFile(path);
    chmodSync(path, ownerOnly); // also one of an earlier version
    this.#deleteOld();
  }

  /** Writes a line. */
  write(line: string): void {
    if (this.#bytes > 0 && this.#isOver()) this.#rotate();
    this.#file.write(line);
    this.#bytes += Buffer.byteLength(line);
  }

  #isOver(): boolean {
    return this.#bytes >= this.#bounds.fileBytesMax || toDay(this.#now()) !== this.#day;
  }

  /** Goes on in the same file, and says so in it, when it cannot be renamed or no other can be opened. */
  #rotate(): void {
    try {
      this.#rename();
      const next = openFile(this.#path);
      this.#file.destroy();
      this.#file = next;
      this.#deleteOld();
    } catch (error) {
      this.#bytes = 0;
      this.#day = toDay(this.#now());
      const fault = {
        level: 50,
        time: this.#now(),
        err: String(error),
        msg: 'ALERT the log file was not rotated',
      };
      this.#file.write(`${JSON.stringify(fault)}\n`);
    }
  }

  #rename(): void {
    const at = this.#now();
    const ended = `${this.#path}.${new Date(at).toISOString().replace(/[-:.]/g, '')}`;
    if (existsSync(this.#path)) renameSync(this.#path, ended);
    this.#bytes = 0;
    this.#day = toDay(at);
  }

  /** Deletes earlier files, oldest first, that are too old or beyond the bound of all together. */
  #deleteOld(): void {
    const { fileBytesMax, totalBytesMax, daysMax } = this.#bounds;
    const folder = dirname(this.#path);
    const earlier = readdirSync(folder)
      .filter((name) => name.startsWith(`${basename(this.#path)}.`))
      .map((name) => join(folder, name))
      .map((path) => ({ path, stat: statSync(path) }))
      .filter(({ stat }) => stat.isFile())
      .sort((one, other) => other.stat.mtimeMs - one.stat.mtimeMs);
    let total = fileBytesMax; // what the open one may become
    for (const { path, stat } of earlier) {
      total += stat.size;
      if (total > totalBytesMax || stat.mtimeMs < this.#now() - daysMax * dayMs) unlinkSync(path);
      else chmodSync(path, ownerOnly);
    }
  }
}

/** Synchronous: the lines before a crash are the ones that matter. */
function openFile(path: string): ReturnType<typeof pino.destination> {
  return pino.destination({ dest: path, sync: true, mode: ownerOnly });
}

/** Days are those of UTC, as the times in the log. */
function toDay(at: number): number {
  return Math.floor(at / dayMs);
}
