/** `npm run check`: format, lint, types and the fast tests: what to run before every commit. */
import './node-version.mjs';
import { install, isInstalled } from './install.mjs';
import { runChecks } from './checks.mjs';
import { runVitest } from './vitest-counts.mjs';

if (!isInstalled()) install();
const parts = [await runChecks(), await runVitest(['unit', 'web'])];
const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 ? 0 : 1);
