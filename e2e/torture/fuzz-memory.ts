/** Samples the server's memory and measures its growth. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { pause } from './customers.ts';

/** Bytes after garbage collection. */
export type MemorySample = { readonly rss: number; readonly heapUsed: number; readonly external: number };

const patienceMs = 60_000;
/** How much more memory the last quarter of a run may use than the second one. */
const growthMax = 0.1;

/** Takes a sample from a server that was started with `memory-shim.mjs`. */
export async function sampleMemory(pid: number, file: string): Promise<MemorySample> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  const deadline = Date.now() + patienceMs;
  while (!existsSync(file)) {
    if (Date.now() > deadline) throw new Error('the server does not report its memory');
    await pause(20);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as MemorySample;
}

/** Compares the second quarter of the samples with the last one: the first warms up. */
export function computeGrowth(samples: readonly MemorySample[]): {
  readonly heap: number;
  readonly rss: number;
  readonly isFlat: boolean;
} {
  const quarter = Math.floor(samples.length / 4);
  const second = samples.slice(quarter, 2 * quarter);
  const last = samples.slice(-quarter);
  const growth = (of: (sample: MemorySample) => number) => mean(last.map(of)) / mean(second.map(of)) - 1;
  const heap = growth(({ heapUsed, external }) => heapUsed + external);
  const rss = growth((sample) => sample.rss);
  return { heap, rss, isFlat: quarter > 0 && heap < growthMax && rss < growthMax };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
