/** Logs JSON lines to a file of the data directory; the terminal stays quiet. */
import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Logger } from 'pino';

const fileBytesMax = 20_000_000;

/** Opens `<dataDir>/logs/<name>.log`; one older file is kept. */
export function openLog(
  dataDir: string,
  level: string,
  name = 'salar',
): { readonly log: Logger; readonly path: string } {
  const folder = join(dataDir, 'logs');
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const path = join(folder, `${name}.log`);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > fileBytesMax) renameSync(path, `${path}.1`);
  const log = pino(
    { level, base: null, serializers: { error: pino.stdSerializers.err, err: pino.stdSerializers.err } },
    // Synchronous: the lines before a crash are the ones that matter.
    pino.destination({ dest: path, sync: true }),
  );
  return { log, path };
}
