/** The link that freezes an account: where it comes from, what it ends, and what opens the account again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountId, userId } from '@salar/protocol';
import { pendingToken, signIn, switchOn } from '../support/authenticator-app.ts';
import { listActions, readChangedAt, readStatus } from '../support/customer-record.ts';
import { offlineProvider } from '../support/in-memory-tickets.ts';
import { openGatewayWorld, publicUrl } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';
import { addKey, openKeySession, signHeaders } from '../support/test-keys.ts';

const day = 24 * 60 * 60_000;
const newPassword = 'Lantern-orbit-4';

let world: GatewayWorld;
beforeAll(async () => {
  world = await openGatewayWorld();
});
afterAll(() => world.close());

/** Returns the code of the link in the customer's newest notice. */
function findFreezeCode({ userName }: Customer): string {
  const mail = world.mails.find(
    ({ to, notification }) => to === `${userName}@example.com` && 'freezeCode' in notification,
  );
  if (mail === undefined || !('freezeCode' in mail.notification)) throw new Error('no mail has a link');
  return mail.notification.freezeCode;
}
const freeze = async ({ userId: UserId }: Pick<Customer, 'userId'>, VerifyCode: string) =>
  (await world.call('FreezeAccount', { UserId, VerifyCode })).json();
const done = { result: true };
const refused = { result: false, detail: 'Invalid or expired code' };

async function withNotice() {
  const customer = await world.customer();
  const key = await addKey(customer, ['Trading', 'AccountReadOnly']);
  return { customer, key, code: findFreezeCode(customer) };
}

async function resetPassword(customer: Customer): Promise<void> {
  await world.call('ResetPassword', { UserName: customer.userName });
  const PendingCode = world.codeFor(`${customer.userName}@example.com`);
  const body = { UserId: customer.userId, PendingCode, Password: newPassword };
  expect((await world.call('ResetPassword2', body)).json()).toMatchObject(done);
}

test('F61 the link ends sessions and stops keys, passkeys and passwords; the log and a mail show it', async () => {
  const { customer, key, code } = await withNotice();
  const passkey = new SoftwarePasskey(publicUrl);
  const { Options } = (await customer.call('BeginPasskey')).json();
  await customer.call('AddPasskey', { Name: 'Phone', Response: passkey.create(String(Options)) });
  const keySession = await openKeySession(world, key);
  const before = [customer.token, keySession];
  const readKeyStatus = async (token: string) =>
    (await world.call('GetAccountPositions', {}, { aptoken: token })).status;
  for (const token of before) expect(await readKeyStatus(token)).toBe(200);

  expect(await freeze(customer, code)).toMatchObject(done);
  for (const token of before) expect(await readKeyStatus(token)).toBe(401);
  expect((await world.call('GetAccountPositions', {}, signHeaders(key, customer))).status).toBe(401);
  expect((await signIn(world, customer)).json()).toMatchObject({ Authenticated: false, Locked: true });
  const question = (await world.call('BeginPasskeySignIn', {})).json();
  const Response = passkey.get(String(question['Options']));
  const answer = { ChallengeId: question['ChallengeId'], Response };
  expect((await world.call('AuthenticatePasskey', answer)).json()).toMatchObject({ Authenticated: false });
  expect(await listActions(world, customer)).toContain('account_frozen');
  expect(await readChangedAt(world, customer)).toBe(world.clock.now);
  expect(world.mails[0]?.notification).toMatchObject({ kind: 'security_notice', action: 'account_frozen' });
  expect(world.mails[0]?.notification).not.toHaveProperty('freezeCode');
});

test('F61 opening the page changes nothing, and no other code, customer or time freezes', async () => {
  const { customer, code } = await withNotice();
  const other = await world.customer();
  const page = await world.app.inject(`/freeze-account?verifycode=${code}&UserId=${customer.userId}`);
  expect(page.statusCode).toBeLessThan(500);
  const bent = `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`;
  const later = `${(world.clock.now + 30 * day).toString(36)}.${code.split('.')[1] ?? ''}`;
  for (const wrong of ['', 'x', '.', bent.slice(0, -8), later])
    expect((await freeze(customer, wrong))['result']).toBe(false);
  expect(await freeze(other, code)).toMatchObject(refused);
  expect(await freeze({ userId: 999_999 }, code)).toMatchObject(refused);
  expect(await readStatus(world, customer.token)).toBe(200);
  expect(await readStatus(world, other.token)).toBe(200);
  world.clock.now += 7 * day;
  expect(await freeze(customer, code)).toMatchObject(refused);
});

