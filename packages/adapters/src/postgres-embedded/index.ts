/** The PostgreSQL that comes with Salar. */
export { asExchange, asOwner } from './access.ts';
export type { BaseBackup, RestoreMoment } from './backup/base-backups.ts';
export { restoreBackup } from './backup/restore-backup.ts';
export { takeBackup } from './backup/take-backup.ts';
export { takeKeysBackup } from './backup/take-keys-backup.ts';
export {
  findRunningPostgres,
  hasEmbeddedPostgres,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
export type { EmbeddedPostgres } from './start-embedded-postgres.ts';
