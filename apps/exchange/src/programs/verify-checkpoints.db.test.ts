/** A journal that somebody rewrote, hashes included: only the signed checkpoints show it. */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckpointFile, readCheckpoints } from '@salar/adapters/files/checkpoint-file';
import { JournalCheckpoints } from '@salar/services/reconciliation/journal-checkpoints';
import { FileCheckpointSigner } from '@salar/signer/checkpoints/checkpoint-signer';
import { createSeed } from '@salar/adapters/files/seed-file';
import { JournalWriter, readJournalHead, rowAfter, takeLease } from '@salar/store';
import { createCollectingLog } from '@salar/testing/ticket-world';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatCheckpointReport, verifyCheckpoints } from './verify-checkpoints.ts';

const minuteMs = 60_000;
let now = 1_800_000_000_000;
let folder: string;
let path: string;
let db: TestDatabase;
let file: CheckpointFile;
let logged: ReturnType<typeof createCollectingLog>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'salar-checkpoints-'));
  path = join(folder, 'exchange.jsonl');
  file = new CheckpointFile(path);
  logged = createCollectingLog();
  db = await openTestDatabase();
});
afterEach(async () => {
  await db.close();
  file.close();
  rmSync(folder, { recursive: true });
});

/** Returns work that appends a row and has the journal's end signed, a minute after the work before. */
async function openWork(): Promise<{ work: () => Promise<void>; append: () => Promise<void> }> {
  const signer = new FileCheckpointSigner({
    path: join(folder, 'signer.jsonl'),
    root: createSeed(join(folder, 'seed.json'), 'a passphrase for tests').root,
    clock: () => now,
    onConflict: () => undefined,
  });
  const { log } = logged;
  const checkpoints = new JournalCheckpoints({ database: db.database, signer, store: file, log });
  const epoch = await takeLease(db.database, { holder: 'a test' });
  const append = async () => {
    const writer = await JournalWriter.holding(db.database, epoch ?? 0, { answerTimeoutMs: 5000 });
    const head = await readJournalHead(db.database);
    const payload = new Uint8Array([head.sequence]);
    await writer.append(rowAfter(head, { epoch: writer.epoch, count: 2, at: 1, payload }));
    await writer.close();
  };
  return {
    append,
    work: async () => {
      now += minuteMs;
      await checkpoints.work();
    },
  };
}

/** Rewrites every row from `from` on with other contents and correct hashes, as a database administrator can. */
async function rewriteFrom(from: number): Promise<void> {
  await db.database.query('ALTER TABLE journal DISABLE TRIGGER ALL');
  await db.database.query('ALTER TABLE journal_1 DISABLE TRIGGER ALL');
  const rows = await db.database.query<{ first: number; epoch: number; previous: Uint8Array }>(
    'SELECT first_sequence AS first, epoch, previous_hash AS previous FROM journal WHERE first_sequence >= $1 ORDER BY 1',
    [from],
  );
  let previous = rows[0]?.previous ?? new Uint8Array();
  for (const { first, epoch } of rows) {
    const head = { sequence: first - 1, hash: previous } as Awaited<ReturnType<typeof readJournalHead>>;
    const row = rowAfter(head, { epoch, count: 2, at: 2, payload: new Uint8Array([99]) });
    await db.database.query(
      'UPDATE journal SET at = 2, payload = $2, previous_hash = $3, hash = $4 WHERE first_sequence = $1',
      [first, row.payload, row.previousHash, row.hash],
    );
    previous = row.hash;
  }
}

test('the end of the journal is signed when it has grown, and only then', async () => {
  const { work, append } = await openWork();
  await work();
  expect(file.last).toBeNull(); // nothing to sign yet
  await append();
  await work();
  await work();
  await append();
  await append();
  await work();
  expect(readCheckpoints(path).map(({ sequence }) => sequence)).toEqual([2, 6]);
  expect(logged.alerts).toEqual([]);
  const result = await verifyCheckpoints(db.database, { path, key: null });
  expect(result).toMatchObject({ compared: 2, differences: [] });
  expect(formatCheckpointReport(result, null)).toMatch(
    /^2 signed checkpoints agree with the journal; key .+ \(compare/,
  );
  const other = await verifyCheckpoints(db.database, { path, key: 'another key' });
  expect(other.differences).toHaveLength(2);
});

test('a rewritten journal is reported, gets no checkpoint, and does not verify', async () => {
  const { work, append } = await openWork();
  for (let round = 0; round < 3; round++) {
    await append();
    await work();
  }
  await rewriteFrom(3);
  await append();
  await work();
  expect(logged.alerts).toEqual(['ALERT: the journal differs from its signed checkpoint']);
  expect(file.last?.sequence).toBe(6);
  const { differences } = await verifyCheckpoints(db.database, { path, key: null });
  expect(differences).toEqual([
    expect.stringContaining("checkpoint at command 4: the journal's hash there is"),
    expect.stringContaining("checkpoint at command 6: the journal's hash there is"),
  ]);
});

test('a shortened journal is reported by both sides, also when the file of the exchange is gone', async () => {
  const { work, append } = await openWork();
  await append();
  await append();
  await work();
  await db.database.query('ALTER TABLE journal DISABLE TRIGGER ALL');
  await db.database.query('ALTER TABLE journal_1 DISABLE TRIGGER ALL');
  await db.database.query('DELETE FROM journal WHERE first_sequence = 3');
  await work();
  expect(logged.alerts).toEqual(['ALERT: the journal differs from its signed checkpoint']);
  const { differences } = await verifyCheckpoints(db.database, { path, key: null });
  expect(differences).toEqual(['checkpoint at command 4: no batch of the journal ends at command 4']);

  file.close();
  rmSync(path);
  file = new CheckpointFile(path);
  await (await openWork()).work();
  expect(logged.alerts[1]).toMatch(/^ALERT: the signer refuses a checkpoint of the journal/);
  expect(file.last).toBeNull();
});

test('a forged line is a difference', async () => {
  const { work, append } = await openWork();
  await append();
  await work();
  const { last } = file;
  appendFileSync(path, `${JSON.stringify({ ...last, at: 1 })}\n`);
  const { differences } = await verifyCheckpoints(db.database, { path, key: null });
  expect(differences).toEqual(['checkpoint at command 2: it is not signed by the key']);
});
