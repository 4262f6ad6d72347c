/** The static checks that run before any test: format, lint with the import rules, unused code, types. */
import { runTool, takeTurns } from './run.mjs';

/** One checker: several, the default, would check what they share again, for three times the processor time. */
const checkTypes = ['--noEmit', '--checkers', '1', '--project'];
/** @type {readonly (readonly [name: string, tool: string, args: string[], hint: string])[]} */
const checks = [
  ['format', 'prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.'], 'npm run format'],
  ['lint', 'oxlint/bin/oxlint', ['--type-aware'], 'read the rule above; `npm run lint` runs it alone'],
  ['unused code and packages', 'knip/bin/knip.js', ['--no-progress'], 'npm run unused'],
  ['language', 'tsx/dist/cli.mjs', ['scripts/language.ts'], 'npm run language'],
  [
    'calls of the client',
    'tsx/dist/cli.mjs',
    ['scripts/client-calls.ts', '--check'],
    'npm run client:generate',
  ],
  ['types of the server', 'typescript/bin/tsc', [...checkTypes, 'tsconfig.json'], 'npm run types'],
  ['types of the journeys', 'typescript/bin/tsc', [...checkTypes, 'e2e/tsconfig.json'], 'npm run types'],
  ['types of the web app', 'typescript/bin/tsc', [...checkTypes, 'apps/web/tsconfig.json'], 'npm run types'],
];

/** Runs every check, two at a time, even after one has failed. @returns how many passed and failed */
export async function runChecks() {
  const counts = { passed: 0, failed: 0 };
  await takeTurns(checks, 2, async ([name, tool, args, hint]) => {
    const { status, output } = await runTool(tool, args, { isShown: false });
    console.log(`\n> ${name}\n${output}`);
    if (status === 0) counts.passed += 1;
    else {
      counts.failed += 1;
      console.error(`${name}: failed. To fix it: ${hint}`);
    }
  });
  return counts;
}
