/**
 * A log file that only its owner reads. A day, and a size, ends it: it is renamed with the time of its end, and a new one begins.
 * All files together have a bound, and none is kept longer than the days that are given. What others put beside it stays as it is.
 *
 * A line that cannot be written, as when the disk is full, is lost: that never ends the process, and an alert in the file says how
 * many lines are missing.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
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

type RotatedFileOptions = {
  readonly now?: () => number;
  /** Called with a sentence when lines begin to be lost. */
  readonly onLost: (sentence: string) => void;
};

export class RotatedFile implements DestinationStream {
  readonly #path: string;
  readonly #bounds: FileBounds;
  readonly #now: () => number;
  readonly #onLost: (sentence: string) => void;
  #fd: number;
  #bytes: number;
  #day: number;
  /** The lines that were lost since the last one that was written. */
  #lost = 0;
  /** True when the file ends within a line. */
  #isTorn = false;

  /** Opens the file, ends the one of an earlier day, and deletes what is beyond the bounds. @throws when it cannot be written */
  constructor(path: string, bounds: FileBounds, { now = Date.now, onLost }: RotatedFileOptions) {
    this.#path = path;
    this.#bounds = bounds;
    this.#now = now;
    this.#onLost = onLost;
    const earlier = statSync(path, { throwIfNoEntry: false });
    this.#bytes = earlier?.size ?? 0;
    this.#day = toDay(earlier?.mtimeMs ?? now());
    if (this.#bytes > 0 && this.#isOver()) this.#rename();
    this.#fd = openFile(path);
    chmodSync(path, ownerOnly); // also one of an earlier version
    this.#deleteOld();
  }

  /** Writes a line. */
  write(line: string): void {
    if (this.#bytes > 0 && this.#isOver()) this.#rotate();
    this.#append(line);
  }

  /** Goes on in a new file under the same path, after another program has renamed the present one. */
  reopen(): void {
    try {
      this.#replace(openFile(this.#path));
    } catch (error) {
      this.#alert('the log file was not opened again', error);
    }
  }

  /** Synchronous: the lines before a crash are the ones that matter. */
  #append(line: string): void {
    try {
      if (this.#lost > 0) {
        const msg = 'ALERT lines of the log were lost, because it could not be written';
        this.#writeAll(`${JSON.stringify({ level: 50, time: this.#now(), lines: this.#lost, msg })}\n`);
        this.#lost = 0;
      }
      this.#writeAll(line);
    } catch (error) {
      if (this.#lost === 0) this.#onLost(`The log ${this.#path} cannot be written: ${String(error)}`);
      this.#lost += 1;
    }
  }

  #writeAll(line: string): void {
    let rest = Buffer.from(this.#isTorn ? `\n${line}` : line);
    while (rest.length > 0) {
      const written = writeSync(this.#fd, rest);
      this.#bytes += written;
      rest = rest.subarray(written);
      if (written > 0) this.#isTorn = rest.length > 0;
    }
  }

  #replace(next: number): void {
    closeSync(this.#fd);
    this.#fd = next;
    this.#bytes = fstatSync(next).size;
    this.#day = toDay(this.#now());
    this.#isTorn = false;
  }

  #isOver(): boolean {
    return this.#bytes >= this.#bounds.fileBytesMax || toDay(this.#now()) !== this.#day;
  }

  /** Goes on in the same file, and says so in it, when it cannot be renamed or no other can be opened. */
  #rotate(): void {
    try {
      this.#rename();
      this.#replace(openFile(this.#path));
      this.#deleteOld();
    } catch (error) {
      this.#bytes = 0;
      this.#day = toDay(this.#now());
      this.#alert('the log file was not rotated', error);
    }
  }

  /** Counts no bytes: an alert about a rotation causes no other one. */
  #alert(text: string, error: unknown): void {
    const bytes = this.#bytes;
    const fault = { level: 50, time: this.#now(), err: String(error), msg: `ALERT ${text}` };
    this.#append(`${JSON.stringify(fault)}\n`);
    this.#bytes = bytes;
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

function openFile(path: string): number {
  return openSync(path, 'a', ownerOnly);
}

/** Days are those of UTC, as the times in the log. */
function toDay(at: number): number {
  return Math.floor(at / dayMs);
}
