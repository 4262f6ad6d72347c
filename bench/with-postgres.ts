/** Runs a benchmark with a PostgreSQL in a temporary directory, which is removed afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@salar/adapters/postgres-embedded';
import type { DatabaseOptions } from '@salar/store';

/** @param work  receives the connection options, the process id, and the directory that contains the cluster */
export async function withPostgres(
  work: (options: DatabaseOptions, pid: () => number, dataDir: string) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'salar-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const awake = setInterval(() => undefined, 1000); // keeps the process alive while PostgreSQL stops
  try {
    await work(postgres.databaseOptions, () => postgres.pid(), dataDir);
  } finally {
    await postgres.stop();
    clearInterval(awake);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}
