/** Logs JSON lines to a file of the data directory; the terminal stays quiet. */
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { RotatedFile } from './rotated-file.ts';

const bounds = { fileBytesMax: 20_000_000, totalBytesMax: 400_000_000, daysMax: 90 };

/** Opens `<dataDir>/logs/<name>.log`, and keeps earlier files of it beside it within their bounds. */
export function openLog(
  dataDir: string,
  level: string,
  name = 'salar',
): { readonly log: Logger; readonly path: string } {
  const folder = join(dataDir, 'logs');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700); // also one of an earlier version
  const path = join(folder, `${name}.log`);
  const log = pino(
    { level, base: null, serializers: { error: pino.stdSerializers.err, err: pino.stdSerializers.err } },
    new RotatedFile(path, bounds),
  );
  return { log, path };
}
