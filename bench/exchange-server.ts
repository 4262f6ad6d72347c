/**
 * The exchange under load, in a separate process: real PostgreSQL, sequencer with its follower, services and gateway.
 *
 * Only what orders never use (chains, mail, passwords) and the rate limits are left out. Sessions are inserted directly
 * into the tables, because a thousand sign-ins would measure the password hash.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { accountId, millis } from '@salar/protocol';
import type { AccountId } from '@salar/protocol';
import { Sequencer } from '@salar/sequencer';
import { verifyBooks } from '@salar/sequencer/verify/verify-books';
import { startCustomerServices } from '@salar/services/compose/customer-services';
import type { CustomerServices } from '@salar/services/compose/customer-services';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { InlinePasswordHasher } from '@salar/services/passwords/password-hasher';
import { noOrigin } from '@salar/services/ports/request-origin';
import { Database, JournalWriter, createDatabaseIfMissing, migrate } from '@salar/store';
import type { AppendOutcome, DatabaseOptions, JournalRow } from '@salar/store';
import type { User } from '@salar/store/tables/customers/users';
import { markAccountOpen } from '@salar/store/tables/customers/users';
import { createGateway, listenBacklog } from '@salar/exchange/gateway';
import { insertTestUser, openTestRecords } from '@salar/testing/test-customers';
import { createBenchServices } from './bench-services.ts';
import { flowAccounts } from './flow.ts';
import type { Customer, Ready, ServerResult, ToServer } from './load-messages.ts';
import { openingCommands, pairs } from './market.ts';
import { Profile } from './profile.ts';
import { Usage } from './usage.ts';

type ServerJob = {
  readonly database: DatabaseOptions;
  readonly commitDelayMs: number;
  /** With it, connections and rates have the limits of production. */
  readonly connectionMemoryBytes?: number;
};

async function serve({ database: options, commitDelayMs, connectionMemoryBytes }: ServerJob): Promise<void> {
  if (commitDelayMs > 0) slowCommits(commitDelayMs);
  await createDatabaseIfMissing(options);
  const database = new Database(options);
  await migrate(database);
  const box = new SealedBox(randomBytes(32));
  const users = await addUsers(database, box);
  const sequencer = await Sequencer.open({
    database,
    followerUrl: new URL('../server/follower.js', import.meta.url),
    onFatal: (error) => {
      throw error;
    },
  });
  const accounts = users.map((one): AccountId => accountId(one.accountId));
  await Promise.all(openingCommands(pairs.rounded, accounts).map((command) => sequencer.submit(command)));
  const services = createBenchServices({
    database,
    sequencer,
    box,
    publicUrl: 'http://localhost',
    hasher: new InlinePasswordHasher({
      pepper: randomBytes(32),
      parameters: { memoryKib: 64, passes: 1, lanes: 1 },
    }),
  });
  const customers = await signIn(database, services, users);
  const stopServices = await startCustomerServices(services, sequencer);
  const gateway = createGateway({
    services,
    config:
      connectionMemoryBytes === undefined
        ? { publicUrl: 'http://localhost', profile: 'local', rateLimits: 'off' }
        : { publicUrl: 'http://localhost', profile: 'production', rateLimits: 'on', connectionMemoryBytes },
  });
  const address = await gateway.listen({ host: '127.0.0.1', port: 0, backlog: listenBacklog });

  const usage = new Usage();
  const profile = new Profile();
  let batches = 0;
  sequencer.subscribe(() => (batches += 1));
  const finish = async (events: number): Promise<void> => {
    const used = { ...usage.perEvent(events), batchSize: events / batches };
    await profile.finish();
    const endedAt = performance.now();
    await sequencer.projected();
    const lagMs = performance.now() - endedAt;
    await gateway.close();
    stopServices();
    const { findings } = await verifyBooks(database);
    const history = await database.query<{ count: number }>('SELECT count(*) AS count FROM order_history');
    const resting = [...sequencer.engine.allOpenOrders()].length;
    const result: ServerResult = {
      ...used,
      lagMs,
      orders: resting + (history[0]?.count ?? 0),
      wrong: findings.flatMap((one) => one.examples),
    };
    await sequencer.close();
    await database.close();
    process.send?.(result);
    process.disconnect();
  };
  process.on('message', (message: ToServer) => {
    if (message.type === 'mark') {
      usage.start();
      batches = 0;
      void profile.start();
    } else void finish(message.events);
  });
  const ready: Ready = { port: Number(new URL(address).port), customers };
  process.send?.(ready);
}

/** Delays every commit, as a disk with a slow sync does. */
function slowCommits(milliseconds: number): void {
  const append: Append = Reflect.get(JournalWriter.prototype, 'append');
  const slowAppend: Append = async function slowAppend(row) {
    const outcome = await append.call(this, row);
    await delay(milliseconds);
    return outcome;
  };
  Reflect.set(JournalWriter.prototype, 'append', slowAppend);
}
type Append = (this: JournalWriter, row: JournalRow) => Promise<AppendOutcome>;

async function addUsers(database: Database, box: SealedBox): Promise<User[]> {
  const at = millis(Date.now());
  const records = openTestRecords(box);
  return database.transaction(async (tx) => {
    const users: User[] = [];
    for (let i = 0; i < flowAccounts; i += 1) {
      const user = await insertTestUser(tx, `customer${i}`, { records, at });
      await records.markEmailVerified(tx, user.userId);
      await markAccountOpen(tx, user.userId);
      users.push(user);
    }
    return users;
  });
}

async function signIn(
  database: Database,
  { access }: CustomerServices,
  users: readonly User[],
): Promise<Customer[]> {
  const given = { origin: noOrigin, deviceId: null };
  return database.transaction(async (tx) => {
    const customers: Customer[] = [];
    for (const user of users) {
      const { token } = await access.sessions.begin(tx, user, given);
      customers.push({ accountId: user.accountId, token });
    }
    return customers;
  });
}

process.once('message', (job: ServerJob) => void serve(job));
