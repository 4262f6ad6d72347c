import { Engine, engineVersion } from '@salar/engine';
import { Database, JournalBroken, readJournalHead, saveSnapshot } from '@salar/store';
import { buildManyOrders, buildMarketSetup } from '@salar/testing/market';
import { openPostgresProxy } from '@salar/testing/postgres-proxy';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Sequencer } from '../sequencer.ts';
import { StateDiffers } from './journal-tail.ts';
import { Standby } from './standby.ts';

const termMs = 60_000;
const silent = () => undefined;

let store: TestDatabase;
let leader: Sequencer;
const fatal: Error[] = [];
beforeEach(async () => {
  fatal.length = 0;
  store = await openTestDatabase();
  leader = await open({ snapshotEvery: 200 });
  await submit(buildMarketSetup({ customers: 4 }));
});
afterEach(async () => {
  await leader.close();
  await store.close();
});

test('a standby reaches the same state as the leader, and compares it with its snapshots', async () => {
  const standby = await Standby.open(store.database, silent);
  const begunAt = standby.status().comparedSequence;
  for (let round = 0; round < 4; round += 1) {
    await submit(buildManyOrders(200, 4));
    await standby.follow();
    expect(standby.status().sequence).toBe(leader.engine.lastSequence);
  }
  await leader.close();
  await standby.follow();
  expect(standby.status().comparedSequence).toBeGreaterThan(begunAt);
  expect(standby.isLeaseFree()).toBe(true);
});

test('a standby takes over seamlessly', async () => {
  const standby = await Standby.open(store.database, silent);
  await submit(buildManyOrders(200, 4));
  await standby.follow();
  const last = buildManyOrders(100, 4);
  await submit(last); // the standby has not read these when it takes over
  const bytes = leader.engine.save();
  expect(standby.isLeaseFree()).toBe(false);
  const handover = await standby.takeLease(store.database, termMs);
  const next = await open({ handover });
  expect(Buffer.compare(next.engine.save(), bytes)).toBe(0);
  const answers = await Promise.all(buildManyOrders(100, 4).map((command) => next.submit(command)));
  expect(answers).toHaveLength(100);
  expect((await readJournalHead(store.database)).sequence).toBe(next.engine.lastSequence);
  await next.projected();
  await next.close();
  expect(fatal.every((error) => error.message.startsWith('another process'))).toBe(true);
});

test('a leader that lost its lease closes, and leaves the rest of history to its successor', async () => {
  const standby = await Standby.open(store.database, silent);
  await leader.projected();
  await submit(buildManyOrders(50, 4));
  const handover = await standby.takeLease(store.database, termMs);
  await leader.close();
  const next = await open({ handover });
  await next.projected();
  await next.close();
});

test('a standby whose state differs from the leader must not lead', async () => {
  const standby = await Standby.open(store.database, silent);
  const other = Engine.load(leader.engine.save());
  const command = { type: 'DefineLevel', level: 1, dailyLimit: null, monthlyLimit: null } as const;
  await submit([command]);
  const { lastSequence: sequence, lastAt: at } = leader.engine;
  await leader.close();
  other.apply({ ...command, level: 2 }, { sequence, at });
  await saveSnapshot(store.database, { sequence, engineVersion, payload: other.save(), at });
  await expect(standby.follow()).rejects.toThrow(StateDiffers);
});

test('a standby reports a damaged journal', async () => {
  const standby = await Standby.open(store.database, silent);
  await submit(buildManyOrders(50, 4));
  await leader.close();
  const { database } = store;
  await database.query('ALTER TABLE journal DISABLE TRIGGER ALL');
  await database.query(
    "UPDATE journal SET previous_hash = decode(repeat('ab', 32), 'hex') WHERE first_sequence > $1",
    [standby.status().sequence],
  );
  await expect(standby.follow()).rejects.toThrow(JournalBroken);
});

test('an unavailable database is waited for, and nothing is decided by an old observation', async () => {
  const proxy = await openPostgresProxy(store.options);
  const database = new Database({ ...proxy.options, poolSize: 1 });
  const standby = await Standby.open(database, silent);
  await leader.close();
  await standby.follow();
  expect(standby.isLeaseFree()).toBe(true);
  await proxy.close();
  await standby.follow();
  expect(standby.isLeaseFree()).toBe(false);
  await database.close();
});

test('a connection to a silent network is given up, and opened again when it is back', async () => {
  const proxy = await openPostgresProxy(store.options);
  const database = new Database({ ...proxy.options, poolSize: 1, answerTimeoutMs: 200 });
  const standby = await Standby.open(database, silent);
  await leader.close();
  proxy.cut();
  await standby.follow();
  expect(standby.isLeaseFree()).toBe(false);
  proxy.open();
  // On a busy machine an answer may take longer than 200 ms.
  await vi.waitFor(async () => {
    await standby.follow();
    expect(standby.isLeaseFree()).toBe(true);
  }, 30_000);
  await database.close();
  await proxy.close();
});

async function open(options: Partial<Parameters<typeof Sequencer.open>[0]>): Promise<Sequencer> {
  return Sequencer.open({
    database: store.database,
    leaseTermMs: termMs,
    onFatal: (error) => void fatal.push(error),
    ...options,
  });
}

async function submit(commands: Parameters<Sequencer['submit']>[0][]): Promise<void> {
  await Promise.all(commands.map((command) => leader.submit(command)));
}
