/**
 * Prints the results of a benchmark and stores them for docs/performance.md and its plots.
 *
 * `scripts/bench.mjs` names the file to store them in; a benchmark that is run alone only prints them.
 */
import { writeFileSync } from 'node:fs';

export type Row = {
  readonly what: string;
  readonly figure: string;
  /** The reference that was measured in turns, and our figure as a multiple of it. */
  readonly beside?: string;
  readonly bar?: string;
};
/** A plot of lines over a common x axis. */
export type Plot = {
  readonly name: string;
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly isLogX: boolean;
  readonly lines: readonly {
    readonly name: string;
    readonly points: readonly (readonly [number, number])[];
  }[];
};

export function report(rows: readonly Row[], plots: readonly Plot[] = []): void {
  for (const { what, figure, beside, bar } of rows) {
    console.log(
      [`  ${what}: ${figure}`, beside, bar !== undefined && `bar ${bar}`].filter(Boolean).join('; '),
    );
  }
  const file = process.env['BENCH_RESULT'];
  if (file !== undefined) writeFileSync(file, JSON.stringify({ rows, plots }, null, 2));
}

/** 1,234,567 */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
