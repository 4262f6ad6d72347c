/** A PostgreSQL for the drill, and migrated databases on it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@salar/adapters/postgres-embedded';
import { createDatabaseIfMissing, migrate, TicketDatabase, TicketEvents } from '@salar/store';
import type { DatabaseOptions } from '@salar/store';
import { testSeals } from '@salar/testing/test-seals';

export async function openDrillPostgres(): Promise<{
  createDatabase(name: string): Promise<TicketDatabase>;
  /** Returns how another process connects to a database. */
  findOptions(name: string): DatabaseOptions;
  close(): Promise<void>;
}> {
  const dataDir = mkdtempSync(join(tmpdir(), 'salar-drill-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const databases: TicketDatabase[] = [];
  const findOptions = (name: string) => ({ ...postgres.databaseOptions, database: name });
  return {
    findOptions,
    async createDatabase(name) {
      const options = findOptions(name);
      await createDatabaseIfMissing(options);
      const database = new TicketDatabase(options, { events: new TicketEvents(), seals: testSeals });
      databases.push(database);
      await migrate(database);
      return database;
    },
    async close() {
      for (const database of databases) await database.close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
