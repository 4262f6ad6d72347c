/**
 * How much JavaScript each address of the web app costs on a first visit, and whether that is within its budget.
 *
 *   node scripts/bundle-sizes.mjs   builds the web app when it changed, prints the table, fails above a budget
 *
 * Counted are the entry, the chunks of the route, and its texts in the longest language: gzip at level 9, 1 kB = 1000
 * bytes. Parts that arrive after the page stands (dialogs, menus, the date picker) are not counted.
 */
import './node-version.mjs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, stale } from './build.mjs';
import { root } from './files.mjs';
import { install, isInstalled } from './install.mjs';

const entryBudgetKb = 165;
const styleBudgetKb = 14;
const publicBudgetKb = 205;
const signedInBudgetKb = 230;
/** Routes with a budget of their own. The form of sign-up checks every field; the report has a table and its filters. */
const budgetsKb = {
  '/signup': 240,
  '/swap': 240,
  '/trade': 260,
  '/ramping/withdraw': 240,
  '/settings/trade-report': 260,
};
const publicRoutes = new Set([
  '/signin',
  '/login',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/validate-code',
  '/unlock-account',
  '/confirm-withdraw',
  '/confirm-destination',
]);

/** Measures what `dist/web` holds. @returns rows of name, size and budget in kB, the largest share of its budget first */
export function measure(dist = join(root, 'dist/web')) {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const routes = JSON.parse(readFileSync(join(dist, '.vite/routes.json'), 'utf8'));
  const sizes = new Map();
  const sizeOf = (file) => {
    if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
    return sizes.get(file);
  };
  const kb = (files) => files.reduce((total, file) => total + sizeOf(file), 0) / 1000;
  const entry = entryFiles(manifest);
  const rows = Object.entries(routes).map(([name, { files, texts }]) => ({
    name,
    kb: kb(entry) + kb(files) + Math.max(...Object.values(texts).map(kb)),
    budgetKb: budgetsKb[name] ?? (publicRoutes.has(name) ? publicBudgetKb : signedInBudgetKb),
  }));
  rows.push({ name: 'entry alone', kb: kb(entry), budgetKb: entryBudgetKb });
  rows.push({ name: 'style sheet', kb: kb(manifest['index.html'].css), budgetKb: styleBudgetKb });
  return rows.sort((one, other) => other.kb / other.budgetKb - one.kb / one.budgetKb);
}

/** Prints the table. @returns how many rows are within their budget and how many are not */
export function reportSizes(rows = measure()) {
  for (const { name, kb, budgetKb } of rows) {
    const figures = `${kb.toFixed(1).padStart(7)} kB of ${budgetKb}`;
    console.log(`${name.padEnd(24)}${figures}${kb > budgetKb ? '   above its budget' : ''}`);
  }
  const failed = rows.filter(({ kb, budgetKb }) => kb > budgetKb).length;
  if (failed > 0)
    console.error(
      'The first visit got too heavy. Load what is not needed at once by a lazy view, or see apps/web/build/chunks.ts.',
    );
  return { passed: rows.length - failed, failed };
}

/** Builds the web app when that is due, then reports. */
export async function checkSizes() {
  console.log('\n> sizes of the web app');
  try {
    await build(stale().filter((part) => part === 'web'));
    return reportSizes();
  } catch (error) {
    console.error(error.message);
    return { passed: 0, failed: 1 };
  }
}

function entryFiles(manifest) {
  const reached = new Set();
  const waiting = ['index.html'];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (reached.has(key)) continue;
    reached.add(key);
    waiting.push(...(manifest[key].imports ?? []));
  }
  return [...reached].map((key) => manifest[key].file);
}

if (process.argv[1] === import.meta.filename) {
  if (!isInstalled()) install();
  const { failed } = await checkSizes();
  process.exit(failed === 0 ? 0 : 1);
}
