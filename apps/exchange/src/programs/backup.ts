/**
 * `npm run backup`: copies the data of the embedded PostgreSQL, while the exchange runs or is stopped.
 *
 * A backup can be restored on its own. When the exchange runs with SALAR_BACKUP_DIR, any later moment can be restored
 * too. `--keys-only` copies the keys of the data directory, whichever database there is.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { takeBackup, takeKeysBackup } from '@salar/adapters/postgres-embedded';
import { withDatabase } from './offline-database.ts';
import type { OfflineDatabase } from './offline-database.ts';

type Options = { readonly to: string; readonly hasKeys: boolean; readonly isKeysOnly: boolean };

process.exitCode = await main().catch((error: unknown) => {
  console.error(`backup: ${error instanceof Error ? error.message : String(error)}`);
  return 1;
});

async function main(): Promise<number> {
  const options = readOptions();
  if (!options.isKeysOnly) return withDatabase('backup', (books) => backUpDatabase(books, options));
  const dataDir = resolve(process.env['SALAR_DATA_DIR'] ?? '.salar');
  const directory = await takeKeysBackup({ dataDir, backupDir: requireTarget(options), at: new Date() });
  console.log(
    `${directory}\nIt contains the keys only: keep it in a vault, apart from the backups of the database.`,
  );
  return 0;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      'with-keys': { type: 'boolean', default: false },
      'keys-only': { type: 'boolean', default: false },
    },
  });
  return {
    to: values.to ?? process.env['SALAR_BACKUP_DIR'] ?? '',
    hasKeys: values['with-keys'],
    isKeysOnly: values['keys-only'],
  };
}

function requireTarget({ to }: Options): string {
  if (to === '') throw new Error('a target is missing: use --to DIR, or set SALAR_BACKUP_DIR');
  return resolve(to);
}

async function backUpDatabase({ database, dataDir }: OfflineDatabase, options: Options): Promise<number> {
  if (dataDir === null)
    throw new Error(
      'back up the PostgreSQL of DATABASE_URL with its own tools (docs/recovery.md), and the keys with --keys-only',
    );
  const startedAt = performance.now();
  const backupDir = requireTarget(options);
  const backup = await takeBackup({ database, dataDir, backupDir, hasKeys: options.hasKeys });
  const hasKeys = existsSync(join(backup.directory, 'keys'));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${backup.directory}\ncontains the journal up to command ${backup.sequence.toLocaleString('en-US')}, ${backup.endedAt}; ` +
      `taken in ${seconds} s\n${hasKeys ? 'It contains the keys: keep it as safe as those.' : 'It does not contain the keys: keep keys/ of the data directory elsewhere (--keys-only), or use --with-keys.'}`,
  );
  return 0;
}
