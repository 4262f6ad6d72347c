import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Sequencer, SequencerUnavailable, verifyBooks } from '@salar/sequencer';
import { Database, migrate } from '@salar/store';
import { buildManyOrders, buildMarketSetup } from '@salar/testing/market';
import { expect, test } from 'vitest';
import { startEmbeddedPostgres } from './index.ts';

const kills = 3;

test('PostgreSQL killed under load is restarted, and no command is lost or doubled', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'salar-kill-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const database = new Database(postgres.databaseOptions);
  await migrate(database);
  const fatal: Error[] = [];
  const sequencer = await Sequencer.open({ database, onFatal: (error) => fatal.push(error) });
  await Promise.all(buildMarketSetup({ customers: 5 }).map((command) => sequencer.submit(command)));
  const before = sequencer.engine.lastSequence;

  const answered: number[] = [];
  const orders = buildManyOrders(3000, 5).map((order, i) => ({ ...order, clientOrderId: i + 1 }));
  const isRefused = (error: unknown) => error instanceof SequencerUnavailable && !error.isOutcomeUnknown;
  const client = async (first: number) => {
    for (let i = first; i < orders.length; i += 10) {
      const order = orders[i];
      if (order === undefined) return;
      for (;;) {
        const answer = await sequencer.submit(order).catch((error: unknown) => {
          if (isRefused(error)) return null;
          throw error;
        });
        if (answer !== null) break;
        await delay(5);
      }
      answered.push(order.clientOrderId);
    }
  };
  const clients = Promise.all(Array.from({ length: 10 }, (_, first) => client(first)));
  for (let kill = 1; kill <= kills; kill += 1) {
    const due = (orders.length * kill) / (kills + 1);
    while (answered.length < due) await delay(2);
    process.kill(postgres.pid(), 'SIGKILL');
  }
  await clients;

  expect(new Set(answered).size).toBe(orders.length);
  expect(sequencer.engine.lastSequence).toBe(before + orders.length);
  await sequencer.projected();
  await sequencer.close();
  const { findings, sequence } = await verifyBooks(database);
  expect(findings.flatMap((one) => one.examples)).toEqual([]);
  expect(sequence).toBe(before + orders.length);
  expect(fatal).toEqual([]);
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
