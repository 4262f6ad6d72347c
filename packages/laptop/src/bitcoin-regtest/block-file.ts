/**
 * The file of a local Bitcoin network: every accepted block and transaction, in order, on disk before it is
 * announced. Replaying it restores the same chain.
 */
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

export type BlockFileEntry =
  { readonly kind: 'block' | 'tx'; readonly hex: string } | { readonly kind: 'forget' };

const lineGrammar = /^(?:(block|tx) ((?:[0-9a-f]{2})+)|forget)$/;

export class BlockFile {
  readonly #file: number;
  /** The entries when it was opened. */
  readonly entries: readonly BlockFileEntry[];

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#file = openSync(path, 'a+', 0o600);
    const text = readFileSync(this.#file, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    // A line truncated by a crash was never announced.
    if (whole.length < text.length) ftruncateSync(this.#file, Buffer.byteLength(whole));
    this.entries = whole.split('\n').slice(0, -1).map(parseLine);
  }

  /** Returns when all of them are on disk. */
  append(...entries: readonly BlockFileEntry[]): void {
    writeSync(this.#file, entries.map(formatLine).join(''));
    fdatasyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }
}

function formatLine(entry: BlockFileEntry): string {
  return entry.kind === 'forget' ? 'forget\n' : `${entry.kind} ${entry.hex}\n`;
}

function parseLine(line: string): BlockFileEntry {
  const match = lineGrammar.exec(line);
  if (match === null)
    throw new Error(`the file of a local Bitcoin network has a malformed line: ${line.slice(0, 40)}`);
  const [, kind, hex] = match;
  return (kind === 'block' || kind === 'tx') && hex !== undefined ? { kind, hex } : { kind: 'forget' };
}
