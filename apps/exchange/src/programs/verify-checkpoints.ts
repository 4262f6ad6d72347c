/** Compares signed checkpoints with the journal, for `npm run verify`. */
import { readCheckpoints } from '@salar/adapters/files/checkpoint-file';
import { verifyCheckpoint } from '@salar/approvals/journal-checkpoint';
import { findCheckpointDifference } from '@salar/services/reconciliation/journal-checkpoints';
import type { Database } from '@salar/store';

export type CheckpointVerification = {
  readonly compared: number;
  /** A sentence for each checkpoint that the journal contradicts, or whose signature is not by the key. */
  readonly differences: readonly string[];
  /** The keys that signed them, as base64. */
  readonly keys: readonly string[];
};

/**
 * Compares every checkpoint of a file with the journal.
 *
 * @param options.key  the only key that counts, as base64; null accepts each checkpoint's own
 * @throws when the file cannot be read
 */
export async function verifyCheckpoints(
  database: Database,
  { path, key }: { readonly path: string; readonly key: string | null },
): Promise<CheckpointVerification> {
  const checkpoints = readCheckpoints(path);
  const differences: string[] = [];
  for (const checkpoint of checkpoints) {
    const isSigned = verifyCheckpoint(checkpoint) && (key === null || checkpoint.key === key);
    const difference = isSigned
      ? await findCheckpointDifference(database, checkpoint)
      : 'it is not signed by the key';
    if (difference !== null) differences.push(`checkpoint at command ${checkpoint.sequence}: ${difference}`);
  }
  return {
    compared: checkpoints.length,
    differences,
    keys: [...new Set(checkpoints.map((one) => one.key))],
  };
}

/** Formats the result as lines for a terminal. */
export function formatCheckpointReport(
  { compared, differences, keys }: CheckpointVerification,
  key: string | null,
): string {
  const name = key === null ? keys.join(', ') : key;
  const known = key === null ? ' (compare it with the one that "signer init" printed)' : '';
  return [
    ...differences.map((difference) => `DIFFERENT  ${difference}`),
    differences.length === 0
      ? `${compared} signed checkpoints agree with the journal; key ${name}${known}`
      : `${differences.length} of ${compared} signed checkpoints do NOT agree with the journal.`,
  ].join('\n');
}
