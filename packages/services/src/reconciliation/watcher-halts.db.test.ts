/** Halts of the watcher as rows that somebody with write access to the database changes. */
import { generateKeyPairSync } from 'node:crypto';
import { signHalt } from '@salar/approvals/watcher-halt';
import { Sequencer } from '@salar/sequencer';
import { insertWatcherHalt } from '@salar/store/tables/operators/watcher-halts';
import { createDecisions } from '@salar/testing/decision-memory';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { buildWorldSetup } from '@salar/testing/ticket-world';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WatcherHalts } from './watcher-halts.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
let store: TestDatabase;
let sequencer: Sequencer;
let alerts: string[];

beforeAll(async () => {
  store = await openTestDatabase();
  sequencer = await Sequencer.open({ database: store.database, onFatal: () => undefined });
  for (const command of buildWorldSetup()) await sequencer.submit(command);
});
afterAll(async () => {
  await sequencer.close();
  await store.close();
});
beforeEach(async () => {
  alerts = [];
  await store.database.query('DELETE FROM watcher_halt');
  for (const { productId } of sequencer.engine.products())
    await sequencer.submit({ type: 'SetProductHalt', productId, halted: false });
});

function open(decisions = createDecisions(Date.now)): WatcherHalts {
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_: unknown, text: string) => alerts.push(text),
  };
  return new WatcherHalts({
    database: store.database,
    ledger: sequencer,
    key,
    decisions,
    clock: Date.now,
    log,
  });
}

async function halt(at: number): Promise<void> {
  await insertWatcherHalt(store.database, signHalt({ at, reason: 'a shortfall' }, privateKey));
}

function isFrozen(): boolean {
  return sequencer.engine.products().every(({ halted }) => halted);
}

test('a halt that somebody else marked as handled is still carried out', async () => {
  const halts = open();
  await halts.work();
  await halt(1);
  await store.database.query('UPDATE watcher_halt SET handled_at = 1');
  await halts.work();
  expect(isFrozen()).toBe(true);
  expect(alerts).toEqual(['ALERT: the watcher has halted withdrawals']);
});

test('a halt is carried out once, also when its mark is removed, and by the next start', async () => {
  const decisions = createDecisions(Date.now);
  await open(decisions).work();
  await halt(2);
  await open(decisions).work();
  for (const { productId } of sequencer.engine.products())
    await sequencer.submit({ type: 'SetProductHalt', productId, halted: false });
  await store.database.query('UPDATE watcher_halt SET handled_at = NULL');
  await open(decisions).work();
  expect(isFrozen()).toBe(false);
  expect(alerts).toHaveLength(1);
});

test('halts that a version without this record has carried out are not carried out again', async () => {
  await halt(3);
  await store.database.query('UPDATE watcher_halt SET handled_at = 1');
  await open().work();
  expect(isFrozen()).toBe(false);
});

test('many rows that the watcher did not sign do not hide a halt', async () => {
  const halts = open();
  await halts.work();
  await halt(4);
  await store.database.query(
    `INSERT INTO watcher_halt (text, signature, handled_at)
     SELECT 'x', 'x' || number, 1 FROM generate_series(1, 200) AS number`,
  );
  await halts.work();
  expect(isFrozen()).toBe(true);
});
