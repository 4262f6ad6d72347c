/**
 * Attacks by somebody who can write to the database and has nothing else: they add, change and copy rows to act as another
 * customer. Each attack gets the answer of an invalid credential, and raises an alert.
 */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { millis, userId } from '@salar/protocol';
import { createSessionToken, hashSecret } from '@salar/services/crypto/tokens';
import { previewProofs, proveOnce } from '@salar/services/crypto/first-proofs';
import type { ProofMarks } from '@salar/services/crypto/first-proofs';
import type { TrustDecision } from '@salar/services/ports/trust-decision';
import { silentLog } from '@salar/services/ports/log';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';

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

const query = <Row extends object>(sql: string, values: readonly unknown[]) =>
  world.database.query<Row>(sql, [...values]);

/** Reads rows from the tables again, as a restart does. */
function restart(): void {
  for (const { userId: id } of [maria, mallory]) {
    world.services.accounts.users.forget(userId(id));
    world.services.access.sessions.forget(userId(id));
  }
}
const isOpen = async (token: string) => {
  restart();
  return (await world.call('GetUserInfo', {}, { aptoken: token })).status === 200;
};
const signIn = async ({ userName, password }: Pick<Customer, 'userName' | 'password'>) => {
  restart();
  const authorization = `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`;
  return (await world.call('AuthenticateUser', {}, { authorization })).json()['Authenticated'];
};

/** Runs an attack, and puts the row back. */
async function changing(
  table: string,
  { column, value, of }: { readonly column: string; readonly value: unknown; readonly of: Customer },
  attack: () => Promise<void>,
): Promise<void> {
  const [before] = await query<Record<string, unknown>>(
    `SELECT ${column} AS value FROM ${table} WHERE user_id = $1`,
    [of.userId],
  );
  await query(`UPDATE ${table} SET ${column} = $2 WHERE user_id = $1`, [of.userId, value]);
  try {
    await attack();
  } finally {
    await query(`UPDATE ${table} SET ${column} = $2 WHERE ${column} = $3`, [
      of.userId,
      before?.['value'],
      value,
    ]).catch(() => undefined);
  }
}

describe('sessions', () => {
  test('a session that was added for a customer is refused', async () => {
    const token = createSessionToken();
    const copied = `SELECT $1::bytea, $2::bigint, created_at, used_at, proved_at, $3::uuid, mac FROM user_session
      WHERE user_id = $4`;
    await query(
      `INSERT INTO user_session (token_hash, user_id, created_at, used_at, proved_at, session_id, mac) ${copied}`,
      [hashSecret(token), maria.userId, randomUUID(), mallory.userId],
    );
    expect(await isOpen(token)).toBe(false);
    expect(alerts).not.toEqual([]);
  });

  test.each([
    ['user_id', () => maria.userId],
    ['token_hash', () => hashSecret(createSessionToken())],
    ['session_id', () => randomUUID()],
    ['created_at', () => world.clock.now + 1],
    ['proved_at', () => world.clock.now + 1],
    ['request_ip', () => '203.0.113.77'],
    ['api_key', () => 'f'.repeat(32)],
    ['mac', () => Buffer.alloc(33, 1)],
  ])('a session whose %s was changed is refused', async (column, value) => {
    expect(await isOpen(mallory.token)).toBe(true);
    await query(`UPDATE user_session SET ${column} = $2 WHERE user_id = $1`, [mallory.userId, value()]);
    expect(await isOpen(mallory.token)).toBe(false);
    // A token that no row has is unknown, which is no alert.
    expect(alerts.length).toBeGreaterThanOrEqual(column === 'token_hash' ? 0 : 1);
  });

  test('every column of a session is covered, or decides nothing', async () => {
    const rows = await query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1`,
      ['user_session'],
    );
    const covered = [
      'user_id',
      'token_hash',
      'session_id',
      'created_at',
      'proved_at',
      'request_ip',
      'api_key',
    ];
    const free = ['used_at', 'device_id', 'agent', 'mac'];
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...covered, ...free].toSorted());
  });

  test('a session from before a new password does not come back with its row', async () => {
    const [row] = await query<Record<string, unknown>>('SELECT * FROM user_session WHERE user_id = $1', [
      maria.userId,
    ]);
    await world.call('ResetPassword', { UserName: maria.userName });
    const PendingCode = world.codeFor(`${maria.userName}@example.com`);
    const Password = 'Lantern-orbit-4';
    await world.call('ResetPassword2', { UserId: maria.userId, PendingCode, Password });
    const names = Object.keys(row ?? {});
    await query(
      `INSERT INTO user_session (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
      Object.values(row ?? {}),
    );
    expect(await isOpen(maria.token)).toBe(false);
    expect(alerts).not.toEqual([]);
  });
});

