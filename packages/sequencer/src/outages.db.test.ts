/** The leader and its standby while PostgreSQL restarts, only reads, has no replica that confirms, or is switched over. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from '@salar/protocol';
import {
  Database,
  asQueryable,
  createDatabaseIfMissing,
  isTransientDatabaseError,
  migrate,
  readJournalHead,
} from '@salar/store';
import type { DatabaseOptions, Queryable } from '@salar/store';
import { OwnPostgres } from '@salar/testing/own-postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Sequencer } from './sequencer.ts';
import { Standby } from './standby/standby.ts';
import { SequencerUnavailable } from './unavailable-error.ts';
import { verifyBooks } from './verify/verify-books.ts';

const termMs = 1000;
const outageMs = 2.5 * termMs;
/** For what happens at once, on a busy machine. */
const soon = { timeout: 30_000, interval: 20 };
const waiting = `FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;

let server: OwnPostgres;
let front: string;
let options: DatabaseOptions;
const fatal: Error[] = [];
/** Ends what a test has started, last first, also when it failed. */
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  server = OwnPostgres.create();
  front = mkdtempSync(join(tmpdir(), 'salar-front-'));
  server.serveAt(front);
  options = { ...server.options, socketDir: front };
  await createDatabaseIfMissing(options);
  const database = new Database({ ...options, poolSize: 1 });
  await migrate(database);
  await database.close();
});
afterAll(() => {
  server.remove();
  rmSync(front, { recursive: true });
});
beforeEach(() => {
  fatal.length = 0;
});
afterEach(async () => {
  server.set({});
  for (const end of ends.splice(0).toReversed()) await end();
});

let level = 0;
const nextLevel = (): Command => ({
  type: 'DefineLevel',
  level: 1 + (level++ % 4),
  dailyLimit: null,
  monthlyLimit: null,
});

function openDatabase(more: Partial<DatabaseOptions> = {}): Database {
  const database = new Database({ ...options, poolSize: 4, ...more });
  ends.push(() => database.close());
  return database;
}

async function lead(database: Database, leaseTermMs?: number): Promise<Sequencer> {
  const leader = await Sequencer.open({
    database,
    ...(leaseTermMs !== undefined && { leaseTermMs }),
    onFatal: (error) => void fatal.push(error),
  });
  ends.push(() => leader.close());
  return leader;
}

/** A connection of the administrator, which waits for nothing that the exchange has to wait for. */
async function administer(): Promise<Queryable> {
  const client = await openDatabase({ poolSize: 1 }).connect();
  ends.push(() => client.end());
  return asQueryable(client);
}

/** Runs a standby as its process does, until the test ends. */
async function standBy(database: Database): Promise<{ hasLed: () => boolean }> {
  const standby = await Standby.open(database, () => undefined);
  const stop = new AbortController();
  let hasLed = false;
  const running = (async () => {
    while (!stop.signal.aborted && !hasLed) {
      await standby.follow();
      if (standby.isLeaseFree()) {
        const taken = await standby.takeFreeLease(termMs).catch((error: unknown) => {
          if (!isTransientDatabaseError(error)) throw error;
          return null;
        });
        hasLed = taken !== null;
      }
      await delay(25);
    }
  })();
  running.catch((error: unknown) => void fatal.push(error as Error));
  ends.push(async () => {
    stop.abort();
    await running;
  });
  return { hasLed: () => hasLed };
}

/** Submits until it is accepted, as a client does that gets 503. */
async function submitUntilAccepted(leader: Sequencer): Promise<void> {
  await vi.waitFor(async () => {
    expect(await leader.submit(nextLevel())).toMatchObject({ ok: true });
  }, soon);
}

/** Submits until a command is refused, as during an outage; those that were sent before may wait for its end. */
async function waitForRefusal(leader: Sequencer): Promise<void> {
  await vi.waitFor(async () => {
    const refusal = leader.submit(nextLevel()).then(
      () => null,
      (error: unknown) => error,
    );
    expect(await Promise.race([refusal, delay(50)])).toBeInstanceOf(SequencerUnavailable);
  }, soon);
}

/** Starts a command, and reports whether it was answered. */
function submitAndWatch(leader: Sequencer): { answer: Promise<unknown>; isAnswered: () => boolean } {
  let isAnswered = false;
  const answer = leader.submit(nextLevel()).finally(() => {
    isAnswered = true;
  });
  answer.catch(() => undefined); // awaited later
  return { answer, isAnswered: () => isAnswered };
}

async function findWaiting(admin: Queryable, statement: string): Promise<number> {
  return vi.waitFor(async () => {
    const [found] = await admin.query<{ pid: number }>(`SELECT pid ${waiting} AND query LIKE $1`, [
      statement,
    ]);
    if (found === undefined) throw new Error(`nothing waits for the replica: ${statement}`);
    return found.pid;
  }, soon);
}

test.each(['pg_cancel_backend', 'pg_terminate_backend'])(
  'a command whose row is visible without the replica is answered only when a later commit has come back: %s',
  async (interrupt) => {
    const leader = await lead(openDatabase());
    await submitUntilAccepted(leader);
    const admin = await administer();
    const { sequence } = await readJournalHead(admin);
    server.set({ synchronous_standby_names: 'nobody' });
    await vi.waitFor(async () => {
      const [row] = await admin.query<{ value: string }>(
        `SELECT current_setting('synchronous_standby_names') AS value`,
      );
      expect(row?.value).toBe('nobody');
    }, soon);
    const { answer, isAnswered } = submitAndWatch(leader);
    const writer = await findWaiting(admin, '%INSERT INTO journal%');
    await admin.query(`SELECT ${interrupt}($1)`, [writer]);
    await vi.waitFor(async () => {
      expect((await readJournalHead(admin)).sequence).toBe(sequence + 1);
    }, soon);
    await findWaiting(admin, '%pg_logical_emit_message%');
    expect(isAnswered()).toBe(false);
    expect(leader.status().isAway).toBe(true);
    server.set({});
    expect(await answer).toMatchObject({ ok: true });
    expect((await readJournalHead(admin)).sequence).toBe(sequence + 1);
    expect(fatal).toEqual([]);
  },
  60_000,
);

test('a transaction that did not wait for the replica fails, and nothing is read until a later commit has come back', async () => {
  const admin = await administer();
  const database = openDatabase();
  await database.query('CREATE TABLE IF NOT EXISTS stored (n integer)');
  server.set({ synchronous_standby_names: 'nobody' });
  await delay(200);
  const storing = database.transaction((tx) => tx.query('INSERT INTO stored VALUES (1)'));
  const failed = expect(storing).rejects.toThrow('may be lost');
  await admin.query('SELECT pg_cancel_backend($1)', [await findWaiting(admin, 'COMMIT')]);
  await failed;
  expect(await admin.query('SELECT n FROM stored')).toHaveLength(1);
  const error: unknown = await database.query('SELECT n FROM stored').catch((reason: unknown) => reason);
  expect(isTransientDatabaseError(error)).toBe(true);
  server.set({});
  await vi.waitFor(async () => expect(await database.query('SELECT n FROM stored')).toHaveLength(1), soon);
});

test('without a replica commands are refused in a bounded time, and go on when it is back, with the same leader', async () => {
  const leader = await lead(openDatabase(), termMs);
  const standby = await standBy(openDatabase({ poolSize: 1 }));
  await submitUntilAccepted(leader);
  const { epoch } = leader.status();
  server.set({ synchronous_standby_names: 'nobody' });
  const since = performance.now();
  await waitForRefusal(leader);
  expect(performance.now() - since).toBeLessThan(10 * termMs);
  await delay(outageMs);
  server.set({});
  await submitUntilAccepted(leader);
  expect({ epoch: leader.status().epoch, hasLed: standby.hasLed(), fatal }).toEqual({
    epoch,
    hasLed: false,
    fatal: [],
  });
});

test.each([
  [
    'restarts',
    async () => {
      server.stop('immediate');
      await delay(outageMs);
      server.start();
    },
  ],
  [
    'only reads',
    async () => {
      server.set({ default_transaction_read_only: 'on' });
      await delay(outageMs);
      server.set({});
    },
  ],
])(
  'a leader and its standby wait while PostgreSQL %s for more than a term, and the leader goes on',
  async (_what, happen) => {
    const leader = await lead(openDatabase(), termMs);
    const standby = await standBy(openDatabase({ poolSize: 1 }));
    await submitUntilAccepted(leader);
    const { epoch } = leader.status();
    const during = happen();
    await waitForRefusal(leader);
    await during;
    await submitUntilAccepted(leader);
    await leader.projected();
    expect({ epoch: leader.status().epoch, hasLed: standby.hasLed(), fatal }).toEqual({
      epoch,
      hasLed: false,
      fatal: [],
    });
  },
);

test('no default of the database or of a role lowers the durability of a session, and none of its own is lowered', async () => {
  const admin = await administer();
  await admin.query('ALTER DATABASE salar SET synchronous_commit = local');
  await admin.query('ALTER ROLE salar IN DATABASE salar SET synchronous_commit = off');
  await admin.query(
    `CREATE OR REPLACE FUNCTION refuse_weak_commits() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF current_setting('synchronous_commit') NOT IN ('on', 'remote_apply') THEN
         RAISE EXCEPTION 'a session writes to % with %', TG_TABLE_NAME, current_setting('synchronous_commit');
       END IF;
       RETURN NULL;
     END $$`,
  );
  await admin.query(
    `DO $$ DECLARE name text; BEGIN
       FOR name IN SELECT oid::regclass FROM pg_class
         WHERE relnamespace = current_schema::regnamespace AND relkind IN ('r', 'p') LOOP
         EXECUTE format('CREATE TRIGGER weak AFTER INSERT OR UPDATE OR DELETE ON %s
           FOR EACH STATEMENT EXECUTE FUNCTION refuse_weak_commits()', name);
       END LOOP;
     END $$`,
  );
  const database = openDatabase({ epoch: 1 });
  const leader = await lead(openDatabase(), termMs);
  await submitUntilAccepted(leader);
  await leader.projected();
  await leader.close(); // with a snapshot
  const getLevel = async (on: Queryable) => on.query('SHOW synchronous_commit');
  const own = await database.connect();
  ends.push(() => own.end());
  const levels = [
    await getLevel(database),
    await database.transaction(getLevel),
    await getLevel(asQueryable(own)),
  ];
  expect(levels).toEqual(levels.map(() => [{ synchronous_commit: 'on' }]));
  await admin.query('ALTER ROLE salar IN DATABASE salar SET synchronous_commit = remote_apply');
  expect(await getLevel(openDatabase())).toEqual([{ synchronous_commit: 'remote_apply' }]);
  await admin.query('ALTER ROLE salar IN DATABASE salar RESET ALL');
  await admin.query('ALTER DATABASE salar RESET ALL');
  expect(fatal).toEqual([]);
});

test('when the primary is lost and its replica is promoted, the leader goes on there, and nothing acknowledged is lost', async () => {
  server.stop();
  const replica = server.createReplica();
  ends.push(() => replica.remove());
  server.set({ synchronous_standby_names: '*' });
  server.start();
  replica.start();
  const leader = await lead(openDatabase(), termMs);
  const standby = await standBy(openDatabase({ poolSize: 1 }));
  const address = [replica, server].map((one) => encodeURIComponent(one.socketDir)).join();
  const either = openDatabase({ connectionString: `postgres://salar@${address}/salar`, poolSize: 1 });
  await submitUntilAccepted(leader);
  const { epoch } = leader.status();
  const acknowledged = leader.engine.lastSequence;
  expect((await readJournalHead(either)).sequence).toBe(acknowledged);
  await leader.projected();
  const reader = openDatabase({ ...replica.options, acceptsReplica: true });
  await vi.waitFor(async () => {
    expect((await verifyBooks(reader)).sequence).toBeGreaterThanOrEqual(acknowledged);
  }, soon);
  await expect(openDatabase(replica.options).query('SELECT 1')).rejects.toThrow('is a replica');

  server.stop('immediate');
  replica.serveAt(front); // a replica answers at the address, as behind a proxy that is late
  const inFlight = submitAndWatch(leader);
  await delay(outageMs);
  await waitForRefusal(leader);
  await expect(readJournalHead(either)).rejects.toThrow('no host of the database is a primary');
  replica.promote();
  await submitUntilAccepted(leader);
  expect(await inFlight.answer).toMatchObject({ ok: true });
  await leader.projected();
  await vi.waitFor(async () => {
    expect((await readJournalHead(either)).sequence).toBe(leader.engine.lastSequence);
  }, soon);
  expect({ epoch: leader.status().epoch, hasLed: standby.hasLed(), fatal }).toEqual({
    epoch,
    hasLed: false,
    fatal: [],
  });
  const kept = await either.query<{ count: number }>('SELECT sum(count)::bigint AS count FROM journal');
  expect(kept[0]?.count).toBe(leader.engine.lastSequence);
  expect(leader.engine.lastSequence).toBeGreaterThan(acknowledged);
});
