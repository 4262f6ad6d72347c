/** Logs JSON lines to a file of the data directory, and where a service manager or a container collects them to standard output. */
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Logger } from 'pino';
import type { LoggedAlert } from '@salar/services/operator/act';
import { RecentAlerts } from './recent-alerts.ts';
import { RotatedFile } from './rotated-file.ts';

const bounds = { fileBytesMax: 20_000_000, totalBytesMax: 400_000_000, daysMax: 90 };

/** A file of the data directory, standard output, or both of them. */
export type LogPlace = 'file' | 'stdout' | 'both';

type OpenLog = {
  readonly log: Logger;
  /** The file; null for standard output alone. */
  readonly path: string | null;
  /** The alerts that it has since it was opened. */
  readonly alerts: RecentAlerts;
  /** Goes on in a new file, after another program has renamed the present one. */
  readonly reopen: () => void;
};

type LogOptions = {
  readonly name?: string;
  readonly to?: LogPlace;
  /** Called with each alert. */
  readonly onAlert?: (alert: LoggedAlert) => void;
  /** Standard output, which must not wait for its reader. */
  readonly output?: Pick<NodeJS.WriteStream, 'write' | 'writableLength'>;
};

/** The most bytes that wait for a reader of standard output; lines beyond it are lost there. */
const waitingBytesMax = 4_000_000;

/**
 * Opens the log: `<dataDir>/logs/<name>.log`, which keeps earlier files of it beside it within their bounds, standard output, or both.
 */
export function openLog(
  dataDir: string,
  level: string,
  { name = 'salar', to = 'file', onAlert = () => undefined, output = process.stdout }: LogOptions = {},
): OpenLog {
  const file = to === 'stdout' ? null : openFile(join(dataDir, 'logs'), name);
  const alerts = new RecentAlerts(onAlert);
  const write = (line: string) => {
    file?.log.write(line);
    if (to !== 'file' && output.writableLength < waitingBytesMax) output.write(line);
    alerts.note(line);
  };
  const log = pino(
    { level, base: null, serializers: { error: pino.stdSerializers.err, err: pino.stdSerializers.err } },
    { write },
  );
  return { log, path: file?.path ?? null, alerts, reopen: () => file?.log.reopen() };
}

function openFile(folder: string, name: string): { readonly log: RotatedFile; readonly path: string } {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700); // also one of an earlier version
  const path = join(folder, `${name}.log`);
  return { path, log: new RotatedFile(path, bounds, { onLost: (sentence) => console.error(sentence) }) };
}
