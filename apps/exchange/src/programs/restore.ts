/**
 * `npm run restore`: creates a new data directory from a backup, as of a moment, and verifies it.
 *
 * The exit status is 1 when the moment cannot be reached or the verification fails.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup, startEmbeddedPostgres } from '@salar/adapters/postgres-embedded';
import type { RestoreMoment } from '@salar/adapters/postgres-embedded';
import { sequence } from '@salar/protocol';
import { verifyBooks } from '@salar/sequencer';
import { Database, migrate } from '@salar/store';
import { formatVerificationReport } from './verification-report.ts';

const log = (line: string) => console.error(line);

process.exitCode = await main().catch((error: unknown) => {
  console.error(`restore: ${error instanceof Error ? error.message : String(error)}`);
  return 1;
});

async function main(): Promise<number> {
  const { backupDir, dataDir, moment } = readArguments();
  await restoreBackup({ backupDir, dataDir, moment, log });
  const isAgreed = await verify(dataDir);
  if (!existsSync(join(dataDir, 'keys')))
    console.log(
      `The backup has no keys: copy keys/ of the data directory into ${dataDir} before you start it.`,
    );
  console.log(
    `Start it with SALAR_DATA_DIR=${dataDir} npm start, after reading in docs/recovery.md about money that ` +
      'moved after that moment.',
  );
  return isAgreed ? 0 : 1;
}

/** @throws an error of one sentence for invalid arguments */
function readArguments(): { backupDir: string; dataDir: string; moment: RestoreMoment } {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { from: text, into: text, until: text, 'until-sequence': text },
  });
  const backupDir = values.from ?? process.env['SALAR_BACKUP_DIR'] ?? '';
  if (backupDir === '') throw new Error('a backup is missing: use --from DIR, or set SALAR_BACKUP_DIR');
  if (values.into === undefined) throw new Error('a target is missing: use --into with a new directory');
  if (values.until !== undefined && values['until-sequence'] !== undefined) {
    throw new Error('use a time or a command number, not both');
  }
  const moment = parseMoment(values.until, values['until-sequence']);
  return { backupDir: resolve(backupDir), dataDir: resolve(values.into), moment };
}

function parseMoment(time: string | undefined, command: string | undefined): RestoreMoment {
  if (time !== undefined) {
    const isWithZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(time);
    const at = new Date(time);
    if (!isWithZone || Number.isNaN(at.getTime())) {
      throw new Error(`--until must be a time with its zone, such as 2026-11-21T12:00:00Z, not ${time}`);
    }
    return { type: 'time', at };
  }
  if (command === undefined) return { type: 'newest' };
  if (!/^[1-9]\d{0,14}$/.test(command)) {
    throw new Error(`--until-sequence must be the number of a command, not ${command}`);
  }
  return { type: 'command', sequence: sequence(Number(command)) };
}

async function verify(dataDir: string): Promise<boolean> {
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  const database = new Database({ ...postgres.databaseOptions, poolSize: 2 });
  try {
    await migrate(database); // the backup may precede an update
    const startedAt = performance.now();
    const verification = await verifyBooks(database);
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(formatVerificationReport(verification, { name: dataDir, seconds }));
    return verification.findings.every((one) => one.different === 0);
  } finally {
    await database.close();
    await postgres.stop();
  }
}
