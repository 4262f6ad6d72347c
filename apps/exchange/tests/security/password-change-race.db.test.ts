/** A thief's call that races with the owner's new password leaves no access behind. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { AuthenticatorApp, signIn } from '../support/authenticator-app.ts';
import { openGatewayWorld, publicUrl } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';

let world: GatewayWorld;
beforeAll(async () => {
  world = await openGatewayWorld();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => world.close());

const newPassword = 'Lantern-orbit-4';

/** Changes the owner's password as soon as the guard has admitted a call. */
async function overtaken<Name extends string>(
  service: { readonly [N in Name]: (...given: never[]) => Promise<unknown> },
  name: Name,
  { userName, userId }: Customer,
): Promise<void> {
  await world.call('ResetPassword', { UserName: userName });
  const PendingCode = world.codeFor(`${userName}@example.com`);
  const work = service[name].bind(service) as (...given: unknown[]) => Promise<unknown>;
  const spied = service as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
  vi.spyOn(spied, name).mockImplementationOnce(async (...given) => {
    await world.call('ResetPassword2', { UserId: userId, PendingCode, Password: newPassword });
    return work(...given);
  });
}
const countRows = async (table: 'api_key' | 'passkey', { userId }: Customer) =>
  (await world.database.query(`SELECT FROM ${table} WHERE user_id = $1`, [userId])).length;

test('P8 no key with the withdraw permission is created', async () => {
  const maria = await world.customer();
  await overtaken(world.services.access.apiKeys, 'add', maria);
  const added = await maria.call('AddUserAPIKey', { Permissions: ['Withdraw'], IpWhiteList: '' });
  expect(added.json()).toMatchObject({ result: false, errorcode: 20 });
  expect(await countRows('api_key', maria)).toBe(0);
});

test('P8 no key that gets the withdraw permission stays', async () => {
  const maria = await world.customer();
  const { APIKey } = (
    await maria.call('AddUserAPIKey', { Permissions: ['Trading'], IpWhiteList: '' })
  ).json();
  await overtaken(world.services.access.apiKeys, 'addPermission', maria);
  const changed = await maria.call('AddUserAPIKeyPermission', { APIKey, Permission: 'Withdraw' });
  expect(changed.json()).toMatchObject({ result: false });
  expect(await countRows('api_key', maria)).toBe(0);
});

test('P8 no passkey is added', async () => {
  const maria = await world.customer();
  const { Options } = (await maria.call('BeginPasskey')).json();
  const Response = new SoftwarePasskey(publicUrl).create(String(Options));
  await overtaken(world.services.authentication.passkeys, 'add', maria);
  expect((await maria.call('AddPasskey', { Name: 'Phone', Response })).json()).toMatchObject({
    result: false,
  });
  expect(await countRows('passkey', maria)).toBe(0);
});

test('P8 no second factor is switched on', async () => {
  const maria = await world.customer();
  const begun = (await maria.call('EnableGoogle2FA')).json();
  const app = new AuthenticatorApp(String(begun['ManualCode']), world.clock);
  await overtaken(world.services.authentication.secondFactor, 'finish', maria);
  expect((await maria.call('Authenticate2FA', { Code: app.code() })).json()).toMatchObject({
    Authenticated: false,
  });
  expect((await signIn(world, { ...maria, password: newPassword })).json()).toMatchObject({
    Requires2FA: false,
    SessionToken: expect.any(String) as string,
  });
});
