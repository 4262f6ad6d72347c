/**
 * Drills: rehearsals of attacks and losses, on real programs.
 *
 *   npm run drill -- attacks
 *   npm run drill -- carry-over
 *   npm run drill -- custody            both of its halves: custody-signer and custody-database
 *   npm run drill -- cold [--pictures]
 *   npm run drill -- keys
 *   npm run drill -- signers [--payments 1000]
 */
import { parseArgs } from 'node:util';
import { runAttacksDrill } from './attacks/attacks-drill.ts';
import { runCarryOverDrill } from './carry-over/carry-over-drill.ts';
import { runColdDrill } from './cold/cold-drill.ts';
import { runCustodyDrill } from './custody/custody-drill.ts';
import { runDatabaseDrill } from './custody/database/database-drill.ts';
import { runKeysDrill } from './keys/keys-drill.ts';
import { runSignersDrill } from './signers/signers-drill.ts';

/** With fewer, the drill of the two signers ends before it has killed each process at each step. */
const paymentsMin = 40;

const { values, positionals: names } = parseArgs({
  options: {
    payments: { type: 'string', default: '1000' },
    pictures: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const payments = Number(values.payments);
const drills: Readonly<Record<string, () => Promise<{ passed: number; failed: number }>>> = {
  attacks: runAttacksDrill,
  'carry-over': runCarryOverDrill,
  custody: async () => {
    const signer = await runCustodyDrill();
    const database = await runDatabaseDrill();
    return { passed: signer.passed + database.passed, failed: signer.failed + database.failed };
  },
  'custody-signer': runCustodyDrill,
  'custody-database': runDatabaseDrill,
  cold: () => runColdDrill(values.pictures),
  keys: runKeysDrill,
  signers: () => runSignersDrill(payments),
};

const unknown = names.find((name) => drills[name] === undefined);
if (
  names.length === 0 ||
  unknown !== undefined ||
  !Number.isSafeInteger(payments) ||
  payments < paymentsMin
) {
  console.error(
    `usage: npm run drill -- ${Object.keys(drills).join('|')} [--payments NUMBER, at least ${paymentsMin}] [--pictures]`,
  );
  process.exit(2);
}
let passed = 0;
let failed = 0;
for (const name of names) {
  const counts = await drills[name]?.();
  passed += counts?.passed ?? 0;
  failed += counts?.failed ?? 0;
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
