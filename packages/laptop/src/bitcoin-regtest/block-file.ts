/**
 * The file of a local Bitcoin network: every accepted block and transaction, in order, on disk before it is
 * announced. Replaying it restores the same chain.
 */
import { LineFile } from '@salar/adapters/files/line-file';

export type BlockFileEntry =
  { readonly kind: 'block' | 'tx'; readonly hex: string } | { readonly kind: 'forget' };

const lineGrammar = /^(?:(block|tx) ((?:[0-9a-f]{2})+)|forget)$/;

export class BlockFile {
  readonly #file: LineFile;
  /** The entries when it was opened. */
  readonly entries: readonly BlockFileEntry[];

  constructor(path: string) {
    const entries: BlockFileEntry[] = [];
    this.#file = new LineFile(path, (line) => void entries.push(parseLine(line)));
    this.entries = entries;
  }

  /** Returns when all of them are on disk. */
  append(...entries: readonly BlockFileEntry[]): void {
    this.#file.append(...entries.map(formatLine));
  }

  close(): void {
    this.#file.close();
  }
}

function formatLine(entry: BlockFileEntry): string {
  return entry.kind === 'forget' ? 'forget' : `${entry.kind} ${entry.hex}`;
}

function parseLine(line: string): BlockFileEntry {
  const match = lineGrammar.exec(line);
  if (match === null)
    throw new Error(`the file of a local Bitcoin network has a malformed line: ${line.slice(0, 40)}`);
  const [, kind, hex] = match;
  return (kind === 'block' || kind === 'tx') && hex !== undefined ? { kind, hex } : { kind: 'forget' };
}
