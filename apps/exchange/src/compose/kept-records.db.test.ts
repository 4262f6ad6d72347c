/** A machine with the keys and without the files beside them, such as a standby that was set up by hand, in production. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDecisionFile } from '@salar/adapters/files/decision-file';
import { sequence } from '@salar/protocol';
import { noDecisions } from '@salar/services/operator/decision-record';
import { JournalWriter, genesisHash, rowAfter } from '@salar/store';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertRecordsKept, getDecisionsPath } from './kept-records.ts';
import { getProofPath } from './journal-proof.ts';

let store: TestDatabase;
let dir: string;
beforeAll(async () => {
  store = await openTestDatabase();
  dir = mkdtempSync(join(tmpdir(), 'salar-records-'));
  mkdirSync(join(dir, 'keys'));
});
afterAll(async () => {
  rmSync(dir, { recursive: true, force: true });
  await store?.close();
});

test('starts only when no exchange has led, or with the files of the one that did', async () => {
  const { database } = store;
  const check = () => assertRecordsKept(dir, database);
  await check();
  expect(openDecisionFile(getDecisionsPath(dir)).load()).toMatchObject({ operators: null });

  const writer = await JournalWriter.open(database, { holder: 'the leader' }, { macKey: new Uint8Array(32) });
  const start = { sequence: sequence(0), hash: genesisHash };
  await writer.append(
    rowAfter(start, { count: 1, at: 1, epoch: writer.epoch, payload: new Uint8Array([1]) }),
  );
  await writer.close();
  await expect(check()).rejects.toThrow(`${getProofPath(dir)} missing`);
  writeFileSync(getProofPath(dir), '{"from":1}');
  await check();

  rmSync(getDecisionsPath(dir));
  await expect(check()).rejects.toThrow(`${getDecisionsPath(dir)} missing`);
  writeFileSync(getDecisionsPath(dir), '{}');
  await check();
  expect(readFileSync(getDecisionsPath(dir), 'utf8')).toBe('{}');
  expect(openDecisionFile(getDecisionsPath(dir)).load()).toEqual(noDecisions);
});
