import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sequence } from '@salar/protocol';
import { listSnapshots } from '@salar/store';
import { buildManyOrders, buildMarketSetup } from '@salar/testing/market';
import { openTestDatabase } from '@salar/testing/postgres';
import { expect, test, vi } from 'vitest';
import { Sequencer } from './sequencer.ts';
import { verifyBooks } from './verify/verify-books.ts';

const followerUrl = new URL('../../../dist/server/follower.js', import.meta.url);

test('the follower keeps history and snapshots from its own thread, across restarts', async () => {
  expect(existsSync(fileURLToPath(followerUrl)), 'the server is built before these tests').toBe(true);
  const store = await openTestDatabase();
  const fatal: Error[] = [];
  const options = {
    database: store.database,
    followerUrl,
    snapshotEvery: 500,
    onFatal: (error: Error) => fatal.push(error),
  };
  for (let round = 0; round < 2; round += 1) {
    const sequencer = await Sequencer.open(options);
    const save = vi.spyOn(sequencer.engine, 'save');
    const commands = [
      ...(round === 0 ? buildMarketSetup({ customers: 4 }) : []),
      ...buildManyOrders(2000, 4),
    ];
    await Promise.all(commands.map((command) => sequencer.submit(command)));
    await sequencer.projected();
    expect(sequencer.status().projectedSequence).toBe(sequencer.engine.lastSequence);
    await vi.waitFor(
      async () => expect(await listSnapshots(store.database, sequence(1e9))).not.toHaveLength(0),
      { timeout: 20_000 },
    );
    expect(save, 'the writer never stops for a snapshot').not.toHaveBeenCalled();
    await sequencer.close();
  }
  const { findings } = await verifyBooks(store.database);
  expect(findings.flatMap((one) => one.examples)).toEqual([]);
  expect(findings.find((one) => one.what === 'snapshots')?.compared).toBeGreaterThan(1);
  expect(fatal).toEqual([]);
  await store.close();
});
