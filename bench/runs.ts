/** How often each measurement is repeated; its median is printed. `npm run bench -- --quick` sets 1. */
export const runs = Number(process.env['BENCH_RUNS'] ?? 5);
