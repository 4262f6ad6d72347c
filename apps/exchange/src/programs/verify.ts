/**
 * `npm run verify`: recomputes the books from the first command and compares them with what customers see, and the journal
 * with the checkpoints that the signer has signed.
 *
 *   --checkpoints FILE     the checkpoints, for example the signer's own copy; those of the data directory by default
 *   --checkpoint-key KEY   the key that must have signed them, as "signer init" printed it
 *
 * While the exchange runs it reads a snapshot of the same PostgreSQL; otherwise it starts the embedded PostgreSQL
 * temporarily. The exit status is 1 when anything differs.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { verifyBooks } from '@salar/sequencer';
import { checkpointFileName } from '../compose/start-checkpoints.ts';
import { withDatabase } from './offline-database.ts';
import { formatVerificationReport } from './verification-report.ts';
import { formatCheckpointReport, verifyCheckpoints } from './verify-checkpoints.ts';

process.exitCode = await withDatabase('verify', async ({ database, name }) => {
  const { values } = parseArgs({
    options: { checkpoints: { type: 'string' }, 'checkpoint-key': { type: 'string' } },
  });
  const key = values['checkpoint-key'] ?? null;
  const path = values.checkpoints ?? findCheckpoints();
  if (path === null && key !== null)
    throw new Error('there are no checkpoints: name them by --checkpoints FILE');
  const startedAt = performance.now();
  const verification = await verifyBooks(database);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(formatVerificationReport(verification, { name, seconds }));
  const checkpoints = path === null ? null : await verifyCheckpoints(database, { path, key });
  if (checkpoints !== null) console.log(formatCheckpointReport(checkpoints, key));
  const isDifferent = verification.findings.some((one) => one.different > 0);
  return isDifferent || (checkpoints?.differences.length ?? 0) > 0 ? 1 : 0;
});

/** Returns the checkpoints of the data directory; null when there are none. */
function findCheckpoints(): string | null {
  const path = join(resolve(process.env['SALAR_DATA_DIR'] ?? '.salar'), checkpointFileName);
  return existsSync(path) ? path : null;
}
