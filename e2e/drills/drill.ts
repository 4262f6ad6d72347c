/**
 * Drills: rehearsals of attacks and losses, on real programs.
 *
 *   npm run drill -- custody
 */
import { runCustodyDrill } from './custody/custody-drill.ts';

const drills: Readonly<Record<string, () => Promise<{ passed: number; failed: number }>>> = {
  custody: runCustodyDrill,
};

const names = process.argv.slice(2);
const unknown = names.find((name) => drills[name] === undefined);
if (names.length === 0 || unknown !== undefined) {
  console.error(`usage: npm run drill -- ${Object.keys(drills).join('|')}`);
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
