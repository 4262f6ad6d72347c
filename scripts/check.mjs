/** `npm run check`: format, lint, types, the fast tests and the sizes of the web app: what to run before every commit. */
import './node-version.mjs';
import { checkSizes } from './bundle-sizes.mjs';
import { runChecks } from './checks.mjs';
import { install, isInstalled } from './install.mjs';
import { runVitest } from './vitest-counts.mjs';

if (!isInstalled()) install();
const parts = [await runChecks(), await runVitest({ projects: ['unit', 'web'] }), await checkSizes()];
const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 ? 0 : 1);
