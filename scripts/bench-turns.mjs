/**
 * `npm run bench -- turns REF benchmark [arguments]`: measures another commit and this one in turns.
 *
 *   npm run bench -- turns v0.1.0 http
 *   npm run bench -- turns HEAD~1 engine 1k --turns 9
 *   npm run bench -- turns 04cfb48 journal 100000 64
 *
 * The other commit is checked out under dist/turns and bundled by its own build. Each turn measures both once, and the
 * one that goes first changes from turn to turn. A turn in which other programs used more than 5 % of the busy
 * processor time is dropped and repeated. Printed are the medians of both, and the median of the ratios of the turns
 * with their range: the ratio matters, because both halves of a turn had the same machine.
 *
 * A benchmark that the other commit does not have yet is this commit's, with the other commit's server. So are `http` and
 * `websocket` with `--own-load`: both sides then have the same load generator, and options that are new.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { hashFile, root } from './files.mjs';
import { run } from './run.mjs';

const foreignShareMax = 0.05;
const millisPerTick = 10;

/** @param args what follows `turns` on the command line */
export async function benchTurns(args) {
  const { ref, program, rest, turns, isOwnLoad } = readArguments(args);
  const checkout = checkOut(ref);
  const sides = { [ref]: checkout.directory, 'this commit': root };
  for (const directory of Object.values(sides)) await bundleBenchmarks(directory);

  const taken = [];
  for (let dropped = 0; taken.length < turns && dropped <= 2 * turns;) {
    const names = Object.keys(sides);
    const turn = {};
    let foreign = 0;
    for (const name of taken.length % 2 === 0 ? names : names.reverse()) {
      const measured = await measureOnce({ directory: sides[name], program, rest, isOwnLoad });
      turn[name] = measured.figures;
      foreign = Math.max(foreign, measured.foreignShare);
    }
    const share = `${Math.round(foreign * 100)} % foreign load`;
    if (foreign > foreignShareMax) {
      dropped += 1;
      console.log(`dropped a turn with ${share}`);
    } else {
      taken.push(turn);
      console.log(`turn ${taken.length} of ${turns}, ${share}`);
    }
  }
  if (taken.length < turns)
    console.log(`only ${taken.length} of ${turns} turns were clean: the machine is busy`);
  printRatios(taken, ref);
}

function readArguments(given) {
  const args = given.filter((one) => one !== '--own-load');
  const at = args.indexOf('--turns');
  const turns = at < 0 ? 5 : Number(args[at + 1]);
  const [ref, program, ...rest] = at < 0 ? args : args.toSpliced(at, 2);
  if (ref === undefined || program === undefined || !Number.isInteger(turns) || turns < 1) {
    console.error('usage: npm run bench -- turns REF benchmark [arguments] [--turns 5] [--own-load]');
    process.exit(1);
  }
  return { ref, program, rest, turns, isOwnLoad: args.length < given.length };
}

/** Checks a commit out under dist/turns, with the packages of its lock file. */
function checkOut(ref) {
  const commit = git('rev-parse', '--verify', `${ref}^{commit}`);
  const directory = join(root, 'dist', 'turns', commit.slice(0, 12));
  if (!existsSync(join(directory, 'package.json'))) {
    mkdirSync(join(root, 'dist', 'turns'), { recursive: true });
    git('worktree', 'prune');
    git('worktree', 'add', '--detach', directory, commit);
  }
  if (!existsSync(join(directory, 'node_modules'))) {
    const lock = 'package-lock.json';
    // Hard links keep the relative links to the packages of the checkout itself.
    if (hashFile(join(directory, lock)) === hashFile(join(root, lock)))
      execFileSync('cp', ['-al', join(root, 'node_modules'), join(directory, 'node_modules')]);
    else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory, stdio: 'inherit' });
  }
  // Both sides measure as often: once in each turn.
  copyFileSync(join(root, 'bench/runs.ts'), join(directory, 'bench/runs.ts'));
  return { directory };
}

async function bundleBenchmarks(directory) {
  const { build, bundle, stale } = await import(join(directory, 'scripts/build.mjs'));
  if (stale().includes('server')) await build(['server']);
  const sources = readdirSync(join(directory, 'bench')).filter((name) => name.endsWith('.ts'));
  const outdir = join(directory, 'dist', 'bench');
  await bundle(
    Object.fromEntries(sources.map((name) => [name.replace(/\.ts$/, ''), join(directory, 'bench', name)])),
    outdir,
  );
}

/** Runs a benchmark once. Returns its figures, and the share of the busy processor time that others used. */
async function measureOnce({ directory, program, rest, isOwnLoad }) {
  const resultFile = join(directory, 'dist', 'bench', `${program}.json`);
  rmSync(resultFile, { force: true });
  const own = join(directory, 'dist', 'bench', `${program}.js`);
  const script = existsSync(own) && !isOwnLoad ? own : join(root, 'dist', 'bench', `${program}.js`);
  const server = ['exchange-server', 'door-server']
    .map((name) => join(directory, 'dist', 'bench', `${name}.js`))
    .find(existsSync);
  const env = {
    BENCH_RUNS: '1',
    BENCH_RESULT: resultFile,
    NODE_ENV: 'production',
    ...(script !== own && { BENCH_SERVER: server }),
  };
  const before = { machine: machineMillis(), own: ownMillis() };
  const { status, output } = await run(process.execPath, [script, ...rest], { env, isShown: false });
  if (status !== 0) {
    console.error(output);
    process.exit(status);
  }
  const machine = machineMillis() - before.machine;
  const ownUsed = ownMillis() - before.own;
  const { rows } = JSON.parse(readFileSync(resultFile, 'utf8'));
  return { figures: rows.flatMap(readFigures), foreignShare: Math.max(0, 1 - ownUsed / machine) };
}

/** Reads the numbers of a row, such as "14,657/s, p50 3.5 ms, p99 14.7 ms". */
function readFigures({ what, figure }) {
  const found = figure.matchAll(
    /(?:(p\d+) )?(\d[\d,]*(?:\.\d+)?) ?((?:commands|orders|events)?\/s|ms|us|ns|s\b)/g,
  );
  return [...found].map(([, label, number, unit]) => ({
    name: `${what}: ${label ?? ''} ${unit}`.replace(/ +/g, ' '),
    value: Number(number.replaceAll(',', '')),
  }));
}

function printRatios(turns, ref) {
  const [first] = turns;
  if (first === undefined) return;
  first['this commit'].forEach(({ name }, index) => {
    const values = (side) => turns.map((turn) => turn[side][index]?.value ?? Number.NaN);
    const ratios = turns
      .map((_, turn) => values('this commit')[turn] / values(ref)[turn])
      .sort((a, b) => a - b);
    const range = `${ratios[0].toFixed(2)} to ${ratios.at(-1).toFixed(2)}`;
    console.log(`\n${name}`);
    console.log(`  ${ref} ${median(values(ref)).toLocaleString('en-US')}`);
    console.log(`  this commit ${median(values('this commit')).toLocaleString('en-US')}`);
    console.log(`  ratio ${median(ratios).toFixed(3)} (${range} in ${turns.length} turns)`);
  });
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The time during which all processors of the machine were busy. */
function machineMillis() {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

/** The processor time of this process and of its children that have ended, PostgreSQL included. */
function ownMillis() {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) * millisPerTick;
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
