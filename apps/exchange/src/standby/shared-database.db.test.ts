import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@salar/services/ports/log';
import { createDatabaseIfMissing, readLease } from '@salar/store';
import { OwnPostgres } from '@salar/testing/own-postgres';
import { afterEach, expect, test, vi } from 'vitest';
import { ShutdownSteps } from '../lifecycle/shutdown.ts';
import type { StartOptions } from '../lifecycle/start-options.ts';
import { readConfig } from '../settings/config.ts';
import { openSharedDatabaseSlot } from './shared-database.ts';
import { runStandby } from './stand-by.ts';

const soon = { timeout: 30_000, interval: 20 };
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

test('the first process on a database that only reads waits, and leads when it accepts writes', async () => {
  const server = OwnPostgres.create();
  ends.push(() => server.remove());
  await createDatabaseIfMissing(server.options);
  const dataDir = mkdtempSync(join(tmpdir(), 'salar-shared-'));
  ends.push(() => rmSync(dataDir, { recursive: true }));
  const config = readConfig({
    SALAR_ROLE: 'standby',
    SALAR_DATA_DIR: dataDir,
    DATABASE_URL: server.address,
    SALAR_LOCAL_DATABASE: 'on',
  });
  const warnings: unknown[] = [];
  const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) } as StartOptions['log'];
  const stops = new ShutdownSteps();
  ends.push(() => stops.stopAll(silentLog));
  const options: StartOptions = {
    config: { ...config, port: 0 },
    laptop: null,
    log,
    print: () => undefined,
    alerts: { list: () => [] },
    stops,
    onFatal: (error) => void warnings.push(error),
  };

  server.set({ default_transaction_read_only: 'on' });
  const slot = await openSharedDatabaseSlot(options);
  const running = runStandby(options, slot, new AbortController().signal);
  await vi.waitFor(() => expect(warnings.length).toBeGreaterThan(1), soon);
  for (const warning of warnings)
    expect(warning).toMatchObject({ error: expect.stringMatching(/read-only transaction/) as string });
  server.set({});
  const promoted = await running;
  expect(promoted?.handover?.epoch).toBe(1);
  if (promoted === null) throw new Error('it was not aborted');
  expect(await readLease(promoted.database)).toMatchObject({ epoch: 1, isWritable: true });
  await promoted.server.close();
});
