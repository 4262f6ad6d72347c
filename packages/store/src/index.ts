/** The memory of Salar: PostgreSQL, the journal, snapshots and tables. The only room with SQL. */
export * from './database.ts';
export * from './migrate.ts';
