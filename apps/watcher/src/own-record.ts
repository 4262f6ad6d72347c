/**
 * The watcher's own record of the journal: its ends as they were read, and the states that the watcher has computed itself. Lines
 * are only ever added, so a journal that is rewritten later contradicts them.
 */
import { join } from 'node:path';
import { LineFile } from '@salar/adapters/files/line-file';
import { parseJson } from '@salar/adapters/parse-json';
import { z } from 'zod';

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const entrySchema = z.strictObject({
  sequence: z.int().min(1),
  /** The hash of the row that ends with the command. */
  hash: digest,
  /** The hash of the state after it, where the watcher has computed it. */
  stateHash: digest.nullable(),
  at: z.int(),
});
export type RecordEntry = z.infer<typeof entrySchema>;

export class OwnRecord {
  readonly #file: LineFile;
  #last: RecordEntry | null = null;
  /** States that the watcher has computed, by their command. */
  readonly #states = new Map<number, RecordEntry>();

  /** @throws with the line that cannot be read */
  constructor(dataDir: string) {
    const path = join(dataDir, 'journal-ends.jsonl');
    let number = 0;
    this.#file = new LineFile(path, (line) => {
      number += 1;
      const parsed = entrySchema.safeParse(parseJson(line));
      if (!parsed.success) throw new Error(`${path}, line ${number}: is no end of a journal`);
      this.#take(parsed.data);
    });
  }

  /** The newest end that was recorded. */
  get last(): RecordEntry | null {
    return this.#last;
  }

  /** Returns what the watcher has computed for a command; undefined when it has computed no state there. */
  findState(sequence: number): RecordEntry | undefined {
    return this.#states.get(sequence);
  }

  /** Adds an end. It is on disk when this returns. */
  append(entry: RecordEntry): void {
    this.#file.append(JSON.stringify(entry));
    this.#take(entry);
  }

  close(): void {
    this.#file.close();
  }

  #take(entry: RecordEntry): void {
    if (this.#last === null || entry.sequence >= this.#last.sequence) this.#last = entry;
    if (entry.stateHash !== null) this.#states.set(entry.sequence, entry);
  }
}
