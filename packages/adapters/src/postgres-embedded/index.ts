/** The PostgreSQL that comes with Salar. */
export {
  findRunningPostgres,
  hasEmbeddedPostgres,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './start-embedded-postgres.ts';
