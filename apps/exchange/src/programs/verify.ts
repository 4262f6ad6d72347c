/**
 * `npm run verify`: recomputes the books from the first command and compares them with what customers see.
 *
 * Beside a running exchange it reads a frozen view of the same PostgreSQL; on a stopped one it starts the embedded
 * PostgreSQL for the while. Ends with status 1 when anything differs.
 */
import { verifyBooks } from '@salar/sequencer';
import { onBooks } from './offline-database.ts';
import { verificationReport } from './verification-report.ts';

process.exitCode = await onBooks('verify', async ({ database, name }) => {
  const startedAt = performance.now();
  const verification = await verifyBooks(database);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(verificationReport(verification, { name, seconds }));
  return verification.findings.some((one) => one.different > 0) ? 1 : 0;
});
