/** The second factor through the gateway: only its owner can switch it on, use it and switch it off. */
import type { AddressInfo } from 'node:net';
import { userId } from '@salar/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../src/gateway/calls/registry.ts';
import {
  AuthenticatorApp,
  codeRefusals,
  completeSignIn,
  nextStep,
  pendingToken,
  signIn,
  signedIn,
  switchOn,
} from '../support/authenticator-app.ts';
import { addKey, signHeaders } from '../support/test-keys.ts';
import { TestSocket } from '../support/test-socket.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import { listActions, readChangedAt, readStatus } from '../support/customer-record.ts';
import type { GatewayWorld } from '../support/gateway-world.ts';

const minute = 60_000;
const hour = 60 * minute;

let world: GatewayWorld;
beforeAll(async () => {
  world = await openGatewayWorld();
});
afterAll(() => world.close());

const complete = (token: string, code: unknown) => completeSignIn(world, token, code);
const { wrong } = codeRefusals;

describe('switching on', () => {
  test('F3 a secret takes effect with the first correct code, and then a password is not enough', async () => {
    const maria = await world.customer();
    const begun = (await maria.call('EnableGoogle2FA')).json();
    expect(begun['errorcode']).toBe(0);
    const png = Buffer.from(String(begun['GoogleQRCode']), 'base64');
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect((await signIn(world, maria)).json()).toMatchObject({ Requires2FA: false });

    const app = new AuthenticatorApp(String(begun['ManualCode']), world.clock);
    expect((await maria.call('Authenticate2FA', { Code: app.wrongCode() })).json()).toEqual(wrong);
    expect((await maria.call('GetSecondFactor')).json()).toMatchObject({ Use2FA: false, EnabledAt: null });
    const switched = (await maria.call('Authenticate2FA', { Code: app.code() })).json();
    expect(switched).toMatchObject({
      Authenticated: true,
      UserId: maria.userId,
      SessionToken: maria.token,
      errormsg: null,
    });
    expect(switched['RecoveryCodes']).toHaveLength(10);
    expect((await maria.call('GetSecondFactor')).json()).toEqual({
      Use2FA: true,
      RecoveryCodesLeft: 10,
      EnabledAt: new Date(world.clock.now).toISOString(),
      ResetPlannedAt: null,
    });
    expect((await maria.call('GetUserInfo')).json()).toMatchObject({ Use2FA: true });

    nextStep(world);
    const answer = await signIn(world, maria);
    expect(answer.json()).toMatchObject({
      Authenticated: true,
      Requires2FA: true,
      EnforceEnable2FA: false,
      Locked: false,
      AuthType: 'Google',
    });
    expect(answer.json()).not.toHaveProperty('SessionToken');
    expect(answer.json()).not.toHaveProperty('User');
    expect(answer.json()['TwoFAToken']).toBe(answer.json()['Pending2FaToken']);
  });

  test('S3 F3 the other sessions end, withdrawals are held, and the customer is notified', async () => {
    const ana = await world.customer();
    const other = (await signIn(world, ana)).json()['SessionToken'];
    await switchOn(world, ana);
    expect([await readStatus(world, ana.token), await readStatus(world, other)]).toEqual([200, 401]);
    expect(await readChangedAt(world, ana)).toBe(world.clock.now - 30_000);
    expect(await listActions(world, ana)).toContain('second_factor_on');
    expect(world.mails[0]).toMatchObject({
      to: 'person2@example.com',
      notification: { kind: 'security_notice', action: 'second_factor_on' },
    });
  });

  test('F3 it is refused while it is on, and the secret stays', async () => {
    const ana = await world.customer();
    const { app } = await switchOn(world, ana);
    const again = (await ana.call('EnableGoogle2FA')).json();
    expect(again).toMatchObject({ result: false, errorcode: 101, detail: '2FA already enabled' });
    expect(await complete(await pendingToken(world, ana), app.code())).toMatchObject({ Authenticated: true });
  });

  test('S6 switching it on requires re-authentication within 15 minutes, and so does every change', async () => {
    const ana = await world.customer();
    world.clock.now += 15 * minute;
    for (const name of [
      'EnableGoogle2FA',
      'Disable2FA',
      'CreateRecoveryCodes',
      'BeginPasskey',
      'RemovePasskey',
    ])
      expect((await ana.call(name, { Code: '123456', PasskeyId: '' })).json(), name).toMatchObject({
        errorcode: 101,
        detail: 'Re-authentication required',
      });
  });

  test('no code switches on an expired or a replaced secret', async () => {
    const ana = await world.customer();
    const first = (await ana.call('EnableGoogle2FA')).json();
    const second = (await ana.call('EnableGoogle2FA')).json();
    const createApp = (begun: typeof first) => new AuthenticatorApp(String(begun['ManualCode']), world.clock);
    expect((await ana.call('Authenticate2FA', { Code: createApp(first).code() })).json()).toEqual(wrong);
    world.clock.now += 15 * minute;
    expect((await ana.call('Authenticate2FA', { Code: createApp(second).code() })).json()).toEqual(wrong);
  });

  test('the same code sent twice at once switches on once, and shows recovery codes once', async () => {
    const ana = await world.customer();
    const begun = (await ana.call('EnableGoogle2FA')).json();
    const Code = new AuthenticatorApp(String(begun['ManualCode']), world.clock).code();
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => (await ana.call('Authenticate2FA', { Code })).json()),
    );
    expect(answers.filter((answer) => 'RecoveryCodes' in answer)).toHaveLength(1);
    expect((await ana.call('GetSecondFactor')).json()).toMatchObject({ RecoveryCodesLeft: 10 });
  });
});

