/** Saves a file that comes with an answer on the operator's machine. */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { OperatorAnswer } from '@salar/services/operator/act';

/**
 * Writes the file of an answer into a directory, readable by its owner only, and returns the answer with its path
 * instead.
 *
 * @throws when a file of that name exists: nothing is ever overwritten
 */
export function saveAttachment(answer: OperatorAnswer, directory: string): OperatorAnswer {
  if (!answer.ok || answer.file === undefined) return answer;
  const { file, ...rest } = answer;
  const path = join(directory, basename(file.name));
  writeFileSync(path, Buffer.from(file.base64, 'base64'), { flag: 'wx', mode: 0o600 });
  return { ...rest, facts: { ...rest.facts, file: path } };
}
