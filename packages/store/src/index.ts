/** The memory of Salar: PostgreSQL, the journal, snapshots and tables. The only room with SQL. */
export * from './create-database.ts';
export * from './database.ts';
export * from './migrate.ts';
