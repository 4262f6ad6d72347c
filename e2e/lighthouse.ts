/**
 * Measures pages as on a slow phone with a slow connection, against the budgets of the web app.
 *
 *   npm run lighthouse              three cold visits per page on a separate exchange; fails below a bar
 *   npm run lighthouse -- --write   also writes docs/lighthouse.json, and the table in docs/performance.md
 *   npm run lighthouse -- --runs 1  fewer visits
 *
 * Each visit has a new browser with an empty cache. The connection and the phone's processor are simulated from the
 * observed timings, which depend on how busy the machine is: the page gets its own core where possible, and the load of
 * the machine is recorded.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, cpus, loadavg, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { format, resolveConfig } from 'prettier';
import { chromiumArgs } from './playwright.config.ts';
import { registerCustomer } from './support/customers.ts';
import type { TestCustomer } from './support/customers.ts';
import { seedSession } from './support/screens.ts';
import { pinPagesToOneCore } from './support/cpu-affinity.ts';
import { root, startServer } from './support/server.ts';

type Figures = {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly lcpMs: number;
  readonly cls: number;
  readonly tbtMs: number;
};
type Bars = Figures;
type Page = { readonly path: string; readonly isSignedIn: boolean };
type Row = { readonly page: string; readonly figures: Figures; readonly bars: Bars };
type Visit = { readonly figures: Figures; readonly machineIndex: number };

const pages: readonly Page[] = [
  { path: '/signin', isSignedIn: false },
  { path: '/dashboard', isSignedIn: true },
  { path: '/swap', isSignedIn: true },
];
const sessionKey = 'app.user.v1';
/** Markers around the table of the document. */
const begin = '<!-- pages: written by npm run lighthouse -->';
const end = '<!-- end of pages -->';
const whole = { accessibility: 100, bestPractices: 100 };
const publicBars: Bars = { ...whole, performance: 92, lcpMs: 2700, cls: 0.02, tbtMs: 150 };
const signedInBars: Bars = { ...whole, performance: 90, lcpMs: 3200, cls: 0.05, tbtMs: 220 };
/** For scores more is better, for times and shifts less. */
const scores = ['performance', 'accessibility', 'bestPractices'] as const;
const costs = ['lcpMs', 'cls', 'tbtMs'] as const;

const runs = Number(readValue('--runs') ?? 3);
const loadBefore = loadavg()[0] ?? 0;
let hasOwnCore = false;
const server = await startServer();
// On another machine it would not take time from the browser either.
if (server.process.pid !== undefined) setPriority(server.process.pid, constants.priority.PRIORITY_LOW);
try {
  const url = server.url.replace('127.0.0.1', 'localhost');
  const session = await keptSession(url, await registerCustomer(url, `lighthouse-${Date.now()}`, 1));
  const rows: Row[] = [];
  const indices: number[] = [];
  for (const page of pages) {
    const visits: Visit[] = [];
    for (let run = 0; run < runs; run += 1)
      visits.push(await visit(url, page, session).catch(() => visit(url, page, session))); // a trace is sometimes lost
    indices.push(...visits.map(({ machineIndex }) => machineIndex));
    const figures = medians(visits.map((one) => one.figures));
    const bars = page.isSignedIn ? signedInBars : publicBars;
    rows.push({ page: page.path, figures, bars });
    console.log(
      line(formatCells({ page: page.path, figures, bars })),
      findFaults({ page: page.path, figures, bars }).join(', '),
    );
  }
  const conditions = {
    on: new Date().toISOString().slice(0, 10),
    runs,
    machine: `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'})`,
    machineIndex: median(indices),
    pageHasOwnCore: hasOwnCore,
    loadBefore,
  };
  if (process.argv.includes('--write')) await write(rows, conditions);
  process.exitCode = rows.every((row) => findFaults(row).length === 0) ? 0 : 1;
} finally {
  await server.stop();
  rmSync(server.dataDir, { recursive: true, force: true });
}

