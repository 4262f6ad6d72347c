/** Reads the command line: `[events] [in flight] [--commit-delay ms] [--sockets N]`. */
import { parseArgs } from 'node:util';
import type { MeasurementOptions } from './measure-transport.ts';
import { flowAccounts } from './flow.ts';
import { scaled } from './runs.ts';

export function readOptions(): Pick<MeasurementOptions, 'events' | 'inFlight' | 'commitDelayMs' | 'sockets'> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      'commit-delay': { type: 'string', default: '0' },
      sockets: { type: 'string', default: String(flowAccounts) },
    },
  });
  return {
    events: Number(positionals[0] ?? scaled(100_000)),
    inFlight: Number(positionals[1] ?? 64),
    commitDelayMs: Number(values['commit-delay']),
    sockets: Number(values.sockets),
  };
}
