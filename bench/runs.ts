/** How much is measured: `npm run bench -- --short` measures once, and a tenth. */
const isShort = process.env['BENCH_SHORT'] === '1';

/** How often each measurement is repeated; its median is told. */
export const runs = isShort ? 1 : 5;

/** So many of something, or a tenth of it in a short run. */
export function scaled(count: number): number {
  return isShort ? Math.ceil(count / 10) : count;
}
