/**
 * `npm run backup`: copies the books of the embedded PostgreSQL, beside a running exchange or on a stopped one.
 *
 * What it makes can be restored by itself. When the exchange runs with SALAR_BACKUP_DIR, every moment after it can be.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { takeBackup } from '@salar/adapters/postgres-embedded/index';
import { withDatabase } from './offline-database.ts';

process.exitCode = await withDatabase('backup', async ({ database, dataDir }) => {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, 'without-keys': { type: 'boolean', default: false } },
  });
  const backupDir = values.to ?? process.env['SALAR_BACKUP_DIR'] ?? '';
  if (backupDir === '') throw new Error('where to? Use --to DIR, or set SALAR_BACKUP_DIR');
  if (dataDir === null) {
    throw new Error('DATABASE_URL is backed up with the tools of that PostgreSQL; see docs/recovery.md');
  }
  const startedAt = performance.now();
  const backup = await takeBackup({
    database,
    dataDir,
    backupDir: resolve(backupDir),
    hasKeys: !values['without-keys'],
  });
  const hasKeys = existsSync(join(backup.directory, 'keys'));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${backup.directory}\nhas the books up to command ${backup.sequence.toLocaleString('en-US')}, ${backup.endedAt}; ` +
      `taken in ${seconds} s\n${hasKeys ? 'It has the keys, too: keep it as safe as those.' : 'The keys are not in it.'}`,
  );
  return 0;
});
