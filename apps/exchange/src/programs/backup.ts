/**
 * `npm run backup`: copies the data of the embedded PostgreSQL, while the exchange runs or is stopped.
 *
 * A backup can be restored on its own. When the exchange runs with SALAR_BACKUP_DIR, any later moment can be restored
 * too.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { takeBackup } from '@salar/adapters/postgres-embedded';
import { withDatabase } from './offline-database.ts';

process.exitCode = await withDatabase('backup', async ({ database, dataDir }) => {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, 'with-keys': { type: 'boolean', default: false } },
  });
  const backupDir = values.to ?? process.env['SALAR_BACKUP_DIR'] ?? '';
  if (backupDir === '') throw new Error('a target is missing: use --to DIR, or set SALAR_BACKUP_DIR');
  if (dataDir === null) {
    throw new Error('back up the PostgreSQL of DATABASE_URL with its own tools; see docs/recovery.md');
  }
  const startedAt = performance.now();
  const backup = await takeBackup({
    database,
    dataDir,
    backupDir: resolve(backupDir),
    hasKeys: values['with-keys'],
  });
  const hasKeys = existsSync(join(backup.directory, 'keys'));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${backup.directory}\ncontains the journal up to command ${backup.sequence.toLocaleString('en-US')}, ${backup.endedAt}; ` +
      `taken in ${seconds} s\n${hasKeys ? 'It contains the keys: keep it as safe as those.' : 'It does not contain the keys: keep keys/ of the data directory elsewhere, or use --with-keys.'}`,
  );
  return 0;
});
