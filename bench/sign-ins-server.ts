/**
 * The exchange that a rush of sign-ins meets, in a separate process: real PostgreSQL, services and gateway with the limits of
 * production, and the hashing threads of the server.
 */
import { randomBytes } from 'node:crypto';
import { millis } from '@salar/protocol';
import { Sequencer } from '@salar/sequencer';
import { startCustomerServices } from '@salar/services/compose/customer-services';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { hashPassword, productionParameters } from '@salar/services/passwords/password-hash';
import { ThreadedPasswordHasher } from '@salar/services/passwords/password-hasher';
import { toKeyRing } from '@salar/services/crypto/key-ring';
import { DeviceRegistry } from '@salar/services/sessions/device-registry';
import { Database, createDatabaseIfMissing, migrate } from '@salar/store';
import type { User } from '@salar/store/tables/customers/users';
import { createGateway } from '@salar/exchange/gateway';
import { openTestRecords } from '@salar/testing/test-customers';
import { RowMacs } from '@salar/services/crypto/row-macs';
import { silentLog } from '@salar/services/ports/log';
import { createBenchServices } from './bench-services.ts';
import { agent, isOnKnownDevice, password, toAddress, toUserName } from './sign-ins-messages.ts';
import type { SignInsJob, SignInsReady, SignInsResult } from './sign-ins-messages.ts';

/** Customers that are inserted in one transaction. */
const batchSize = 500;

async function serve({ database: options, customers }: SignInsJob): Promise<void> {
  await createDatabaseIfMissing(options);
  const database = new Database(options);
  await migrate(database);
  const box = new SealedBox(randomBytes(32));
  const peppers = toKeyRing(randomBytes(32));
  const passwordHash = hashPassword(password, peppers, productionParameters);
  const { users, devices } = await addCustomers(database, { box, customers, passwordHash });
  const sequencer = await Sequencer.open({
    database,
    followerUrl: new URL('../server/follower.js', import.meta.url),
    onFatal: (error) => {
      throw error;
    },
  });
  const hasher = new ThreadedPasswordHasher({
    workerUrl: new URL('../server/password-worker.js', import.meta.url),
    peppers,
  });
  const publicUrl = 'https://localhost';
  const services = createBenchServices({ database, sequencer, box, publicUrl, hasher });
  for (let first = 0; first < users.length; first += batchSize)
    await Promise.all(
      users.slice(first, first + batchSize).map((user) => services.accounts.opener.open(user)),
    );
  const stopServices = await startCustomerServices(services, sequencer);
  const gateway = createGateway({
    services,
    config: { publicUrl, profile: 'production', rateLimits: 'on', trustedProxies: ['127.0.0.1'] },
  });
  const address = await gateway.listen({ host: '127.0.0.1', port: 0 });
  process.once('message', () => void finish());
  const ready: SignInsReady = { port: Number(new URL(address).port), devices };
  process.send?.(ready);

  async function finish(): Promise<void> {
    await gateway.close();
    stopServices();
    await hasher.close();
    const [counts] = await database.query<SignInsResult>(
      `SELECT (SELECT count(*)::int FROM app_user WHERE locked_at IS NOT NULL OR failed_attempts > 0) AS locked,
              (SELECT count(DISTINCT user_id)::int FROM user_session) AS "signedIn"`,
    );
    await sequencer.close();
    await database.close();
    process.send?.(counts);
    process.disconnect();
  }
}

/** Adds the customers, and the devices that they signed in with before. */
async function addCustomers(
  database: Database,
  given: { readonly box: SealedBox; readonly customers: number; readonly passwordHash: string },
): Promise<{ readonly users: readonly User[]; readonly devices: SignInsReady['devices'] }> {
  const { box, customers, passwordHash } = given;
  const records = openTestRecords(box);
  const registry = new DeviceRegistry({
    database,
    macs: new RowMacs({ box, log: silentLog }),
    now: Date.now,
  });
  const createdAt = millis(Date.now());
  const users: User[] = [];
  const devices: (string | null)[] = [];
  while (users.length < customers)
    await database.transaction(async (tx) => {
      for (let count = 0; count < batchSize && users.length < customers; count += 1) {
        const customer = users.length;
        const userName = toUserName(customer);
        const email = `${userName}@example.com`;
        const keys = { userNameKey: userName, emailKey: email };
        const user = await records.insert(tx, { userName, email, ...keys, passwordHash, createdAt });
        if (typeof user === 'string') throw new Error(`${userName} is new`);
        await records.markEmailVerified(tx, user.userId);
        const origin = { ip: toAddress(customer), agent, device: null };
        const isKnown = isOnKnownDevice(customer);
        users.push(user);
        devices.push(isKnown ? (await registry.register(tx, user.userId, origin)).newToken : null);
      }
    });
  return { users, devices };
}

process.once('message', (job: SignInsJob) => void serve(job));
