/**
 * `npm run verify`: recomputes the books from the first command and compares them with what customers see.
 *
 * While the exchange runs it reads a snapshot of the same PostgreSQL; otherwise it starts the embedded PostgreSQL
 * temporarily. The exit status is 1 when anything differs.
 */
import { verifyBooks } from '@salar/sequencer';
import { withDatabase } from './offline-database.ts';
import { formatVerificationReport } from './verification-report.ts';

process.exitCode = await withDatabase('verify', async ({ database, name }) => {
  const startedAt = performance.now();
  const verification = await verifyBooks(database);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(formatVerificationReport(verification, { name, seconds }));
  return verification.findings.some((one) => one.different > 0) ? 1 : 0;
});
