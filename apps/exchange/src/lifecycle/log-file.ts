/** Logs JSON lines to a file of the data directory; the terminal stays quiet. */
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Logger } from 'pino';
import type { LoggedAlert } from '@salar/services/operator/act';
import { RecentAlerts } from './recent-alerts.ts';
import { RotatedFile } from './rotated-file.ts';

const bounds = { fileBytesMax: 20_000_000, totalBytesMax: 400_000_000, daysMax: 90 };

type OpenLog = {
  readonly log: Logger;
  readonly path: string;
  /** The alerts that it has since it was opened. */
  readonly alerts: RecentAlerts;
  /** Goes on in a new file, after another program has renamed the present one. */
  readonly reopen: () => void;
};

type LogOptions = {
  readonly name?: string;
  /** Called with each alert. */
  readonly onAlert?: (alert: LoggedAlert) => void;
};

/** Opens `<dataDir>/logs/<name>.log`, and keeps earlier files of it beside it within their bounds. */
export function openLog(
  dataDir: string,
  level: string,
  { name = 'salar', onAlert = () => undefined }: LogOptions = {},
): OpenLog {
  const folder = join(dataDir, 'logs');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700); // also one of an earlier version
  const path = join(folder, `${name}.log`);
  const file = new RotatedFile(path, bounds, { onLost: (sentence) => console.error(sentence) });
  const alerts = new RecentAlerts(onAlert);
  const write = (line: string) => {
    file.write(line);
    alerts.note(line);
  };
  const log = pino(
    { level, base: null, serializers: { error: pino.stdSerializers.err, err: pino.stdSerializers.err } },
    { write },
  );
  return { log, path, alerts, reopen: () => file.reopen() };
}