test('F61 the links of several mails work, and pressing twice succeeds', async () => {
  const { customer, code } = await withNotice();
  world.clock.now += day;
  const session = String((await signIn(world, customer)).json()['SessionToken']);
  const later = findFreezeCode(customer);
  expect(later).not.toBe('');
  world.clock.now += day;
  expect(await freeze(customer, code)).toMatchObject(done);
  expect(await freeze(customer, later)).toMatchObject(done);
  expect(await readStatus(world, session)).toBe(401);
  const frozen = (await listActions(world, customer)).filter((action) => action === 'account_frozen');
  expect(frozen).toHaveLength(1);
});

test('F61 pending withdrawals are canceled and their money is free again; paid ones stay', async () => {
  const customer = await world.customer({ level: 1 });
  const { productId } = offlineProvider;
  await world.fund(customer, 'USDT', 100_000_000n);
  const held = () => world.sequencer.undurable.position(accountId(customer.accountId), productId).held;
  const withdraw = async () => {
    const TemplateForm = JSON.stringify({
      ExternalAddress: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
      Comment: '',
    });
    const created = await customer.call('CreateWithdrawTicket', {
      ProductId: productId,
      Amount: '10',
      TemplateForm,
    });
    expect(created.json()).toMatchObject(done);
  };
  await withdraw();
  const { withdrawTickets } = world.tickets;
  const [paid] = withdrawTickets;
  if (paid === undefined) throw new Error('the ticket exists');
  withdrawTickets[0] = { ...paid, status: 'FullyProcessed' };
  const before = held();
  await withdraw();
  expect(held()).toBeGreaterThan(before);
  await addKey(customer, ['Trading']);
  const code = findFreezeCode(customer);
  expect(await freeze(customer, code)).toMatchObject(done);
  expect(held()).toBe(before);
  expect(withdrawTickets.slice(0, 2).map(({ status }) => status)).toEqual(['UserCanceled', 'FullyProcessed']);
});

test('F61 a new password opens the account without its keys; the links of earlier mails no longer freeze it', async () => {
  const { customer, key, code } = await withNotice();
  await freeze(customer, code);
  await resetPassword(customer);
  const signedIn = (await signIn(world, { ...customer, password: newPassword })).json();
  expect(signedIn).toMatchObject({ Authenticated: true });
  expect((await world.call('GetAccountPositions', {}, signHeaders(key, customer))).status).toBe(401);
  expect(await freeze(customer, code)).toMatchObject(refused);
  expect(await readStatus(world, signedIn['SessionToken'])).toBe(200);
});

test('F61 with a second factor, the new password alone gives nothing', async () => {
  const { customer, code } = await withNotice();
  const { app } = await switchOn(world, customer);
  await freeze(customer, code);
  await resetPassword(customer);
  const changed = { ...customer, password: newPassword };
  const pending2fatoken = await pendingToken(world, changed);
  expect(await readStatus(world, pending2fatoken)).toBe(401);
  const completed = await world.call('Authenticate2FA', { Code: app.code() }, { pending2fatoken });
  expect(completed.json()).toMatchObject({ Authenticated: true });
});

test('F61 an operator opens the account, and the mailed code of a lock does not', async () => {
  const { customer, code } = await withNotice();
  const { locks } = world.services.authentication;
  await freeze(customer, code);
  const unlocked = await locks.unlock({
    userId: userId(customer.userId),
    code: 'x'.repeat(43),
    origin: { ip: '', agent: null, device: null },
  });
  expect(unlocked.ok).toBe(false);
  await locks.openByOperator(userId(customer.userId));
  expect((await signIn(world, customer)).json()).toMatchObject({ Authenticated: true });
  expect(await freeze(customer, code)).toMatchObject(refused);
});

test('F61 an operator’s lock is not opened by a freeze and a new password', async () => {
  const { customer, code } = await withNotice();
  await world.services.authentication.locks.lockByOperator(userId(customer.userId));
  await freeze(customer, code);
  await resetPassword(customer);
  expect((await signIn(world, { ...customer, password: newPassword })).json()).toMatchObject({
    Locked: true,
  });
});