describe('customers', () => {
  test('another customer’s password does not work after its hash was copied', async () => {
    const [hash] = await query<{ hash: string }>(
      'SELECT password_hash AS hash FROM app_user WHERE user_id = $1',
      [mallory.userId],
    );
    await query('UPDATE app_user SET password_hash = $2 WHERE user_id = $1', [maria.userId, hash?.hash]);
    expect(await signIn({ userName: maria.userName, password: mallory.password })).toBe(false);
    expect(alerts).not.toEqual([]);
  });

  test('a new password is not mailed to an address that was changed', async () => {
    const email = `thief${maria.userId}@example.com`;
    await query('UPDATE app_user SET email = $2, email_key = $2 WHERE user_id = $1', [maria.userId, email]);
    const mails = world.mails.length;
    await world.call('ResetPassword', { UserName: maria.userName });
    await world.call('ResetPassword', { UserName: email });
    expect(world.mails).toHaveLength(mails);
    expect(alerts).not.toEqual([]);
  });

  test('an operator’s lock is not opened by its row', async () => {
    await world.services.authentication.locks.lockByOperator(userId(maria.userId));
    await query('UPDATE app_user SET locked_at = NULL, is_locked_by_operator = false WHERE user_id = $1', [
      maria.userId,
    ]);
    expect(await signIn(maria)).toBe(false);
    expect(alerts).not.toEqual([]);
  });

  test('an account that its owner froze is not opened by its row', async () => {
    const { records } = world.services.accounts.users;
    const joao = await world.customer();
    await world.database.transaction((tx) => records.freeze(tx, userId(joao.userId), millis(1)));
    world.services.accounts.users.forget(userId(joao.userId));
    await query('UPDATE app_user SET locked_at = NULL, is_frozen = false WHERE user_id = $1', [joao.userId]);
    expect(await signIn(joao)).toBe(false);
    expect(alerts).not.toEqual([]);
  });

  test.each([
    ['user_name', () => `${maria.userName}2`],
    ['user_name_key', () => `${maria.userName}2`],
    ['account_id', () => 999_999],
    ['email', () => 'thief@example.com'],
    ['email_key', () => 'thief@example.com'],
    ['account_type', () => 'Legal entity'],
    ['is_email_verified', () => false],
    ['password_version', () => 7],
    ['factor_version', () => 7],
    ['locked_at', () => 1],
    ['is_locked_by_operator', () => true],
    ['is_frozen', () => true],
    ['freeze_count', () => 1],
    ['credentials_changed_at', () => 1],
    ['created_at', () => 1],
    ['mac', () => null],
  ])('a customer whose %s was changed is refused, by password and by session', async (column, value) => {
    await changing('app_user', { column, value: value(), of: maria }, async () => {
      expect(await signIn(maria)).toBe(false);
      expect(await isOpen(maria.token)).toBe(false);
    });
    expect(alerts).not.toEqual([]);
  });

  test('every column of a customer is covered, or decides nothing', async () => {
    const rows = await query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1`,
      ['app_user'],
    );
    const identity = [
      'user_id',
      'account_id',
      'user_name',
      'user_name_key',
      'email',
      'email_key',
      'created_at',
    ];
    const password = ['password_hash', 'password_version', 'factor_version', 'credentials_changed_at'];
    const state = [
      'account_type',
      'is_email_verified',
      'locked_at',
      'is_locked_by_operator',
      'is_frozen',
      'freeze_count',
    ];
    const free = ['failed_attempts', 'is_account_open', 'mac'];
    const known = [...identity, ...password, ...state, ...free];
    expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
  });
});

describe('a database of the version before', () => {
  const openMarks = (): ProofMarks => {
    const marked = new Set<string>();
    return { has: (table) => marked.has(table), add: (table) => void marked.add(table) };
  };
  const trust = { check: () => undefined };
  const forgetMacs = () => query('UPDATE app_user SET mac = NULL', []);

  test('its customers get their MACs once; removing them again proves nothing', async () => {
    const { records } = world.services.accounts.users;
    const given = { marks: openMarks(), trust, log: silentLog };
    await forgetMacs();
    await proveOnce(world.database, [records], given);
    expect(await signIn(maria)).toBe(true);

    await forgetMacs();
    await proveOnce(world.database, [records], given);
    expect(await signIn(maria)).toBe(false);
    await proveOnce(world.database, [records], { marks: openMarks(), trust, log: silentLog });
  });

  test('nothing is proved before somebody has decided to trust it, and not a row that was changed since', async () => {
    const { records } = world.services.accounts.users;
    await forgetMacs();
    const marks = openMarks();
    const shown = await previewProofs(world.database, [records], marks);
    const decided: TrustDecision = {
      check: (part, former) => {
        if (shown.get(part)?.digest !== former.digest) throw new Error(`nobody trusts ${part}`);
      },
    };
    await query('UPDATE app_user SET password_version = password_version + 1 WHERE user_id = $1', [
      maria.userId,
    ]);
    const prove = proveOnce(world.database, [records], { marks, trust: decided, log: silentLog });
    await expect(prove).rejects.toThrow('nobody trusts app_user');
    expect(await signIn(mallory)).toBe(false);
    await query('UPDATE app_user SET password_version = password_version - 1 WHERE user_id = $1', [
      maria.userId,
    ]);
    await proveOnce(world.database, [records], { marks, trust: decided, log: silentLog });
    expect(await signIn(maria)).toBe(true);
  });

  test('a machine without the mark proves no row when others have MACs', async () => {
    await query('UPDATE app_user SET mac = NULL WHERE user_id = $1', [maria.userId]);
    const { records } = world.services.accounts.users;
    await proveOnce(world.database, [records], { marks: openMarks(), trust, log: silentLog });
    expect(await signIn(maria)).toBe(false);
    expect(await signIn(mallory)).toBe(true);
  });
});
