/**
 * `npm run simulate`: plays episodes on all cores and prints the findings.
 *
 *   npm run simulate -- --commands 10000000          ten million commands, in episodes of 2,000
 *   npm run simulate -- --seeds 100 --seed 7         a hundred episodes, from seed 7 on
 *   npm run simulate -- --seed 123 --commands 1500   one episode again
 *   npm run simulate -- --seed 123 --commands 1500 --shrink
 *
 * Exits with code 1 if there are findings.
 */
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { formatVerdict } from './judge.ts';
import { toEpisode } from './play-seed.ts';
import type { Episode, Played } from './play-seed.ts';
import { shrink } from './shrink.ts';

const commandsPerEpisode = 2000;
const commandsDefault = 200_000;
const progressEveryMs = 5000;
/** More failing seeds add nothing. */
const failuresMax = 5;

const { values } = parseArgs({
  options: {
    commands: { type: 'string' },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
    shrink: { type: 'boolean', default: false },
  },
});
const episodes = listEpisodes();
process.exitCode = values.shrink ? await shrinkFirst() : await playAll();

function listEpisodes(): Episode[] {
  const first = parseCount('seed', values.seed);
  const seeds = values.seeds === undefined ? null : parseCount('seeds', values.seeds);
  const total =
    values.commands === undefined
      ? seeds === null
        ? commandsDefault
        : seeds * commandsPerEpisode
      : parseCount('commands', values.commands);
  const each = seeds === null ? commandsPerEpisode : Math.ceil(total / seeds);
  return Array.from({ length: Math.ceil(total / each) }, (_, i) => ({
    seed: first + i,
    commands: Math.min(each, total - i * each),
  }));
}

function parseCount(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) {
    console.error(`--${name} is a whole number from 1 on, not ${text}`);
    process.exit(1);
  }
  return number;
}

async function playAll(): Promise<number> {
  const startedAt = performance.now();
  const played: Played[] = [];
  const failures: Played[] = [];
  const perSecond = () => Math.round((sum(played, 'commands') / (performance.now() - startedAt)) * 1000);
  const progress = setInterval(() => {
    console.log(
      `${count(played.length)} of ${count(episodes.length)} seeds, ${count(perSecond())} commands/s, ` +
        `${failures.length} with differences`,
    );
  }, progressEveryMs);
  const waiting = [...episodes];
  const threads = Array.from(
    { length: Math.min(parseCount('workers', values.workers), episodes.length) },
    () =>
      work(
        () => (failures.length < failuresMax ? waiting.shift() : undefined),
        (one) => {
          played.push(one);
          if (one.findings.length === 0) return;
          failures.push(one);
          printFailure(one);
        },
      ),
  );
  await Promise.all(threads);
  clearInterval(progress);
  printSummary(played, failures, perSecond());
  return failures.length === 0 ? 0 : 1;
}

/** Runs one thread until all episodes are played. */
async function work(next: () => Episode | undefined, onPlayed: (played: Played) => void): Promise<void> {
  const thread = new Worker(new URL('./simulate-worker.js', import.meta.url), {
    // An episode becomes garbage as a whole: a large young generation avoids most collections.
    resourceLimits: { maxYoungGenerationSizeMb: 128 },
  });
  await new Promise<void>((resolve, reject) => {
    const goOn = () => {
      const episode = next();
      if (episode === undefined) resolve();
      else thread.postMessage(episode);
    };
    thread.on('error', reject);
    thread.on('message', (played: Played) => {
      onPlayed(played);
      goOn();
    });
    goOn();
  });
  await thread.terminate();
}

async function shrinkFirst(): Promise<number> {
  for (const episode of episodes) {
    const result = await toEpisode(episode);
    if (result.findings.length === 0) continue;
    console.log(`seed ${episode.seed} fails with ${result.steps.length} steps; shrinking it`);
    const shortest = await shrink(result);
    for (const step of shortest.steps) console.log(formatVerdict(step));
    for (const finding of shortest.findings) console.log(finding);
    return 1;
  }
  console.log('nothing to shrink: every law held');
  return 0;
}

function printFailure({ seed, commands, findings }: Played): void {
  for (const finding of findings.slice(0, 3)) console.log(finding);
  console.log(`repeat: npm run simulate -- --seed ${seed} --commands ${commands}`);
}

function printSummary(played: readonly Played[], failures: readonly Played[], perSecond: number): void {
  const incidents = new Map<string, number>();
  for (const [kind, times] of played.flatMap((one) => [...one.incidents])) {
    incidents.set(kind, (incidents.get(kind) ?? 0) + times);
  }
  for (const [kind, times] of [...incidents].sort(([a], [b]) => (a < b ? -1 : 1))) {
    console.log(`${kind.padEnd(28)} ${count(times).padStart(12)}`);
  }
  const { user, system } = process.cpuUsage();
  const microsEach = (user + system) / sum(played, 'commands');
  const hash = createHash('sha256');
  for (const { seed, journalHash, stateHash } of [...played].sort((a, b) => a.seed - b.seed)) {
    hash.update(`${seed} ${journalHash} ${stateHash}\n`);
  }
  const differences = failures.reduce((total, one) => total + one.findings.length, 0);
  console.log(
    `${count(sum(played, 'commands'))} commands sent, ${count(sum(played, 'journaled'))} in the journals, ` +
      `${count(played.length)} seeds, ${count(perSecond)} commands/s, ` +
      `${microsEach.toFixed(1)} us of processor time each, Node ${process.version}`,
  );
  console.log(`hash over all seeds: ${hash.digest('hex')}`);
  console.log(`differences: ${differences}`);
}

function sum(played: readonly Played[], what: 'commands' | 'journaled'): number {
  return played.reduce((total, one) => total + one[what], 0);
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
