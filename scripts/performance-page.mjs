/**
 * Writes the results of the last benchmarks into docs/performance.md, between its markers, and draws the plots.
 *
 * docs/performance.json stores the figures, so that a benchmark that ran alone replaces only its own.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './files.mjs';
import { drawPlot } from './plot.mjs';

const page = join(root, 'docs', 'performance.md');
const figures = join(root, 'docs', 'performance.json');
const images = join(root, 'docs', 'images');
const begin = '<!-- figures: written by npm run bench -->';
const end = '<!-- end of figures -->';
/** As `bench/runs.ts` reads it. */
const runs = Number(process.env['BENCH_RUNS'] ?? 5);

/** @param results  per program: its rows and plots */
export async function writePerformancePage(results, { isShort }) {
  const earlier = existsSync(figures) ? JSON.parse(readFileSync(figures, 'utf8')) : {};
  const now = new Date().toISOString().slice(0, 10);
  const made = results.map(({ program, rows, plots }) => [
    program,
    { on: now, isShort, runs, machine: machine(), rows, plots },
  ]);
  const all = { ...earlier, ...Object.fromEntries(made) };
  await write(figures, JSON.stringify(all));
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has lost its markers: ${begin} and ${end}`);
  mkdirSync(images, { recursive: true });
  const plots = Object.values(all).flatMap((program) => program.plots);
  for (const plot of plots) writeFileSync(join(images, `performance-${plot.name}.svg`), drawPlot(plot));
  const tables = Object.entries(all).map(([program, found]) => formatTable(program, found));
  const drawn = plots.map(({ name, title }) => `![${title}](images/performance-${name}.svg)`);
  await write(
    page,
    `${text.slice(0, from)}${begin}\n\n${[...tables, ...drawn].join('\n\n')}\n\n${text.slice(to)}`,
  );
  console.log('\nwritten to docs/performance.md');
}

/** Writes a file, formatted like `npm run format`. */
async function write(path, text) {
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
}

function machine() {
  const gib = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${gib} GiB, Node ${process.versions.node}`;
}

function formatTable(program, { on, isShort, runs, machine, rows }) {
  const cells = [
    ['What', 'Figure', 'Beside it, in the same run', 'Bar'],
    ...rows.map(({ what, figure, beside = '', bar = '' }) => [what, figure, beside, bar]),
  ];
  const line = (row) => `| ${row.join(' | ')} |`;
  const rule = line(cells[0].map(() => '-'));
  const [head, ...body] = cells;
  const how = isShort ? 'a short run, once' : runs === 1 ? 'one run' : `medians of ${runs} runs`;
  return `### ${program}\n\n${on}, ${how}, ${machine}.\n\n${[line(head), rule, ...body.map(line)].join('\n')}`;
}
