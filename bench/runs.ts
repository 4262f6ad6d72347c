/** The size of a measurement: `npm run bench -- --short` measures once, with a tenth of the events. */
const isShort = process.env['BENCH_SHORT'] === '1';

/** The number of runs of each measurement; the median is reported. `bench -- turns` measures once in each turn. */
export const runs = isShort ? 1 : Number(process.env['BENCH_RUNS'] ?? 5);

/** Returns the count, or a tenth of it in a short run. */
export function scaled(count: number): number {
  return isShort ? Math.ceil(count / 10) : count;
}
