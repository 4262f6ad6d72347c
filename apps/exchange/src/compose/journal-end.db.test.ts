/** A journal whose last rows were deleted while the exchange was stopped: the rest is a chain without a fault. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@salar/services/ports/log';
import { JournalWriter, headAfter, readJournalHead, rowAfter } from '@salar/store';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ShutdownSteps } from '../lifecycle/shutdown.ts';
import { assertJournalKept, getJournalEndPath, keepJournalEnd } from './journal-end.ts';

let store: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  store = await openTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'salar-journal-end-'));
});
afterAll(async () => {
  rmSync(dataDir, { recursive: true, force: true });
  await store?.close();
});

/** Appends rows as an exchange that then stops. */
async function lead(payloads: readonly number[]): Promise<void> {
  const { database } = store;
  const writer = await JournalWriter.open(database, { holder: 'the leader' });
  const stops = new ShutdownSteps();
  const journal = { journalEnd: await readJournalHead(database) };
  keepJournalEnd(journal, { config: { dataDir }, log: silentLog, stops });
  for (const byte of payloads) {
    const payload = new Uint8Array([byte]);
    const row = rowAfter(journal.journalEnd, { count: 1, at: 1, epoch: writer.epoch, payload });
    expect(await writer.append(row)).toBe('appended');
    journal.journalEnd = headAfter(row);
  }
  await writer.close();
  await stops.stopAll(silentLog);
}

/** Runs a statement as the owner of the database, whom no trigger stops. */
async function tamper(statement: string): Promise<void> {
  await store.database.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(statement);
  });
}

test('a shorter journal, or another one of the same length, is not taken', async () => {
  const check = () => assertJournalKept(dataDir, store.database);
  await check(); // an empty journal, and nothing to compare with
  await lead([1, 2, 3]);
  await check();

  await tamper('CREATE TABLE kept AS SELECT * FROM journal WHERE first_sequence = 3');
  await tamper('DELETE FROM journal WHERE first_sequence = 3');
  await expect(check()).rejects.toThrow(
    'The journal is not the one that this machine wrote up to command 3: no batch of the journal ends at command 3.',
  );
  await expect(check()).rejects.toThrow(getJournalEndPath(dataDir));

  const writer = await JournalWriter.open(store.database, { holder: 'the attacker' });
  const before = await readJournalHead(store.database);
  const payload = new Uint8Array([9]);
  await writer.append(rowAfter(before, { count: 1, at: 1, epoch: writer.epoch, payload }));
  await writer.close();
  await expect(check()).rejects.toThrow("up to command 3: the journal's hash there is");

  await tamper('DELETE FROM journal WHERE first_sequence = 3');
  await tamper('INSERT INTO journal SELECT * FROM kept');
  await check();
  await lead([4]); // another machine may have gone on: a longer journal is the same one
  await check();
});
