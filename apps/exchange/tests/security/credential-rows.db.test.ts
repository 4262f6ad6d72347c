/** Attacks by somebody who can write to the database, on what customers sign in with besides a password. */
import { randomUUID } from 'node:crypto';
import { userId } from '@salar/protocol';
import { createSecret, hashSecret } from '@salar/services/crypto/tokens';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { completeSignIn, pendingToken, signIn, switchOn } from '../support/authenticator-app.ts';
import { openGatewayWorld, publicUrl } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';
import { addKey, signHeaders } from '../support/test-keys.ts';

let world: GatewayWorld;
let maria: Customer;
let mallory: Customer;
const alerts: string[] = [];

beforeAll(async () => {
  const stream = { write: (line: string) => void (line.includes('ALERT') && alerts.push(line)) };
  world = await openGatewayWorld({ log: pino({ level: 'error' }, stream) });
});
beforeEach(async () => {
  maria = await world.customer();
  mallory = await world.customer();
  alerts.length = 0;
});
afterAll(() => world.close());

type Row = Record<string, unknown>;
const query = (sql: string, values: readonly unknown[] = []) => world.database.query<Row>(sql, [...values]);
const readRow = async (table: string, of: Customer): Promise<Row> =>
  (await query(`SELECT * FROM ${table} WHERE user_id = $1`, [of.userId]))[0] ?? {};
