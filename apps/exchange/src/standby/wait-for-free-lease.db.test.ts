import { spawnSync } from 'node:child_process';
import { formatLeaseHolder } from '@salar/sequencer';
import { LeaseKeeper, takeLease } from '@salar/store';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitForFreeLease } from './wait-for-free-lease.ts';

/** So long that a test that waited for it would not end in time. */
const endlessTermMs = 3_600_000;

let store: TestDatabase;
beforeEach(async () => {
  store = await openTestDatabase();
});
afterEach(() => store.close());

test('nobody leads on a new database', async () => {
  await waitForFreeLease(store.database);
});

test('a lease that somebody renews is not to be taken', async () => {
  await takeLease(store.database, { holder: 'ana, process 1', termMs: 3000 });
  const keeper = new LeaseKeeper({ database: store.database, epoch: 1, termMs: 3000, log: () => undefined });
  await expect(waitForFreeLease(store.database)).rejects.toThrow('Another Salar (ana, process 1) leads');
  await keeper.close();
  await waitForFreeLease(store.database);
});

test('a lease that nobody renews is waited for', async () => {
  await takeLease(store.database, { holder: 'ana, process 1', termMs: 200 });
  await waitForFreeLease(store.database);
});

test('a lease of a process of this machine that is gone is not waited for', async () => {
  const { pid } = spawnSync('true');
  await takeLease(store.database, { holder: formatLeaseHolder(pid), termMs: endlessTermMs });
  await waitForFreeLease(store.database);
});
