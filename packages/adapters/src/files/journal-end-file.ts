/** The end of the journal as this machine last saw it committed, in a file outside of the database. */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import { replaceFile } from './replace-file.ts';

const endSchema = z.strictObject({
  sequence: z.int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The last command of the journal, and the hash of its row in hexadecimal digits. */
export type JournalEnd = z.infer<typeof endSchema>;

/** Returns null when there is no such file. @throws when it does not hold the end of a journal */
export function readJournalEnd(path: string): JournalEnd | null {
  if (!existsSync(path)) return null;
  const parsed = endSchema.safeParse(parseJson(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new Error(`${path}: is not the end of a journal`);
  return parsed.data;
}

/** Replaces the file. It is on disk when this returns. */
export function writeJournalEnd(path: string, end: JournalEnd): void {
  replaceFile(path, `${JSON.stringify(end)}\n`);
}
