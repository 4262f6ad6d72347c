/** The table of waits, by kind of fault. */
import { faults } from './faults.ts';
import type { FaultKind } from './faults.ts';

/** Formats how long customers waited: p50, p99 and the longest, beside the bar of each kind. */
export function formatWaits(waits: ReadonlyMap<FaultKind, readonly number[]>): string {
  const rows = [...waits].map(([kind, ms]) => {
    const sorted = [...ms].sort((a, b) => a - b);
    const at = (share: number) => seconds(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0);
    return [kind, String(sorted.length), at(0.5), at(0.99), at(1), seconds(faults[kind].barMs)];
  });
  const table = [['time to the next accepted order', 'times', 'p50', 'p99', 'longest', 'aim'], ...rows];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
