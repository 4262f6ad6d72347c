/**
 * `npm run verify`: recomputes the books from the first command and compares them with what customers see.
 *
 * Beside a running exchange it reads a frozen view of the same PostgreSQL; on a stopped one it starts the embedded
 * PostgreSQL for the while. Ends with status 1 when anything differs.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  findRunningPostgres,
  hasEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@salar/adapters/postgres-embedded/index';
import { verifyBooks } from '@salar/sequencer';
import type { Verification } from '@salar/sequencer';
import { Database } from '@salar/store';
import type { DatabaseOptions } from '@salar/store';

type Place = { readonly options: DatabaseOptions; readonly name: string; stop(): Promise<void> };

process.exitCode = await main();

async function main(): Promise<number> {
  let place: Place | null = null;
  try {
    place = await findPlace();
    const startedAt = performance.now();
    const database = new Database({ ...place.options, poolSize: 2 });
    try {
      const verification = await verifyBooks(database);
      const seconds = (performance.now() - startedAt) / 1000;
      console.log(report(verification, { name: place.name, seconds }));
      return verification.findings.some((one) => one.different > 0) ? 1 : 0;
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error(`verify: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    await place?.stop();
  }
}

async function findPlace(): Promise<Place> {
  const stop = () => Promise.resolve();
  const connectionString = process.env['DATABASE_URL'];
  if (connectionString !== undefined && connectionString !== '') {
    return { options: { connectionString }, name: 'DATABASE_URL', stop };
  }
  const dataDir = resolve(process.env['SALAR_DATA_DIR'] ?? '.salar');
  const running = await findRunningPostgres(dataDir);
  if (running !== null) return { options: running, name: `${dataDir} (running)`, stop };
  if (!existsSync(dataDir) || !hasEmbeddedPostgres(dataDir)) {
    throw new Error(`there are no books in ${dataDir}: start Salar once, or set SALAR_DATA_DIR`);
  }
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => console.error(line) });
  return { options: postgres.databaseOptions, name: `${dataDir} (stopped)`, stop: () => postgres.stop() };
}

function report(verification: Verification, { name, seconds }: { name: string; seconds: number }): string {
  const number = (value: number) => value.toLocaleString('en-US').padStart(12);
  const lines = [
    `Books in ${name}`,
    `${verification.sequence.toLocaleString('en-US')} commands replayed in ${seconds.toFixed(1)} s; ` +
      `history goes up to command ${verification.projectedSequence.toLocaleString('en-US')}`,
    '',
    `${'compared'.padEnd(28)}${'count'.padStart(12)}${'different'.padStart(12)}`,
    ...verification.findings.map(
      (one) => `${one.what.padEnd(28)}${number(one.compared)}${number(one.different)}`,
    ),
    '',
    ...verification.findings.flatMap((one) => one.examples.map((example) => `DIFFERENT  ${example}`)),
    `state hash ${verification.stateHash}`,
    verification.findings.some((one) => one.different > 0)
      ? 'The books do NOT agree.'
      : 'The books agree to the last unit.',
  ];
  return lines.join('\n');
}
