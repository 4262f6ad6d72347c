import { spawnSync } from 'node:child_process';
import { formatLeaseHolder } from '@salar/sequencer';
import { LeaseKeeper, takeLease } from '@salar/store';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitForFreeLease } from './wait-for-free-lease.ts';

/** Too long for a test to wait for it. */
const endlessTermMs = 3_600_000;

let store: TestDatabase;
beforeEach(async () => {
  store = await openTestDatabase();
});
afterEach(() => store.close());

test('a new database has no leader', async () => {
  await waitForFreeLease(store.database);
});

test('a lease that is renewed cannot be taken', async () => {
  await takeLease(store.database, { holder: 'ana, process 1', termMs: 3000 });
  const keeper = new LeaseKeeper({ database: store.database, epoch: 1, termMs: 3000, log: () => undefined });
  await expect(waitForFreeLease(store.database)).rejects.toThrow('Another Salar (ana, process 1) leads');
  await keeper.close();
  await waitForFreeLease(store.database);
});

test('waits for a lease that is not renewed', async () => {
  await takeLease(store.database, { holder: 'ana, process 1', termMs: 200 });
  await waitForFreeLease(store.database);
});

test('does not wait for a lease of a dead process on this machine', async () => {
  const { pid } = spawnSync('true');
  await takeLease(store.database, { holder: formatLeaseHolder(pid), termMs: endlessTermMs });
  await waitForFreeLease(store.database);
});
