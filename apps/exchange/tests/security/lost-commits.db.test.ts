/** A revocation takes effect at once, even when the database connection is lost during its commit. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { nextStep, switchOn } from '../support/authenticator-app.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { addKey, signHeaders, signRequest } from '../support/test-keys.ts';

let world: GatewayWorld;
let onHash: () => void = () => undefined;
beforeAll(async () => {
  world = await openGatewayWorld({ onHash: () => onHash() });
});
afterEach(() => {
  onHash = () => undefined;
  vi.restoreAllMocks();
});
afterAll(() => world.close());

const lost = () => Object.assign(new Error('the connection is gone'), { code: 'ECONNRESET' });

/** Commits the next transaction, but loses the answer. */
function loseNextAnswer(): void {
  const { database } = world;
  const transaction = database.transaction.bind(database);
  vi.spyOn(database, 'transaction').mockImplementationOnce(async (work) => {
    await transaction(work);
    throw lost();
  });
}

/** Fails the next read of a user. */
function loseNextUser(): void {
  const { database } = world;
  const query = database.query.bind(database);
  let isLost = false;
  vi.spyOn(database, 'query').mockImplementation(async (text, values, name) => {
    if (name !== 'user_by_id' || isLost) return query(text, values, name);
    isLost = true;
    throw lost();
  });
}

const isIn = async ({ call }: Pick<Customer, 'call'>) => (await call('GetUserInfo')).status === 200;

async function resetPassword({ userName, userId }: Customer) {
  await world.call('ResetPassword', { UserName: userName });
  const PendingCode = world.codeFor(`${userName}@example.com`);
  return () => world.call('ResetPassword2', { UserId: userId, PendingCode, Password: 'Other-2-harbour' });
}

test('S3 a new password ends sessions even when the answer to its commit is lost', async () => {
  const maria = await world.customer();
  const key = await addKey(maria, ['Withdraw']);
  const request = () => ({ at: world.clock.now, url: '/AP/GetUserInfo', body: '{}' });
  const byKey = () => world.call('GetUserInfo', {}, signRequest(key, request()));
  const reset = await resetPassword(maria);
  expect([await isIn(maria), (await byKey()).status]).toEqual([true, 200]);
  onHash = loseNextAnswer;
  expect((await reset()).status).toBe(503);
  expect([await isIn(maria), (await byKey()).status]).toEqual([false, 401]);
});

test('S3 a new password ends sessions even when its customer cannot be read again at once', async () => {
  const maria = await world.customer();
  const reset = await resetPassword(maria);
  expect(await isIn(maria)).toBe(true);
  onHash = loseNextUser;
  await reset();
  vi.restoreAllMocks();
  await world.services.accounts.users.get(maria.userId as never);
  expect(await isIn(maria)).toBe(false);
});

test('G10 a deleted key gives no access even when the answer to its commit is lost', async () => {
  const maria = await world.customer();
  const key = await addKey(maria, ['Trading']);
  const byKey = () => world.call('GetUserInfo', {}, signHeaders(key, maria));
  expect((await byKey()).status).toBe(200);
  loseNextAnswer();
  expect((await maria.call('RemoveUserAPIKey', { APIKey: key.apiKey })).status).toBe(503);
  expect((await byKey()).status).toBe(401);
});

test('G10 a lock ends sessions even when the answer to its commit is lost', async () => {
  const maria = await world.customer();
  expect(await isIn(maria)).toBe(true);
  loseNextAnswer();
  await expect(world.services.authentication.locks.lockByOperator(maria.userId as never)).rejects.toThrow(
    'gone',
  );
  expect(await isIn(maria)).toBe(false);
});

test('S7 ended sessions are invalid even when the answer to their commit is lost', async () => {
  const maria = await world.customer();
  const basic = Buffer.from(`${maria.userName}:${maria.password}`).toString('base64');
  const second = (await world.call('AuthenticateUser', {}, { authorization: `Basic ${basic}` })).json();
  const other = { call: (name: string) => world.call(name, {}, { aptoken: String(second['SessionToken']) }) };
  expect(await isIn(other)).toBe(true);
  loseNextAnswer();
  expect((await maria.call('EndOtherUserSessions')).status).toBe(503);
  expect([await isIn(other), await isIn(maria)]).toEqual([false, true]);
});

test('S3 a second factor that is switched off ends the other sessions even when the answer is lost', async () => {
  const maria = await world.customer();
  const basic = Buffer.from(`${maria.userName}:${maria.password}`).toString('base64');
  const { app } = await switchOn(world, maria);
  const pending = (await world.call('AuthenticateUser', {}, { authorization: `Basic ${basic}` })).json();
  const second = await world.call(
    'Authenticate2FA',
    { Code: app.code() },
    { pending2fatoken: String(pending['Pending2FaToken']) },
  );
  const token = String(second.json()['SessionToken']);
  const other = { call: (name: string) => world.call(name, {}, { aptoken: token }) };
  expect(await isIn(other)).toBe(true);
  nextStep(world);
  await maria.call('Disable2FA');
  loseNextAnswer();
  expect((await maria.call('Authenticate2FA', { Code: app.code() })).status).toBe(503);
  expect([await isIn(other), await isIn(maria)]).toEqual([false, true]);
});