test('S3 F5 password sign-ins while the factor is being switched on leave no session behind', async () => {
  const ana = await world.customer();
  const begun = (await ana.call('EnableGoogle2FA')).json();
  const Code = new AuthenticatorApp(String(begun['ManualCode']), world.clock).code();
  const [switched, ...answers] = await Promise.all([
    ana.call('Authenticate2FA', { Code }),
    ...Array.from({ length: 8 }, () => signIn(world, ana)),
  ]);
  expect(switched.json()).toMatchObject({ Authenticated: true });
  for (const answer of answers) {
    const { SessionToken, errorcode } = answer.json();
    expect(errorcode).toBeUndefined();
    if (SessionToken !== undefined) expect(await readStatus(world, SessionToken)).toBe(401);
  }
  expect(await readStatus(world, ana.token)).toBe(200);
});

test('K3 a program cannot switch a factor on or off or create passkeys, by a signature or a session of its key', async () => {
  const ana = await world.customer();
  const key = await addKey(ana, ['Trading', 'Deposit', 'AccountReadOnly']);
  const headers = signHeaders(key, ana);
  const aptoken = String((await world.call('AuthenticateUser', {}, headers)).json()['SessionToken']);
  const { app } = await switchOn(world, ana);
  const fresh = await world.call('AuthenticateUser', {}, headers); // a key needs no second factor
  expect(fresh.json()).toMatchObject({ Authenticated: true, User: { Use2FA: true } });
  for (const by of [headers, { aptoken: String(fresh.json()['SessionToken']) }])
    for (const name of [
      'EnableGoogle2FA',
      'Disable2FA',
      'Authenticate2FA',
      'CreateRecoveryCodes',
      'GetSecondFactor',
      'CancelSecondFactorReset',
      'Validate2FA',
      'BeginPasskey',
      'AddPasskey',
      'GetPasskeys',
      'RemovePasskey',
    ]) {
      const answer = await world.call(name, { Code: app.code() }, by);
      expect(answer.json(), name).toMatchObject({ result: false, errorcode: 20 });
    }
  expect(await readStatus(world, aptoken)).toBe(401); // ended with the others when the factor was switched on
});

test('without a session, switching on is refused as not signed in', async () => {
  for (const headers of [{}, { aptoken: 'x' }, { aptoken: `sal_s_${'A'.repeat(43)}` }]) {
    const answer = await world.call('EnableGoogle2FA', {}, headers);
    expect([answer.status, answer.json()['errorcode']]).toEqual([401, 20]);
  }
  const late = await world.call(
    'Authenticate2FA',
    { Code: '123456' },
    { aptoken: `sal_s_${'A'.repeat(43)}` },
  );
  expect([late.status, late.json()['errorcode']]).toEqual([401, 20]);
});

