/**
 * A log file that only its owner reads. A day, and a size, ends it: it is renamed with the time of its end, and a new one begins.
 * All files together have a bound, and none is kept longer than the days that are given. What others put beside it stays as it is.
 */
import { chmodSync, existsSync, lstatSync, readdirSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pino } from 'pino';
import type { DestinationStream } from 'pino';

const dayMs = 86_400_000;
const ownerOnly = 0o600;
/** How the names of ended files go on: with the time of the end, and `.1` of an earlier version. */
const endOfName = /^\.(?:\d{8}T\d{9}Z|1)$/;

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
      this.#alert('the log file was not rotated', error);
    }
  }

  #alert(text: string, error: unknown): void {
    const fault = { level: 50, time: this.#now(), err: String(error), msg: `ALERT ${text}` };
    this.#file.write(`${JSON.stringify(fault)}\n`);
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
    const earlier = this.#listEarlier().sort((one, other) => other.endedAt - one.endedAt);
    let total = fileBytesMax; // what the open one may become
    for (const { path, bytes, endedAt } of earlier) {
      total += bytes;
      const isDeleted = total > totalBytesMax || endedAt < this.#now() - daysMax * dayMs;
      try {
        if (isDeleted) unlinkSync(path);
        else chmodSync(path, ownerOnly);
      } catch (error) {
        // A file of another user, for example: the log goes on.
        const what = isDeleted ? 'deleted' : 'made readable by its owner only';
        this.#alert(`the earlier log ${path} could not be ${what}`, error);
      }
    }
  }

  #listEarlier(): { readonly path: string; readonly bytes: number; readonly endedAt: number }[] {
    const folder = dirname(this.#path);
    const name = basename(this.#path);
    return readdirSync(folder)
      .filter((other) => other.startsWith(name) && endOfName.test(other.slice(name.length)))
      .flatMap((other) => {
        const path = join(folder, other);
        const stat = lstatSync(path, { throwIfNoEntry: false });
        return stat?.isFile() === true ? [{ path, bytes: stat.size, endedAt: stat.mtimeMs }] : [];
      });
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
