/** A new, migrated database for a test file, on the run's shared PostgreSQL. */
import { randomBytes } from 'node:crypto';
import { TicketDatabase, TicketEvents, createDatabaseFrom } from '@salar/store';
import type { DatabaseOptions } from '@salar/store';
import { inject } from 'vitest';
import { templateDatabase } from './postgres-global-setup.ts';
import { testSeals } from './test-seals.ts';

export type TestDatabase = {
  readonly database: TicketDatabase;
  readonly ticketEvents: TicketEvents;
  /** For a second `Database` on the same data, such as another writer or another process. */
  readonly options: DatabaseOptions;
  close(): Promise<void>;
};

/**
 * Creates an empty database with every migration. Call it in `beforeAll`, and `close` in `afterAll`; the cluster is
 * removed after the run.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const options: DatabaseOptions = {
    socketDir: inject('postgresSocketDir'),
    user: 'salar',
    database: `test_${randomBytes(8).toString('hex')}`,
  };
  await createDatabaseFrom(templateDatabase, options);
  const ticketEvents = new TicketEvents();
  const database = new TicketDatabase(options, { events: ticketEvents, seals: testSeals });
  return { database, ticketEvents, options, close: () => database.close() };
}
