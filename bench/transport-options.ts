/** Reads the command line: `[events] [in flight] [--commit-delay ms]`. */
import { parseArgs } from 'node:util';
import type { MeasurementOptions } from './measure-transport.ts';
import { scaled } from './runs.ts';

export function readOptions(): Pick<MeasurementOptions, 'events' | 'inFlight' | 'commitDelayMs'> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'commit-delay': { type: 'string', default: '0' } },
  });
  return {
    events: Number(positionals[0] ?? scaled(100_000)),
    inFlight: Number(positionals[1] ?? 64),
    commitDelayMs: Number(values['commit-delay']),
  };
}
