import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { userId } from '@salar/protocol';
import type { AccountId } from '@salar/protocol';
import { AccountOpener } from '@salar/services/accounts/account-opener';
import { RowMacs } from '@salar/services/crypto/row-macs';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { MailedCodes } from '@salar/services/sign-in/mailed-codes';
import { InlinePasswordHasher } from '@salar/services/passwords/password-hasher';
import { RegistrationService } from '@salar/services/sign-in/registration-service';
import { silentLog } from '@salar/services/ports/log';
import { lockAfterFailures } from '@salar/services/sign-in/sign-in-throttle';
import { countFailedAttempt } from '@salar/store/tables/customers/users';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listActions, readChangedAt } from '../support/customer-record.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { addKey, signHeaders } from '../support/test-keys.ts';
import type { TestKey } from '../support/test-keys.ts';

let world: GatewayWorld;
beforeAll(async () => {
  world = await openGatewayWorld();
});
afterAll(() => world.close());

const signIn = async (customer: Pick<Customer, 'userName' | 'password'>) => {
  const authorization = Buffer.from(`${customer.userName}:${customer.password}`).toString('base64');
  return (await world.call('AuthenticateUser', undefined, { authorization })).json();
};

test('S2 the eleventh session of a user ends the least recently used one', async () => {
  const maria = await world.customer();
  const tokens: unknown[] = [maria.token];
  for (let session = 0; session < 10; session += 1) {
    world.clock.now += 1000;
    tokens.push((await signIn(maria))['SessionToken']);
  }
  const statuses = await Promise.all(
    tokens.map(async (token) => (await world.call('GetUserInfo', {}, { aptoken: String(token) })).status),
  );
  expect(statuses).toEqual([401, ...Array.from({ length: 10 }, () => 200)]);
});

