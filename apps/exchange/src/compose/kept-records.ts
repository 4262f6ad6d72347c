/**
 * The files that say what the database must not contradict. They are with the keys, so that every machine with the same keys, and
 * every backup with keys, has them.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDecisionFile } from '@salar/adapters/files/decision-file';
import { noDecisions } from '@salar/services/operator/decision-record';
import { hasRowMacs } from '@salar/store';
import type { Database } from '@salar/store';
import { StartFailure } from '../lifecycle/start-failure.ts';
import { getProofPath } from './journal-proof.ts';

/** Returns the path of the record of decisions. */
export function getDecisionsPath(dataDir: string): string {
  return join(dataDir, 'keys/decisions.json');
}

/**
 * Checks that the files are there, unless no exchange has led on this database yet, and begins the record of decisions then.
 *
 * @throws StartFailure when one is missing: without it, rows that somebody wrote or put back would be taken
 */
export async function assertRecordsKept(dataDir: string, database: Database): Promise<void> {
  const decisions = getDecisionsPath(dataDir);
  const missing = [getProofPath(dataDir), decisions].filter((path) => !existsSync(path));
  if (missing.length > 0 && (await hasRowMacs(database)))
    throw new StartFailure(
      `${missing.join(' and ')} missing, and an exchange with these keys has led on this database before: ` +
        'copy keys/ from the machine that led last, or see "Files with the keys" in docs/recovery.md.',
    );
  if (!existsSync(decisions)) openDecisionFile(decisions).save(noDecisions);
}