describe('on a socket', () => {
  let url: string;
  beforeAll(async () => {
    await world.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = world.app.server.address() as AddressInfo;
    url = `ws://127.0.0.1:${port}/WSGateway`;
  });

  test('F5 a code completes the sign-in of the same socket, without a token, and of no other', async () => {
    const ana = await world.customer();
    const { app } = await switchOn(world, ana);
    const { userName, password } = ana;
    for (const name of ['WebAuthenticateUser', 'AuthenticateUser']) {
      const [socket, other] = [await TestSocket.open(url), await TestSocket.open(url)];
      const waiting = await socket.call(name, { UserName: userName, Password: password });
      expect(waiting).toMatchObject({ Authenticated: true, Requires2FA: true });
      expect(waiting).not.toHaveProperty('SessionToken');
      expect((await socket.request('GetUserInfo')).m).toBe(5);
      expect(await other.call('Authenticate2FA', { Code: app.code() })).toEqual(wrong);
      expect(await socket.call('Authenticate2FA', { Code: app.wrongCode() })).toEqual(wrong);
      expect(await socket.call('Authenticate2FA', { Code: app.code() })).toMatchObject({
        Authenticated: true,
        UserId: ana.userId,
      });
      expect(await socket.call('GetUserInfo')).toMatchObject({ UserId: ana.userId, Use2FA: true });
      socket.socket.terminate();
      other.socket.terminate();
      nextStep(world);
    }
  });

  test('S3 switching off on one socket notifies the others that their session has ended', async () => {
    const ana = await world.customer();
    const { app } = await switchOn(world, ana);
    const other = await signedIn(world, ana, app);
    nextStep(world);
    const [socket, foreign] = [await TestSocket.open(url), await TestSocket.open(url)];
    await socket.call('WebAuthenticateUser', { SessionToken: ana.token });
    await foreign.call('WebAuthenticateUser', { SessionToken: other.token });
    const notified = new Promise((resolve) => {
      foreign.socket.on('message', (data) => {
        if ((data as Buffer).toString().includes('LogoutEvent')) resolve('notified');
      });
    });
    await socket.call('Disable2FA');
    const off = await socket.call('Authenticate2FA', { Code: app.code() });
    expect(off).toMatchObject({ Authenticated: true, SessionToken: ana.token });
    expect(await socket.call('GetSecondFactor')).toMatchObject({ Use2FA: false });
    expect(await notified).toBe('notified');
    socket.socket.terminate();
    foreign.socket.terminate();
  });
});

describe('switching off', () => {
  // covers: sign-in.29
  test('F3 the requesting session switches off with a correct code; others end and withdrawals are held', async () => {
    const ana = await world.customer();
    const { app } = await switchOn(world, ana);
    const other = await signedIn(world, ana, app);
    nextStep(world);
    expect((await ana.call('Authenticate2FA', { Code: app.code() })).json()).toEqual(wrong); // not requested
    expect((await ana.call('Disable2FA')).json()).toMatchObject({ result: true, errorcode: 0 });
    expect((await other.call('Authenticate2FA', { Code: app.code() })).json()).toEqual(wrong); // requested by another session
    expect((await ana.call('Authenticate2FA', { Code: app.wrongCode() })).json()).toEqual(wrong);
    expect((await ana.call('Authenticate2FA', { Code: app.code() })).json()).toEqual({
      Authenticated: true,
      UserId: ana.userId,
      SessionToken: ana.token,
      errormsg: null,
    });
    expect([await readStatus(world, ana.token), await readStatus(world, other.token)]).toEqual([200, 401]);
    expect((await ana.call('GetSecondFactor')).json()).toEqual({
      Use2FA: false,
      RecoveryCodesLeft: 0,
      EnabledAt: null,
      ResetPlannedAt: null,
    });
    expect(world.mails[0]?.notification).toMatchObject({ action: 'second_factor_off' });
    expect(await readChangedAt(world, ana)).toBe(world.clock.now);
    expect((await ana.call('Disable2FA')).json()).toMatchObject({
      errorcode: 101,
      detail: '2FA is not enabled',
    });
    expect((await signIn(world, ana)).json()).toMatchObject({ Requires2FA: false });
    const kept = await world.database.query<{ secret: unknown }>(
      'SELECT secret FROM second_factor WHERE user_id = $1',
      [ana.userId],
    );
    expect(kept).toEqual([{ secret: null }]);
  });

  test('F3 a request older than 15 minutes switches nothing off', async () => {
    const ana = await world.customer();
    const { app } = await switchOn(world, ana);
    await ana.call('Disable2FA');
    world.clock.now += 15 * minute;
    expect((await ana.call('Authenticate2FA', { Code: app.code() })).json()).toEqual(wrong);
    expect((await ana.call('GetSecondFactor')).json()).toMatchObject({ Use2FA: true });
  });

  test('a recovery code switches off, so that a new phone can be set up', async () => {
    const ana = await world.customer();
    const { recoveryCodes } = await switchOn(world, ana);
    await ana.call('Disable2FA');
    expect((await ana.call('Authenticate2FA', { Code: recoveryCodes[3] })).json()).toMatchObject({
      Authenticated: true,
    });
    const { app } = await switchOn(world, ana);
    expect(await complete(await pendingToken(world, ana), recoveryCodes[4])).toEqual(wrong);
    expect(await complete(await pendingToken(world, ana), app.code())).toMatchObject({ Authenticated: true });
  });

  test('new recovery codes replace the earlier ones, and are announced by mail without the codes', async () => {
    const ana = await world.customer();
    const { app, recoveryCodes } = await switchOn(world, ana);
    const made = (await ana.call('CreateRecoveryCodes', { Code: app.code() })).json();
    const codes = made['RecoveryCodes'] as readonly string[];
    expect(new Set([...codes, ...recoveryCodes]).size).toBe(20);
    expect(world.mails[0]?.notification).toMatchObject({ action: 'recovery_codes_made' });
    expect(await complete(await pendingToken(world, ana), recoveryCodes[0])).toEqual(wrong);
    expect(await complete(await pendingToken(world, ana), codes[0])).toMatchObject({ Authenticated: true });
  });
});

