import { randomBytes } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { instrumentId } from '@salar/protocol';
import { createDatabaseIfMissing } from '../../create-database.ts';
import { Database } from '../../database.ts';
import { migrate } from '../../migrate.ts';
import { listCandles } from '../../projection/candles.ts';
import { readProjectionPosition } from '../../projection/projection-writer.ts';
import { migrations } from '../index.ts';

const minuteMs = 60_000;
const noon = Date.UTC(2026, 5, 1, 12);

test('prices from before the first trade become candles, and the read models start over', async () => {
  const database = await databaseOfBefore();
  const closes = [
    [1, noon, 100],
    [1, noon + minuteMs, 90],
    [1, noon + 2 * minuteMs, 110],
    [1, noon + 5 * minuteMs, 120],
    [1, noon + 6 * minuteMs, 999],
    [2, noon, 7],
    [2, noon + 86_400_000, 8],
  ];
  for (const close of closes)
    await database.query(
      'INSERT INTO price_history (instrument_id, at_minute, close_ticks) VALUES ($1, $2, $3)',
      close,
    );
  for (const [tradeId, at] of [
    [1, noon + 6 * minuteMs + 5],
    [2, noon + 60 * minuteMs],
  ])
    await database.query(
      `INSERT INTO trade SELECT $1, 1, $2, 1, 999, 1, 1, 0, 2, 2, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0`,
      [tradeId, at],
    );
  await database.query('UPDATE projection SET sequence = 5, entry_count = 9');

  expect(await migrate(database)).toContain('060-candles');
  const of = (id: number, interval: 60 | 300) =>
    listCandles(database, {
      instrumentId: instrumentId(id),
      interval,
      from: noon,
      until: noon + 2 * 86_400_000,
    });
  expect((await of(1, 60)).map((candle) => candle.close)).toEqual([100, 90, 110, 120]);
  expect(await of(1, 300)).toMatchObject([
    { beginsAt: noon, open: 100, high: 110, low: 90, close: 110, volume: 0n, trades: 0 },
    { beginsAt: noon + 5 * minuteMs, open: 120, high: 120, low: 120, close: 120 },
  ]);
  expect((await of(2, 60)).map((candle) => candle.close)).toEqual([7, 8]);
  expect(await readProjectionPosition(database)).toEqual({ sequence: 0, entryCount: 0 });
  expect(await database.query('SELECT FROM trade')).toEqual([]);
  await database.close();
});

/** Creates a database as it was before there were candles. */
async function databaseOfBefore(): Promise<Database> {
  const options = {
    socketDir: inject('postgresSocketDir'),
    user: 'salar',
    database: `test_${randomBytes(8).toString('hex')}`,
  };
  await createDatabaseIfMissing(options);
  const database = new Database(options);
  await database.query('CREATE TABLE migration (id text PRIMARY KEY, ran_at timestamptz DEFAULT now())');
  for (const { id, sql } of migrations.slice(
    0,
    migrations.findIndex((one) => one.id === '060-candles'),
  )) {
    await database.query(sql);
    await database.query('INSERT INTO migration (id) VALUES ($1)', [id]);
  }
  return database;
}
