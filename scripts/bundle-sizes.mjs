/**
 * Measures the JavaScript that each route of the web app loads on a first visit, and compares it with its budget.
 *
 *   node scripts/bundle-sizes.mjs   builds the web app when it changed, prints the table, fails above a budget
 *
 * It counts the entry, the chunks of the route, and its translations in the longest language, as they are served:
 * compressed with Brotli, 1 kB = 1000 bytes. It does not count parts that load after the page is shown (dialogs, menus,
 * the date picker).
 */
import './node-version.mjs';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build, stale } from './build.mjs';
import { root } from './files.mjs';
import { install, isInstalled } from './install.mjs';

const entryBudgetKb = 126;
const styleBudgetKb = 12;
const publicBudgetKb = 160;
const signedInBudgetKb = 190;
/** Routes with a separate budget. The sign-up form validates every field. */
const budgetsKb = {
  '/signup': 200,
  '/swap': 200,
  '/trade': 220,
};
const publicRoutes = new Set([
  '/signin',
  '/login',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/validate-code',
  '/unlock-account',
  '/freeze-account',
  '/confirm-withdraw',
  '/confirm-destination',
]);

/**
 * Measures the files of `dist/web`. @returns rows of name, size and budget in kB, the largest share of its budget first
 */
function measure(dist = join(root, 'dist/web')) {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const routes = JSON.parse(readFileSync(join(dist, '.vite/routes.json'), 'utf8'));
  const sizes = new Map();
  const measureSize = (file) => {
    if (!sizes.has(file)) sizes.set(file, statSync(join(dist, `${file}.br`)).size);
    return sizes.get(file);
  };
  const kb = (files) => files.reduce((total, file) => total + measureSize(file), 0) / 1000;
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
function reportSizes(rows = measure()) {
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

/** Builds the web app when it has changed, then prints the table. */
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
