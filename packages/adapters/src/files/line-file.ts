/** A file of lines that only grows, for what must be on disk before it is announced. */
import {
  closeSync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

export class LineFile {
  readonly #file: number;

  /**
   * Opens or creates a file that only its owner may read, and calls `onLine` for each of its lines. A last line
   * truncated by a crash was never announced and is removed.
   */
  constructor(path: string, onLine: (line: string) => void) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#file = openSync(path, 'a+', 0o600);
    const text = readFileSync(this.#file, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    for (const line of whole.split('\n')) if (line !== '') onLine(line);
    if (whole.length < text.length) ftruncateSync(this.#file, Buffer.byteLength(whole));
  }

  /** Returns when all of the lines are on disk. */
  append(...lines: readonly string[]): void {
    writeSync(this.#file, lines.map((line) => `${line}\n`).join(''));
    fdatasyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }
}