test('S2 of twenty simultaneous sign-ins ten sessions remain', async () => {
  const ana = await world.customer();
  const user = await world.services.accounts.users.get(userId(ana.userId));
  if (!user) throw new Error('the customer exists');
  const origin = { ip: '127.0.0.1', agent: null, device: null };
  const granted = await Promise.all(
    Array.from({ length: 20 }, () => world.services.authentication.grants.grant(user, 'password', origin)),
  );
  const statuses = await Promise.all(
    [ana.token, ...granted.map((one) => one?.token ?? '')].map(
      async (aptoken) => (await world.call('GetUserInfo', {}, { aptoken })).status,
    ),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
});

test('requests that wait for their session go on in their order', async () => {
  const maria = await world.customer();
  const { sessions } = world.services.access;
  sessions.forget(userId(maria.userId));
  const read = world.database.query.bind(world.database);
  let queries = 0;
  const query = vi.spyOn(world.database, 'query').mockImplementation(async (...args) => {
    queries += 1;
    if (queries === 1) await delay(50);
    return read(...args);
  });
  const order: string[] = [];
  const request = async (name: string) => {
    expect(await sessions.resolve(maria.token, '127.0.0.1')).toMatchObject({
      user: { userId: maria.userId },
    });
    order.push(name);
  };
  await Promise.all([request('the first'), request('the second')]);
  query.mockRestore();
  expect(order).toEqual(['the first', 'the second']);
});

test('S1 the database stores no token and no password, only hashes', async () => {
  const ana = await world.customer();
  const rows = await world.database.query<object>('SELECT * FROM user_session');
  const users = await world.database.query<object>('SELECT * FROM app_user');
  const kept = JSON.stringify([rows, users]);
  expect(kept).not.toContain(ana.token.slice(6));
  expect(kept).not.toContain(ana.password);
});

/** Brings a customer to the last failure before the lock, and beyond it over HTTP. */
const lock = async (customer: Customer) => {
  const id = userId(customer.userId);
  for (let failures = 1; failures < lockAfterFailures; failures += 1)
    await countFailedAttempt(world.database, id);
  await signIn({ ...customer, password: 'wrong' });
};
const unlock = async (UserId: number, VerifyCode: string) =>
  (await world.call('UnlockAccount', { UserId, VerifyCode })).json()['result'];

test('P7 a hundred failures in a row lock sign-in and end no session, and a reset by mail unlocks', async () => {
  const pedro = await world.customer();
  await lock(pedro);
  expect(await signIn(pedro)).toMatchObject({ Authenticated: false, Locked: true });
  expect((await pedro.call('GetUserInfo')).status).toBe(200);
  expect(world.mails[0]?.notification).toMatchObject({ kind: 'account_locked' });

  await world.call('ResetPassword', { UserName: pedro.userName });
  const PendingCode = world.codeFor(`${pedro.userName}@example.com`);
  await world.call('ResetPassword2', { UserId: pedro.userId, PendingCode, Password: 'Lantern-orbit-4' });
  expect(await signIn({ ...pedro, password: 'Lantern-orbit-4' })).toMatchObject({
    Authenticated: true,
    Locked: false,
  });
});

test('P7 the mailed code unlocks an account; a used code reports whether the account is unlocked now', async () => {
  const luz = await world.customer();
  await lock(luz);
  const code = world.codeFor(`${luz.userName}@example.com`);
  const other = await world.customer();
  expect(await unlock(other.userId, code)).toBe(false);
  expect(await unlock(luz.userId, 'x'.repeat(43))).toBe(false);
  expect(await signIn(luz)).toMatchObject({ Locked: true });

  expect(await unlock(luz.userId, code)).toBe(true);
  expect(world.mails[0]?.notification).toMatchObject({ kind: 'security_notice', action: 'user_unlocked' });
  expect(await unlock(luz.userId, code)).toBe(true);
  expect(await signIn(luz)).toMatchObject({ Authenticated: true, Locked: false });
  await lock(luz);
  expect(await unlock(luz.userId, code)).toBe(false);
});

test('P7 an unlock code is valid for a day', async () => {
  const eva = await world.customer();
  await lock(eva);
  world.clock.now += 24 * 60 * 60_000;
  expect(await unlock(eva.userId, world.codeFor(`${eva.userName}@example.com`))).toBe(false);
});

test('an account locked by an operator cannot be unlocked by a code or a new password, and its sessions have ended', async () => {
  const joao = await world.customer();
  await lock(joao);
  const code = world.codeFor(`${joao.userName}@example.com`);
  await world.services.authentication.locks.lockByOperator(userId(joao.userId));
  expect(await unlock(joao.userId, code)).toBe(false);
  await world.call('ResetPassword', { UserName: joao.userName });
  const PendingCode = world.codeFor(`${joao.userName}@example.com`);
  const Password = 'Lantern-orbit-4';
  await world.call('ResetPassword2', { UserId: joao.userId, PendingCode, Password });
  expect(await signIn({ ...joao, password: Password })).toMatchObject({ Authenticated: false, Locked: true });
  await world.services.authentication.locks.openByOperator(userId(joao.userId));
  expect(await signIn({ ...joao, password: Password })).toMatchObject({ Authenticated: true });
});

test('G10 a lock ends sessions immediately', async () => {
  const rosa = await world.customer();
  expect((await rosa.call('GetUserInfo')).status).toBe(200);
  await world.services.authentication.locks.lockByOperator(userId(rosa.userId));
  expect((await rosa.call('GetUserInfo')).status).toBe(401);
  await world.services.authentication.locks.openByOperator(userId(rosa.userId));
  expect((await rosa.call('GetUserInfo')).status).toBe(401);
});

test('S3 a sign-in while the password is replaced or the account locked gets no session', async () => {
  const { grants, locks } = world.services.authentication;
  const { users } = world.services.accounts;
  const origin = { ip: '127.0.0.1', agent: null, device: null };
  const getUser = async ({ userId: id }: Customer) => {
    const user = await users.get(userId(id));
    if (!user) throw new Error('the customer exists');
    return user;
  };
  const [ana, maria] = [await world.customer(), await world.customer()];
  const [before, other] = [await getUser(ana), await getUser(maria)];
  await world.call('ResetPassword', { UserName: ana.userName });
  const PendingCode = world.codeFor(`${ana.userName}@example.com`);
  await world.call('ResetPassword2', { UserId: ana.userId, PendingCode, Password: 'Lantern-orbit-4' });
  await locks.lockByOperator(other.userId);
  expect(await grants.grant(before, 'password', origin)).toBeNull();
  expect(await grants.grant(other, 'password', origin)).toBeNull();
  expect(await grants.grant(await getUser(ana), 'password', origin)).not.toBeNull();
});

test('a crash between the user row and the engine’s account is repaired at the next start', async () => {
  const { database, sequencer, services } = world;
  const away = { submit: () => Promise.reject(new Error('the writer is unavailable')) };
  const { records } = services.accounts.users;
  const macs = new RowMacs({ box: new SealedBox(randomBytes(32)), log: silentLog });
  const registration = new RegistrationService({
    database,
    users: services.accounts.users,
    hasher: new InlinePasswordHasher({
      pepper: randomBytes(32),
      parameters: { memoryKib: 64, passes: 1, lanes: 1 },
    }),
    opener: new AccountOpener({ database, sequencer: away, users: services.accounts.users }),
    codes: new MailedCodes({
      records,
      macs,
      notifier: {
        enqueue: async (_tx, { to, notification }) => {
          world.mails.unshift({ to, notification });
        },
      },
    }),
    now: () => world.clock.now,
    log: silentLog,
  });
  const registered = await registration.register({
    userName: 'unlucky',
    email: 'unlucky@example.com',
    password: 'Quartz-harbour-9',
    config: [{ key: 'Language', value: 'PT' }],
    requestIp: '127.0.0.1',
  });
  if (!registered.ok) throw new Error(registered.refusal);
  const { accountId } = registered.value;
  expect(await services.accounts.opener.heal()).toBe(0);
  const code = world.codeFor('unlucky@example.com');
  expect(await registration.confirmEmail(registered.value.userId, code)).toMatchObject({ ok: true });
  expect(sequencer.undurable.account(accountId)).toBeUndefined();
  expect(await services.accounts.opener.heal()).toBe(1);
  expect(await services.accounts.opener.heal()).toBe(0);
  expect(sequencer.undurable.account(accountId)).toMatchObject({ kind: 'customer', level: 0 });
});

test('a registration writes nothing to the journal until its address is verified', async () => {
  const Email = 'hasty@example.com';
  const before = world.sequencer.undurable.lastSequence;
  const UserInfo = { UserName: 'hasty', Email, passwordHash: 'Quartz-harbour-9' };
  const { UserId } = (await world.call('RegisterUser', { UserInfo })).json();
  await world.services.accounts.opener.heal();
  expect(world.sequencer.undurable.lastSequence).toBe(before);

  const VerifyEmailCode = world.codeFor(Email);
  for (const again of [1, 2]) await world.call('ConfirmUserEmail', { UserId, VerifyEmailCode, again });
  // The account, and its level.
  expect(world.sequencer.undurable.lastSequence).toBe(before + 2);
  const signedIn = await signIn({ userName: 'hasty', password: 'Quartz-harbour-9' });
  expect(world.sequencer.undurable.account(signedIn['AccountId'] as AccountId)).toMatchObject({ level: 0 });
});

test('an unverified registration is deleted after thirty days, and its names are free; other users stay', async () => {
  const register = async (UserName: string) => {
    const UserInfo = { UserName, Email: `${UserName}@example.com`, passwordHash: 'Quartz-harbour-9' };
    const UserConfig = [{ Key: 'Language', Value: 'PT' }];
    return (await world.call('RegisterUser', { UserInfo, UserConfig })).json();
  };
  const { UserId: stale } = await register('stale');
  const { UserId: referred } = await register('referred');
  const verified = await world.customer({ userName: 'verified' });
  const { UserId: recent } = await register('recent');
  const day = 24 * 60 * 60_000;
  const age = async (days: number, ids: readonly unknown[]) =>
    world.database.query('UPDATE app_user SET created_at = $1 WHERE user_id = ANY($2)', [
      Date.now() - days * day,
      ids,
    ]);
  await age(31, [stale, referred, verified.userId]);
  await age(29, [recent]);
  await world.database.query(`INSERT INTO recovery_code (user_id, code_mac) VALUES ($1, '\\x00')`, [
    referred,
  ]);
  await world.services.authentication.registration.sweep();
  const rows = await world.database.query<{ name: string }>(
    `SELECT user_name AS name FROM app_user WHERE user_name = ANY('{stale,referred,verified,recent}') ORDER BY user_id`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['referred', 'verified', 'recent']);
  expect(await register('stale')).toEqual({ UserId: expect.any(Number) });
});

// covers: sign-up.14
test('two simultaneous registrations of one name create one user', async () => {
  const register = (Email: string) =>
    world.call('RegisterUser', { UserInfo: { UserName: 'twins', Email, passwordHash: 'Quartz-harbour-9' } });
  const replies = await Promise.all([register('one@example.com'), register('two@example.com')]);
  const texts = replies.map((reply) => reply.json()['errormsg'] ?? 'registered');
  expect(new Set(texts)).toEqual(new Set(['Username already exists.', 'registered']));
});

test('E1 each code of an hour is valid for a day, until one was used', async () => {
  const Email = 'slow@example.com';
  const UserInfo = { UserName: 'slow', Email, passwordHash: 'Quartz-harbour-9' };
  const { UserId } = (await world.call('RegisterUser', { UserInfo })).json();
  const first = world.codeFor(Email);
  await world.call('ResendVerificationEmail', { Email });
  const second = world.codeFor(Email);
  const confirm = async (VerifyEmailCode: string) =>
    (await world.call('ConfirmUserEmail', { UserId, VerifyEmailCode })).json()['result'];
  expect(second).not.toBe(first);
  world.clock.now += 24 * 60 * 60_000;
  expect([await confirm(first), await confirm(second)]).toEqual([false, false]);
  await world.call('ResendVerificationEmail', { Email });
  const third = world.codeFor(Email);
  await world.call('ResendVerificationEmail', { Email });
  expect(await confirm(third)).toBe(true);
});

test('E5 one address requests three mails of one kind for a user within an hour, and the answers do not reveal it', async () => {
  const Email = 'often@example.com';
  await world.call('RegisterUser', {
    UserInfo: { UserName: 'often', Email, passwordHash: 'Quartz-harbour-9' },
  });
  for (let times = 0; times < 5; times += 1)
    expect((await world.call('ResendVerificationEmail', { Email })).json()['result']).toBe(true);
  // One with the registration, and three that were requested.
  expect(world.mails.filter((mail) => mail.to === Email)).toHaveLength(4);
  expect(
    (await world.call('ResendVerificationEmail', { Email: 'nobody@example.com' })).json()['result'],
  ).toBe(true);
});

describe('ChangePassword', () => {
  const NewPassword = 'Lantern-orbit-4';
  const isIn = async (token: unknown) =>
    (await world.call('GetUserInfo', {}, { aptoken: String(token) })).status === 200;

  test('F60 the password is changed with the current one; other sessions end, this one has a new token', async () => {
    const ana = await world.customer();
    const other = String((await signIn(ana))['SessionToken']);
    const changed = (await ana.call('ChangePassword', { OldPassword: ana.password, NewPassword })).json();
    const token = changed['SessionToken'];
    expect(await isIn(token)).toBe(true);
    expect([await isIn(ana.token), await isIn(other)]).toEqual([false, false]);
    expect(await signIn(ana)).toMatchObject({ Authenticated: false });
    expect(await signIn({ ...ana, password: NewPassword })).toMatchObject({ Authenticated: true });
    expect(await listActions(world, ana)).toContain('password_changed');
    expect(await readChangedAt(world, ana)).toBe(world.clock.now);
    world.services.access.sessions.forget(userId(ana.userId));
    expect(await isIn(token)).toBe(true);
  });

  test('F60 keys that withdraw or are recent end, an older trading key stays, and the mail lists them', async () => {
    const ana = await world.customer();
    const trading = await addKey(ana, ['Trading']);
    const withdrawing = await addKey(ana, ['Withdraw', 'Trading']);
    world.clock.now += 8 * 24 * 60 * 60_000;
    const aptoken = String((await signIn(ana))['SessionToken']);
    const call: Customer['call'] = (name, body) => world.call(name, body, { aptoken });
    const recent = await addKey({ ...ana, call }, ['Trading']);
    const changed = await call('ChangePassword', { OldPassword: ana.password, NewPassword });
    expect(changed.json()).toMatchObject({ SessionToken: expect.any(String) as string });
    const shown = (key: { readonly apiKey: string }) => key.apiKey.slice(0, 8);
    expect(world.mails[0]?.notification).toMatchObject({
      action: 'password_changed',
      credentials: [
        { state: 'api_key_ended', name: shown(withdrawing) },
        { state: 'api_key_ended', name: shown(recent) },
        { state: 'api_key_kept', name: shown(trading) },
      ],
    });
    const by = async (key: TestKey) =>
      (await world.call('GetAccountPositions', {}, signHeaders(key, ana))).status;
    expect([await by(trading), await by(withdrawing), await by(recent)]).toEqual([200, 401, 401]);
  });

  test.each([
    ['a wrong current password', { OldPassword: 'wrong-one' }, 'Invalid password'],
    ['a common new password', { NewPassword: '123456' }, 'Password is too common'],
    ['a short new password', { NewPassword: 'a1b2' }, 'Password must have at least 6 characters'],
    ['no current password', { OldPassword: undefined }, 'OldPassword is Required'],
  ])('F60 %s is refused, and changes nothing', async (_what, given, detail) => {
    const ana = await world.customer();
    const body = { OldPassword: ana.password, NewPassword, ...given };
    expect((await ana.call('ChangePassword', body)).json()).toMatchObject({ result: false, detail });
    expect(await isIn(ana.token)).toBe(true);
    expect(await signIn(ana)).toMatchObject({ Authenticated: true });
  });

  test('F60 a stolen session guesses the current password as slowly as a sign-in', async () => {
    const ana = await world.customer();
    const guess = async (OldPassword: string) =>
      (await ana.call('ChangePassword', { OldPassword, NewPassword })).json()['detail'];
    for (let tries = 0; tries < 6; tries += 1) expect(await guess(`guess-${tries}`)).toBe('Invalid password');
    expect(await guess(ana.password)).toMatch(/^Too many attempts/);
  });

  test('F60 a session that was not re-authenticated for a quarter of an hour is refused, and so is a key', async () => {
    const ana = await world.customer();
    const key = await addKey(ana, ['Trading']);
    world.clock.now += 15 * 60_000;
    const body = { OldPassword: ana.password, NewPassword };
    expect((await ana.call('ChangePassword', body)).json()).toMatchObject({
      detail: 'Re-authentication required',
    });
    expect((await world.call('ChangePassword', body, signHeaders(key, ana))).json()).toMatchObject({
      errorcode: 20,
    });
  });

  test('F60 of two simultaneous changes one is made', async () => {
    const ana = await world.customer();
    const change = (password: string) =>
      ana.call('ChangePassword', { OldPassword: ana.password, NewPassword: password });
    const answers = await Promise.all([change(NewPassword), change('Granite-7-orchard')]);
    expect(answers.filter(({ text }) => text.includes('SessionToken'))).toHaveLength(1);
  });
});