describe('a withdrawal', () => {
  test('F1 requires a code: that of the sign-in is accepted, counted separately, once', async () => {
    const ana = await world.customer({ level: 1 });
    await world.fund(ana, 'USDT', 1_000_000_000n);
    const { app, recoveryCodes } = await switchOn(world, ana);
    const session = await signedIn(world, ana, app);
    const ticket = {
      ProductId: 3,
      Amount: '20',
      TemplateForm: '{"ExternalAddress":"0x71C7656EC7ab88b098defB751B7401B5f6d8976F"}',
    };
    const withdraw = async (TFaCode?: string) =>
      (await session.call('CreateWithdrawTicket', { ...ticket, TFaCode })).json();
    expect(await withdraw()).toMatchObject({ result: false, errorcode: 101, detail: '2FA code required' });
    expect(await withdraw(app.code())).toMatchObject({ result: true });
    expect(await withdraw(app.code())).toMatchObject({ result: false, detail: 'Invalid 2FA code' });
    expect(await withdraw(recoveryCodes[0])).toMatchObject({ result: false, detail: 'Invalid 2FA code' });
    expect(await withdraw()).toMatchObject({ result: false, detail: '2FA code required' });
    nextStep(world);
    const wrapped = { TfaType: 'Google', TFaCode: app.code(), Payload: JSON.stringify(ticket) };
    expect((await session.call('CreateWithdrawTicket', wrapped)).json()).toMatchObject({ result: true });
  });

  test('O8 that exists already gets its first answer, whatever happened to the code', async () => {
    const ana = await world.customer({ level: 1 });
    await world.fund(ana, 'USDT', 1_000_000_000n);
    const { app } = await switchOn(world, ana);
    const { token } = await signedIn(world, ana, app);
    const TemplateForm = '{"ExternalAddress":"0x71C7656EC7ab88b098defB751B7401B5f6d8976F"}';
    const ticket = { ProductId: 3, Amount: '20', TemplateForm };
    const headers = { aptoken: token, 'idempotency-key': 'once' };
    const withdraw = (TfaCode: string) => world.call('CreateWithdrawTicket', { ...ticket, TfaCode }, headers);
    expect((await withdraw(app.wrongCode())).json()).toMatchObject({ detail: 'Invalid 2FA code' });
    const code = app.code();
    const first = await withdraw(code);
    expect(first.json()).toMatchObject({ result: true });
    nextStep(world);
    for (const later of [code, app.code(), app.wrongCode()])
      expect((await withdraw(later)).text).toBe(first.text);
    expect((await world.call('CreateWithdrawTicket', { ...ticket, Amount: '21' }, headers)).status).toBe(409);
  });
});

