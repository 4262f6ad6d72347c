/**
 * Persistence: PostgreSQL, the journal, snapshots and tables. The only package with SQL, apart from the laptop's own
 * tables.
 */
export * from './backup/online-backup.ts';
export * from './column-seals.ts';
export * from './create-database.ts';
export * from './database.ts';
export * from './transient-database-errors.ts';
export * from './migrate.ts';
export type { Migration } from './migrations/index.ts';
export * from './journal/journal-parts.ts';
export * from './journal/journal-proof.ts';
export * from './journal/journal-row.ts';
export * from './journal/journal-writer.ts';
export * from './journal/read-journal.ts';
export * from './lease/lease.ts';
export * from './lease/lease-keeper.ts';
export * from './projection/candle-fold.ts';
export * from './projection/candles.ts';
export * from './projection/projection-rows.ts';
export * from './projection/projection-writer.ts';
export * from './projection/audit-reads.ts';
export * from './projection/reads.ts';
export * from './roles/declared-privileges.ts';
export * from './roles/exchange-role.ts';
export * from './roles/grant-privileges.ts';
export * from './snapshots/snapshots.ts';
export * from './ticket-database.ts';
