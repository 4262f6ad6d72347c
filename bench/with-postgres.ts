/** A PostgreSQL of its own for one benchmark, in a temporary directory that goes afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@salar/adapters/postgres-embedded/index';
import type { DatabaseOptions } from '@salar/store';

/** @param work  is handed how to reach it, and its process id */
export async function withPostgres(
  work: (options: DatabaseOptions, pid: () => number) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'salar-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const awake = setInterval(() => undefined, 1000); // nothing else may keep us alive while PostgreSQL stops
  try {
    await work(postgres.databaseOptions, () => postgres.pid());
  } finally {
    await postgres.stop();
    clearInterval(awake);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}
