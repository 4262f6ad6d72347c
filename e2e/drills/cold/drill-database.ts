/** A migrated database on a PostgreSQL of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@salar/adapters/postgres-embedded';
import { createDatabaseIfMissing, migrate, TicketDatabase, TicketEvents } from '@salar/store';

export async function openDrillDatabase(): Promise<{ database: TicketDatabase; close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'salar-drill-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const options = { ...postgres.databaseOptions, database: 'salar_drill' };
  await createDatabaseIfMissing(options);
  const database = new TicketDatabase(options, new TicketEvents());
  await migrate(database);
  return {
    database,
    async close() {
      await database.close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
