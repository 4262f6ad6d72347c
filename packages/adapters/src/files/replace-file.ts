/** Replaces the content of a file at once: after a crash it has either the former content or the new one. */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file that only its owner can read (mode 0600); its folder must exist. */
export function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, path);
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder); // the rename itself is on disk
  closeSync(folder);
}
