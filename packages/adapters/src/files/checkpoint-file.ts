/** Signed checkpoints of the journal in a file: one JSON object a line, the newest last. Lines are only ever added. */
import { readFileSync } from 'node:fs';
import type { SignedCheckpoint } from '@salar/approvals/journal-checkpoint';
import { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import { LineFile } from './line-file.ts';

export const checkpointSchema = z.strictObject({
  sequence: z.int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.int().min(0),
  key: z.base64(),
  signature: z.base64(),
});

export class CheckpointFile {
  readonly #file: LineFile;
  #last: SignedCheckpoint | null = null;

  /** Opens or creates the file. @throws with the line that is not a checkpoint */
  constructor(path: string) {
    let number = 0;
    this.#file = new LineFile(path, (line) => {
      number += 1;
      this.#last = parse(line, `${path}, line ${number}`);
    });
  }

  /** The newest checkpoint. */
  get last(): SignedCheckpoint | null {
    return this.#last;
  }

  /** Adds a checkpoint. It is on disk when this returns. */
  append(checkpoint: SignedCheckpoint): void {
    this.#file.append(JSON.stringify(checkpoint));
    this.#last = checkpoint;
  }

  close(): void {
    this.#file.close();
  }
}

/**
 * Reads all checkpoints of a file, the oldest first, beside a process that may be adding one.
 *
 * @throws when there is no file, and with the line that is not a checkpoint
 */
export function readCheckpoints(path: string): SignedCheckpoint[] {
  const text = readFileSync(path, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .slice(0, -1)
    .map((line, index) => parse(line, `${path}, line ${index + 1}`));
}

function parse(line: string, where: string): SignedCheckpoint {
  const parsed = checkpointSchema.safeParse(parseJson(line));
  if (!parsed.success) throw new Error(`${where}: is not a checkpoint of the journal`);
  return parsed.data;
}