/** Makes one cold visit in a new browser. */
async function visit(url: string, { path, isSignedIn }: Page, session: string): Promise<Visit> {
  const userDataDir = mkdtempSync(join(tmpdir(), 'salar-lighthouse-'));
  const chrome = await launch({
    chromePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', ...chromiumArgs],
    userDataDir,
  });
  try {
    if (isSignedIn) await signIn(chrome.port, url, session);
    hasOwnCore = pinPagesToOneCore(chrome.pid);
    const result = await lighthouse(`${url}${path}`, {
      port: chrome.port,
      disableStorageReset: true,
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
      logLevel: 'error',
    });
    if (!result) throw new Error(`no result for ${path}`);
    const { lhr } = result;
    if (lhr.runtimeError) throw new Error(`${path}: ${lhr.runtimeError.message}`);
    if (new URL(lhr.finalDisplayedUrl).pathname !== path)
      throw new Error(`${path} led to ${lhr.finalDisplayedUrl}`);
    const score = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
    const figure = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY;
    return {
      machineIndex: lhr.environment.benchmarkIndex,
      figures: {
        performance: score('performance'),
        accessibility: score('accessibility'),
        bestPractices: score('best-practices'),
        lcpMs: Math.round(figure('largest-contentful-paint')),
        cls: Number(figure('cumulative-layout-shift').toFixed(3)),
        tbtMs: Math.round(figure('total-blocking-time')),
      },
    };
  } finally {
    chrome.kill();
    rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Stores what the app itself keeps for a returning customer. */
async function keptSession(url: string, customer: TestCustomer): Promise<string> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: chromiumArgs,
  });
  const page = await browser.newPage();
  await seedSession(page, customer);
  await page.goto(`${url}/dashboard`);
  const kept = await page.waitForFunction((key) => {
    const text = localStorage.getItem(key) ?? '';
    return text.includes('"accountId"') ? text : null;
  }, sessionKey);
  const session = String(await kept.jsonValue());
  await browser.close();
  return session;
}

/** Signs the browser in without opening a page of the app, whose files would then be in its cache. */
async function signIn(port: number, url: string, session: string): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
  await page.goto(`${url}/ready`);
  await page.evaluate(([key = '', value = '']) => localStorage.setItem(key, value), [sessionKey, session]);
  await page.close();
  await browser.close();
}

function medians(all: readonly Figures[]): Figures {
  const of = (name: keyof Figures) => median(all.map((figures) => figures[name]));
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    bestPractices: of('bestPractices'),
    lcpMs: of('lcpMs'),
    cls: of('cls'),
    tbtMs: of('tbtMs'),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Returns the figures that miss their bar. */
function findFaults({ figures, bars }: Row): string[] {
  return [
    ...scores.filter((name) => figures[name] < bars[name]),
    ...costs.filter((name) => figures[name] > bars[name]),
  ].map((name) => `${name} ${figures[name]} misses ${bars[name]}`);
}

function formatCells({ page, figures, bars }: Row): string[] {
  return [
    `\`${page}\``,
    ...scores.map((name) => `${figures[name]} (${bars[name]})`),
    `${(figures.lcpMs / 1000).toFixed(2)} s (${bars.lcpMs / 1000})`,
    `${figures.cls} (${bars.cls})`,
    `${figures.tbtMs} ms (${bars.tbtMs})`,
  ];
}

async function write(rows: readonly Row[], conditions: object): Promise<void> {
  await writeFormatted(join(root, 'docs/lighthouse.json'), JSON.stringify({ conditions, rows }));
  const page = join(root, 'docs/performance.md');
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has lost its markers: ${begin} and ${end}`);
  const head = ['Page', 'Performance', 'Accessibility', 'Best practices', 'LCP', 'CLS', 'TBT'];
  const table = [head, head.map(() => '-'), ...rows.map(formatCells)].map(line).join('\n');
  const conditionsText = Object.entries(conditions)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
  await writeFormatted(
    page,
    `${text.slice(0, from)}${begin}\n\n${table}\n\n${conditionsText}.\n\n${text.slice(to)}`,
  );
}

async function writeFormatted(path: string, text: string): Promise<void> {
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function readValue(flag: string): string | undefined {
  const place = process.argv.indexOf(flag);
  return place < 0 ? undefined : process.argv[place + 1];
}
