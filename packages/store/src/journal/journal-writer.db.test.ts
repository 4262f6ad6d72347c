import { Database } from '../database.ts';
import { takeLease } from '../lease/lease.ts';
import { openPostgresProxy } from '@salar/testing/postgres-proxy';
import { openTestDatabase } from '@salar/testing/postgres';
import { expect, test } from 'vitest';
import { rowAfter } from './journal-row.ts';
import { JournalWriter } from './journal-writer.ts';
import { readJournalHead } from './read-journal.ts';

test('a connection that went silent is abandoned, and the row is appended over a new one', async () => {
  const store = await openTestDatabase();
  const proxy = await openPostgresProxy(store.options);
  const database = new Database({ ...proxy.options, poolSize: 1 });
  const epoch = await takeLease(store.database, { holder: 'a test' });
  const writer = await JournalWriter.holding(database, epoch ?? 0, { answerTimeoutMs: 5000 });
  const row = rowAfter(await readJournalHead(store.database), {
    epoch: writer.epoch,
    count: 1,
    at: 1,
    payload: new Uint8Array([1]),
  });
  proxy.lose();
  await expect(writer.append(row)).rejects.toThrow('timeout');
  expect(await writer.reconnect()).toMatchObject({ head: { sequence: 0 }, isLeaseOurs: true });
  expect(await writer.append(row)).toBe('appended');
  await writer.close();
  await proxy.close();
  await database.close();
  await store.close();
});
