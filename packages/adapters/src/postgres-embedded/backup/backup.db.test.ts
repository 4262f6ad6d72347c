import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sequence } from '@salar/protocol';
import { Sequencer, replayJournal, verifyBooks } from '@salar/sequencer';
import { Database, archiveWalNow, migrate, readJournalHead } from '@salar/store';
import { buildManyOrders, buildMarketSetup } from '@salar/testing/market';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restoreBackup, startEmbeddedPostgres, takeBackup } from '../index.ts';
import type { BaseBackup, EmbeddedPostgres, RestoreMoment } from '../index.ts';

const log = () => undefined;
const onFatal = (error: Error) => {
  throw error;
};

describe('a backup of the embedded PostgreSQL', () => {
  const home = mkdtempSync(join(tmpdir(), 'salar-backup-'));
  const backupDir = join(home, "the customers' backups, 100 %");
  let postgres: EmbeddedPostgres;
  let database: Database;
  let sequencer: Sequencer;
  let backup: BaseBackup;
  /** The state after some commands that came after the backup. */
  let moment: { readonly at: Date; readonly sequence: number; readonly stateHash: string };

  const trade = async () => {
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(buildManyOrders(40, 4).map((command) => sequencer.submit(command)));
    }
    await sequencer.projected();
  };
  const now = async () => {
    const rows = await database.query<{ at: Date }>('SELECT clock_timestamp() AS at');
    return rows[0]?.at ?? new Date(Number.NaN);
  };

  beforeAll(async () => {
    chmodSync(home, 0o711); // run by root, PostgreSQL is another user
    const dataDir = join(home, 'data');
    postgres = await startEmbeddedPostgres({ dataDir, backupDir });
    database = new Database(postgres.databaseOptions);
    await migrate(database);
    mkdirSync(join(dataDir, 'keys'));
    writeFileSync(join(dataDir, 'keys', 'sealing.key'), 'a secret');
    sequencer = await Sequencer.open({ database, onFatal, snapshotEvery: 300 });
    await Promise.all(buildMarketSetup({ customers: 4 }).map((command) => sequencer.submit(command)));
    await trade();
    const trading = trade(); // the exchange keeps running while it is copied
    backup = await takeBackup({ database, dataDir, backupDir, hasKeys: true });
    await trading;
    await trade();
    const { stateHash } = await replayJournal(database, { isFromGenesis: true });
    await delay(5); // a moment of its own, later than the last commit and earlier than the next
    moment = { at: await now(), sequence: sequencer.engine.lastSequence, stateHash };
    await delay(5);
    await trade();
    await archiveWalNow(database, () => delay(20));
  });
  afterAll(async () => {
    await sequencer.close();
    await database.close();
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  });

  /** Restores into a new directory, and returns the state of its books. */
  const restored = async (
    name: string,
    wanted: RestoreMoment,
    look?: (opened: Database) => Promise<void>,
    from = backupDir,
  ) => {
    const dataDir = join(home, name);
    await restoreBackup({ backupDir: from, dataDir, moment: wanted, log });
    const started = await startEmbeddedPostgres({ dataDir });
    const opened = new Database(started.databaseOptions);
    try {
      const { findings, sequence: end, stateHash } = await verifyBooks(opened);
      await look?.(opened);
      return { differences: findings.flatMap((one) => one.examples), end, stateHash };
    } finally {
      await opened.close();
      await started.stop();
    }
  };

  test('is recovered to a moment: the books are as they were, and a writer continues from there', async () => {
    const books = await restored('at-a-time', { type: 'time', at: moment.at }, async (opened) => {
      const next = await Sequencer.open({ database: opened, onFatal });
      expect(next.engine.lastSequence).toBe(moment.sequence);
      await Promise.all(buildManyOrders(50, 4).map((command) => next.submit(command)));
      await next.projected();
      await next.close();
      expect((await readJournalHead(opened)).sequence).toBe(moment.sequence + 50);
      expect((await verifyBooks(opened)).findings.flatMap((one) => one.examples)).toEqual([]);
    });
    expect(books).toEqual({ differences: [], end: moment.sequence, stateHash: moment.stateHash });
    expect(readFileSync(join(home, 'at-a-time/keys/sealing.key'), 'utf8')).toBe('a secret');
  });

  test('is recovered to the batch of a command', async () => {
    const wanted = sequence(moment.sequence - 10);
    const books = await restored('at-a-command', { type: 'command', sequence: wanted });
    expect(books).toEqual({ differences: [], end: moment.sequence, stateHash: moment.stateHash });
  });

  test('is sufficient without an archive', async () => {
    const alone = join(home, 'alone');
    await takeBackup({ database, dataDir: join(home, 'data'), backupDir: alone, hasKeys: false });
    expect(readdirSync(alone)).toHaveLength(1);
    const books = await restored('from-alone', { type: 'newest' }, undefined, alone);
    expect(books).toMatchObject({ differences: [], end: sequencer.engine.lastSequence });
    expect(existsSync(join(home, 'from-alone/keys'))).toBe(false);
  });

  test.each<[string, RestoreMoment, RegExp]>([
    ['before it', { type: 'time', at: new Date(0) }, /only later moments can be restored/],
    ['before its last command', { type: 'command', sequence: sequence(3) }, /only later moments/],
    ['after the archive', { type: 'time', at: new Date('2100-01-01') }, /archive ends before that moment/],
    ['after the last command', { type: 'command', sequence: sequence(1e9) }, /end before command 1000000000/],
  ])('cannot be recovered to a moment %s, and leaves nothing behind then', async (name, wanted, sentence) => {
    const dataDir = join(home, `refused ${name}`);
    await expect(restoreBackup({ backupDir, dataDir, moment: wanted, log })).rejects.toThrow(sentence);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    expect(existsSync(join(dataDir, 'keys'))).toBe(false);
  });

  test('is never restored over existing files', async () => {
    const dataDir = join(home, 'data');
    await expect(restoreBackup({ backupDir, dataDir, moment: { type: 'newest' }, log })).rejects.toThrow(
      'is not empty',
    );
  });

  test('that was not finished is ignored', async () => {
    expect(backup.directory).toContain(backupDir);
    mkdirSync(join(home, 'broken/base-2026'), { recursive: true });
    await expect(
      restoreBackup({
        backupDir: join(home, 'broken'),
        dataDir: join(home, 'none'),
        moment: { type: 'newest' },
        log,
      }),
    ).rejects.toThrow('there is no backup in that directory');
  });
});