describe('a lost factor', () => {
  test('F4 is switched off 72 hours after its reset was planned, at the next sign-in, and not earlier', async () => {
    const ana = await world.customer();
    await switchOn(world, ana);
    const user = await world.services.accounts.users.get(userId(ana.userId));
    if (!user) throw new Error('the customer exists');
    const planned = await world.services.authentication.factorResets.plan(user);
    expect(planned).toMatchObject({ ok: true, value: world.clock.now + 72 * hour });
    expect(world.mails[0]?.notification).toMatchObject({ action: 'second_factor_reset_planned' });
    expect((await ana.call('GetSecondFactor')).json()).toMatchObject({
      ResetPlannedAt: new Date(world.clock.now + 72 * hour).toISOString(),
    });
    expect(await world.services.authentication.factorResets.plan(user)).toMatchObject({ ok: false });
    world.clock.now += 72 * hour - 1;
    expect((await signIn(world, ana)).json()).toMatchObject({ Requires2FA: true });
    world.clock.now += 1;
    const answer = (await signIn(world, ana)).json();
    expect(answer).toMatchObject({ Requires2FA: false, User: { Use2FA: false } });
    expect(world.mails.map(({ notification }) => notification)).toContainEqual(
      expect.objectContaining({ action: 'second_factor_reset' }),
    );
    expect(await readChangedAt(world, ana)).toBe(world.clock.now);
  });

  test('F4 its owner cancels the reset, and it stays on', async () => {
    const ana = await world.customer();
    const { app } = await switchOn(world, ana);
    const user = await world.services.accounts.users.get(userId(ana.userId));
    if (!user) throw new Error('the customer exists');
    await world.services.authentication.factorResets.plan(user);
    world.clock.now += 71 * hour;
    const session = await signedIn(world, ana, app);
    expect((await session.call('CancelSecondFactorReset')).json()).toMatchObject({ result: true });
    expect((await session.call('CancelSecondFactorReset')).json()).toMatchObject({
      errorcode: 101,
      detail: 'No reset is planned',
    });
    world.clock.now += 2 * hour;
    expect((await signIn(world, ana)).json()).toMatchObject({ Requires2FA: true });
    expect(await listActions(world, ana)).toContain('second_factor_reset_canceled');
  });
});

test('F5 every call that may return a session is one of these, and each ends in the step that grants it', () => {
  const withToken = calls.filter(({ outputSchema }) => JSON.stringify(outputSchema).includes('SessionToken'));
  expect(withToken.map(({ name }) => name).toSorted()).toEqual([
    'Authenticate2FA',
    'AuthenticatePasskey',
    'AuthenticateUser',
    'ChangePassword',
    'Reauthenticate',
    'WebAuthenticateUser',
  ]);
});

test('X2 no table and no mail contains a readable secret, token or recovery code, in any encoding', async () => {
  const ana = await world.customer();
  const begun = (await ana.call('EnableGoogle2FA')).json();
  const manualCode = String(begun['ManualCode']);
  const app = new AuthenticatorApp(manualCode, world.clock);
  const { RecoveryCodes } = (await ana.call('Authenticate2FA', { Code: app.code() })).json();
  const codes = RecoveryCodes as readonly string[];
  const waiting = await pendingToken(world, ana);
  await complete(waiting, app.wrongCode());
  await complete(await pendingToken(world, ana), codes[0]);
  const tables = await world.database.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema::regnamespace AND relkind IN ('r', 'p')",
  );
  const rows = await Promise.all(
    tables.map(({ name }) => world.database.query(`SELECT ${name}::text AS row FROM ${name}`)),
  );
  const kept = JSON.stringify([rows, world.mails]).toLowerCase();
  expect(kept).toContain(ana.userName); // the searched data is not empty
  const secrets = [manualCode, ...codes, ...codes.map((code) => code.replace('-', '')), waiting, ana.token];
  for (const secret of [...secrets, ana.password])
    for (const spelled of [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64'),
    ])
      expect(kept).not.toContain(spelled.toLowerCase());
  expect(kept).not.toContain(app.secretHex);
});