const insertRow = async (table: string, row: Row) => {
  const places = Object.keys(row).map((_, i) => `$${i + 1}`);
  await query(
    `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(row),
  );
};
/** Lists the columns of a table besides those that decide nothing. */
const listColumns = async (table: string, free: readonly string[]) => {
  const select = 'SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1';
  const names = (await query(select, [table])).map(({ name }) => String(name));
  return names.filter((name) => name !== 'mac' && !free.includes(name)).toSorted();
};
const change = (table: string, column: string, value: unknown, of: Customer) =>
  query(`UPDATE ${table} SET ${column} = $2 WHERE user_id = $1`, [of.userId, value]);
/** Alerts once the attack has been refused. */
const expectAlert = () => expect(alerts).not.toEqual([]);

describe('API keys', () => {
  const changes: Readonly<Record<string, () => unknown>> = {
    user_id: () => mallory.userId,
    permissions: () => ['Deposit', 'Trading', 'Withdraw'],
    addresses: () => ['203.0.113.0/24'],
    signed_requests_only: () => true,
    daily_notional: () => '900000000000000',
    created_at: () => 1,
  };
  test.each(Object.keys(changes))('a key whose %s was changed is refused', async (column) => {
    const key = await addKey(maria, ['Trading']);
    const owner = column === 'user_id' ? mallory : maria;
    await change('api_key', column, changes[column]?.(), maria);
    expect((await world.call('Authenticate', {}, { ...signHeaders(key, owner) })).json()).toMatchObject({
      Authenticated: false,
    });
    expectAlert();
  });

  test('a key that was copied under another name is refused, and so is one with another secret', async () => {
    const key = await addKey(mallory, ['Trading']);
    const other = await addKey(maria, ['Trading']);
    const copy = { ...(await readRow('api_key', mallory)), user_id: maria.userId, api_key: 'ab'.repeat(16) };
    await insertRow('api_key', copy);
    const copied = signHeaders({ apiKey: 'ab'.repeat(16), secret: key.secret }, maria);
    expect((await world.call('Authenticate', {}, { ...copied })).json()).toMatchObject({
      Authenticated: false,
    });
    await query('UPDATE api_key SET sealed_secret = $2 WHERE api_key = $1', [
      other.apiKey,
      copy['sealed_secret' as keyof typeof copy],
    ]);
    const swapped = signHeaders({ apiKey: other.apiKey, secret: key.secret }, maria);
    expect((await world.call('Authenticate', {}, { ...swapped })).json()).toMatchObject({
      Authenticated: false,
    });
    expectAlert();
  });

  test('a customer’s change of a key does not prove what somebody else changed', async () => {
    const { apiKey } = await addKey(maria, ['Trading']);
    await change('api_key', 'permissions', ['Trading', 'Withdraw'], maria);
    const changed = await maria.call('UpdateUserAPIKeyWhitelist', { APIKey: apiKey, IpWhiteList: '' });
    expect(changed.json()).toMatchObject({ result: false });
    expectAlert();
  });

  test('every column is covered, or decides nothing', async () => {
    const covered = ['api_key', 'sealed_secret', ...Object.keys(changes)];
    expect(await listColumns('api_key', ['last_used_at'])).toEqual(covered.toSorted());
  });
});

describe('passkeys', () => {
  const addPasskey = async (of: Customer) => {
    const passkey = new SoftwarePasskey(publicUrl);
    const { Options } = (await of.call('BeginPasskey')).json();
    const Response = passkey.create(String(Options));
    expect((await of.call('AddPasskey', { Name: 'Phone', Response })).json()).toHaveProperty('PasskeyId');
    return passkey;
  };
  const signInWith = async (passkey: SoftwarePasskey, before: () => Promise<unknown> = async () => null) => {
    const { Options, ChallengeId } = (await world.call('BeginPasskeySignIn', {})).json();
    await before();
    const Response = passkey.get(String(Options));
    return (await world.call('AuthenticatePasskey', { ChallengeId, Response })).json()['Authenticated'];
  };
  const changes: Readonly<Record<string, () => unknown>> = {
    user_id: () => maria.userId,
    counter: () => 0,
    created_at: () => 1,
    passkey_id: () => randomUUID(),
  };
  test.each(Object.keys(changes))('a passkey whose %s was changed is refused', async (column) => {
    const passkey = await addPasskey(mallory);
    expect(await signInWith(passkey)).toBe(true);
    await change('passkey', column, changes[column]?.(), mallory);
    expect(await signInWith(passkey)).toBe(false);
    expectAlert();
  });

  test('another passkey in a customer’s row is refused', async () => {
    await addPasskey(maria);
    const own = await addPasskey(mallory);
    const { credential_id, public_key } = await readRow('passkey', mallory);
    await query('DELETE FROM passkey WHERE user_id = $1', [mallory.userId]);
    await change('passkey', 'credential_id', credential_id, maria);
    await change('passkey', 'public_key', public_key, maria);
    expect(await signInWith(own)).toBe(false);
    expectAlert();
  });

  test('a challenge that was written by somebody else is refused', async () => {
    const passkey = await addPasskey(mallory);
    const older = () => query('UPDATE passkey_challenge SET created_at = created_at + 1');
    expect(await signInWith(passkey, older)).toBe(false);
    expectAlert();
  });

  test('every column is covered, or decides nothing', async () => {
    const covered = ['credential_id', 'public_key', ...Object.keys(changes)];
    // For withdrawals the signer decides by its own record from when a passkey counts.
    const ofSigner = ['counts_at', 'registration_refusal'];
    const uncovered = ['transports', 'name', 'last_used_at', ...ofSigner];
    expect(await listColumns('passkey', uncovered)).toEqual(covered.toSorted());
  });
});

describe('second factors', () => {
  const changes: Readonly<Record<string, () => unknown>> = {
    enabled_at: () => null,
    secret: () => null,
    made_at: () => 1,
    reset_due_at: () => 1,
    off_asked_by: () => randomUUID(),
    off_asked_at: () => 1,
    user_id: () => mallory.userId,
  };
  test.each(Object.keys(changes))('a factor whose %s was changed stays on', async (column) => {
    await switchOn(world, maria);
    if (column === 'secret') await change('second_factor', 'enabled_at', null, maria);
    await change('second_factor', column, changes[column]?.(), maria);
    expect((await signIn(world, maria)).json()).not.toHaveProperty('SessionToken');
    expectAlert();
  });

  test('a factor that was deleted, or whose older row was restored, accepts nothing', async () => {
    await maria.call('EnableGoogle2FA');
    const before = await readRow('second_factor', maria);
    const { app } = await switchOn(world, maria);
    await query('DELETE FROM second_factor WHERE user_id = $1', [maria.userId]);
    expect((await signIn(world, maria)).json()).not.toHaveProperty('SessionToken');
    await insertRow('second_factor', before);
    const pending = await pendingToken(world, maria);
    expect(await completeSignIn(world, pending, app.code())).toMatchObject({ Authenticated: false });
    expectAlert();
  });

  test('every column is covered, or decides nothing', async () => {
    const counters = ['account_step', 'withdrawal_step', 'tried_at'];
    expect(await listColumns('second_factor', counters)).toEqual(Object.keys(changes).toSorted());
  });

  test('a pending sign-in of another customer, or of another time, is over', async () => {
    const { app } = await switchOn(world, mallory);
    await switchOn(world, maria);
    for (const [column, value] of [
      ['user_id', maria.userId],
      ['kind', 'enrolment'],
      ['created_at', world.clock.now + 60_000],
      ['password_version', 1],
    ] as const) {
      const token = await pendingToken(world, mallory);
      await change('pending_sign_in', column, value, mallory);
      expect(await completeSignIn(world, token, app.code())).toMatchObject({ Authenticated: false });
      await query('DELETE FROM pending_sign_in');
    }
    expectAlert();
    const covered = ['created_at', 'kind', 'password_version', 'token_hash', 'user_id'];
    expect(await listColumns('pending_sign_in', ['tries_left'])).toEqual(covered);
  });
});

describe('mailed codes', () => {
  const reset = async (of: Customer, PendingCode: string) =>
    (
      await world.call('ResetPassword2', { UserId: of.userId, PendingCode, Password: 'Lantern-orbit-4' })
    ).json()['result'];
  const row = (of: Customer, codeHash: Buffer) => ({
    user_id: of.userId,
    purpose: 'reset_password',
    code_hash: codeHash,
    created_at: world.clock.now,
    expires_at: world.clock.now + 60_000,
  });

  test('a code that was written for a customer is refused, and so is one of another customer', async () => {
    const code = createSecret();
    await insertRow('email_code', row(maria, hashSecret(code)));
    expect(await reset(maria, code)).toBe(false);

    await world.call('ResetPassword', { UserName: mallory.userName });
    const own = world.codeFor(`${mallory.userName}@example.com`);
    const select = `SELECT * FROM email_code WHERE user_id = $1 ORDER BY code_id DESC LIMIT 1`;
    const [{ code_id: _id, ...copied } = {}] = await query(select, [mallory.userId]);
    await insertRow('email_code', { ...copied, user_id: maria.userId });
    expect(await reset(maria, own)).toBe(false);
    expect(await reset(mallory, own)).toBe(true);
  });

  test('a code is not used for another purpose, nor again, nor later', async () => {
    await world.call('ResetPassword', { UserName: maria.userName });
    const code = world.codeFor(`${maria.userName}@example.com`);
    await change('email_code', 'purpose', 'unlock', maria);
    const unlocked = await world.call('UnlockAccount', { UserId: maria.userId, VerifyCode: code });
    expect(unlocked.json()).toMatchObject({ result: false });
    await change('email_code', 'purpose', 'reset_password', maria);
    world.clock.now += 60 * 60_000;
    await change('email_code', 'expires_at', world.clock.now + 60_000, maria);
    expect(await reset(maria, code)).toBe(false);

    await world.call('ResetPassword', { UserName: maria.userName });
    const next = world.codeFor(`${maria.userName}@example.com`);
    expect(await reset(maria, next)).toBe(true);
    await change('email_code', 'used_at', null, maria);
    expect(await reset(maria, next)).toBe(false);
  });
});

test('a device that was written for a customer is not a known one', async () => {
  const { devices } = world.services.access;
  const device = createSecret();
  const origin = { ip: '203.0.113.9', agent: 'Mozilla/5.0', device };
  const known = await readRow('device', mallory);
  await insertRow('device', {
    ...known,
    device_id: randomUUID(),
    user_id: maria.userId,
    token_hash: hashSecret(device),
    network: '203.0.113.0/24',
  });
  expect(await devices.findTrust(userId(maria.userId), origin)).toMatchObject({ isUnknown: true });
  expectAlert();
});
