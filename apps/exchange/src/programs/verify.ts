/**
 * `npm run verify`: recomputes the books from the first command and compares them with what customers see.
 *
 * Beside a running exchange it reads a frozen view of the same PostgreSQL; on a stopped one it starts the embedded
 * PostgreSQL for the while. Ends with status 1 when anything differs.
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
