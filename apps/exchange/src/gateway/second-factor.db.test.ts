import type { AddressInfo } from 'node:net';
import { userId } from '@salar/protocol';
import { credentialsChangedAt } from '@salar/store/tables/acceptance';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { calls } from './registry.ts';
import { AuthenticatorApp, nextStep, pendingToken, signIn, switchOn } from './testing/authenticator-app.ts';
import { addKey, signed } from './testing/test-keys.ts';
import { TestSocket } from './testing/test-socket.ts';
import { openGatewayWorld } from './testing/gateway-world.ts';
import type { Customer, GatewayWorld } from './testing/gateway-world.ts';

const minute = 60_000;
const hour = 60 * minute;

let world: GatewayWorld;
beforeAll(async () => {
  world = await openGatewayWorld();
});
afterAll(() => world.close());

const complete = async (token: string, code: unknown) =>
  (await world.call('Authenticate2FA', { Code: code }, { pending2fatoken: token })).json();
const statusOf = async (token: unknown) =>
  (await world.call('GetUserInfo', {}, { aptoken: String(token) })).status;
const actionsOf = async (customer: Customer) =>
  (await world.services.securityLog.list(userId(customer.userId), { startIndex: 0, limit: 100 })).map(
    ({ action }) => action,
  );
/** A session of this moment, by password and code. */
const signedIn = async (customer: Customer, app: AuthenticatorApp): Promise<Customer> => {
  const token = String((await complete(await pendingToken(world, customer), app.code()))['SessionToken']);
  return { ...customer, token, call: (name, body) => world.call(name, body, { aptoken: token }) };
};

const wrong = { Authenticated: false, errormsg: 'Invalid 2FA code' };
const usedUp = { Authenticated: false, errormsg: 'Too many codes. Please sign in again.' };
const over = { Authenticated: false, errormsg: 'Your sign-in has expired. Please sign in again.' };
const tomorrow = {
  Authenticated: false,
  errormsg: 'Too many wrong codes today. Please try again tomorrow.',
};

describe('switching on', () => {
  test('F3 a secret protects nothing until one right code of it, and then a password is not enough', async () => {
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

  test('S3 F3 the other sessions end, withdrawals are held, and the customer is told', async () => {
    const ana = await world.customer();
    const other = (await signIn(world, ana)).json()['SessionToken'];
    await switchOn(world, ana);
    expect([await statusOf(ana.token), await statusOf(other)]).toEqual([200, 401]);
    expect(await credentialsChangedAt(world.database, userId(ana.userId))).toBe(world.clock.now - 30_000);
    expect(await actionsOf(ana)).toContain('second_factor_on');
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

  test('S6 asking for it needs a proof of the last quarter of an hour, and so does everything that changes it', async () => {
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

  test('a secret that was asked for long ago, and one that another replaced, are switched on by no code', async () => {
    const ana = await world.customer();
    const first = (await ana.call('EnableGoogle2FA')).json();
    const second = (await ana.call('EnableGoogle2FA')).json();
    const appOf = (begun: typeof first) => new AuthenticatorApp(String(begun['ManualCode']), world.clock);
    expect((await ana.call('Authenticate2FA', { Code: appOf(first).code() })).json()).toEqual(wrong);
    world.clock.now += 15 * minute;
    expect((await ana.call('Authenticate2FA', { Code: appOf(second).code() })).json()).toEqual(wrong);
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

test('S3 F5 passwords that are given while the factor is switched on leave no session behind', async () => {
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
    if (SessionToken !== undefined) expect(await statusOf(SessionToken)).toBe(401);
  }
  expect(await statusOf(ana.token)).toBe(200);
});

test('K3 a program neither switches a factor on or off nor makes passkeys, by a signature or a session of its key', async () => {
  const ana = await world.customer();
  const key = await addKey(ana, ['Trading', 'Deposit', 'Withdraw', 'AccountReadOnly']);
  const headers = signed(key, ana);
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
  expect(await statusOf(aptoken)).toBe(401); // ended with the others when the factor came
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
      expect((await socket.ask('GetUserInfo')).m).toBe(5);
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

  test('S3 switching off on one socket tells the others that their session is over', async () => {
    const ana = await world.customer();
    const { app } = await switchOn(world, ana);
    const other = await signedIn(ana, app);
    nextStep(world);
    const [socket, foreign] = [await TestSocket.open(url), await TestSocket.open(url)];
    await socket.call('WebAuthenticateUser', { SessionToken: ana.token });
    await foreign.call('WebAuthenticateUser', { SessionToken: other.token });
    const told = new Promise((resolve) => {
      foreign.socket.on('message', (data) => {
        if ((data as Buffer).toString().includes('LogoutEvent')) resolve('told');
      });
    });
    await socket.call('Disable2FA');
    const off = await socket.call('Authenticate2FA', { Code: app.code() });
    expect(off).toMatchObject({ Authenticated: true, SessionToken: ana.token });
    expect(await socket.call('GetSecondFactor')).toMatchObject({ Use2FA: false });
    expect(await told).toBe('told');
    socket.socket.terminate();
    foreign.socket.terminate();
  });
});

describe('signing in', () => {
  let ana: Customer;
  let app: AuthenticatorApp;
  let recoveryCodes: readonly string[];
  beforeAll(async () => {
    ana = await world.customer();
    ({ app, recoveryCodes } = await switchOn(world, ana));
  });

  test('F2 the waiting sign-in’s token is of its own kind and opens nothing else', async () => {
    const token = await pendingToken(world, ana);
    expect(token).toMatch(/^sal_p_[A-Za-z0-9_-]{43}$/);
    expect(await statusOf(token)).toBe(401);
    const begun = await world.call('EnableGoogle2FA', {}, { pending2fatoken: token });
    expect([begun.status, begun.json()['errorcode']]).toEqual([401, 20]);
    expect(await complete(ana.token, app.code())).toEqual(over);
    const rows = await world.database.query('SELECT * FROM pending_sign_in');
    expect(JSON.stringify(rows)).not.toContain(token.slice(6));
  });

  test('F1 a code is taken once, of the current or the previous step, and an older one after it never', async () => {
    nextStep(world);
    const previous = app.code(-1);
    expect(await complete(await pendingToken(world, ana), app.code(-2))).toEqual(wrong);
    expect(await complete(await pendingToken(world, ana), app.code(1))).toEqual(wrong);
    const code = app.code();
    const answer = await complete(await pendingToken(world, ana), code);
    expect(answer).toMatchObject({ Authenticated: true, UserId: ana.userId, errormsg: null });
    expect(answer).not.toHaveProperty('RecoveryCodes');
    expect(await statusOf(answer['SessionToken'])).toBe(200);
    expect(await complete(await pendingToken(world, ana), code)).toEqual(wrong);
    expect(await complete(await pendingToken(world, ana), previous)).toEqual(wrong);
    nextStep(world);
    expect(await complete(await pendingToken(world, ana), app.code())).toMatchObject({ Authenticated: true });
  });

  test('F1 one code at ten waiting sign-ins at once opens one session', async () => {
    nextStep(world);
    const tokens: string[] = [];
    for (let count = 0; count < 10; count += 1) tokens.push(await pendingToken(world, ana));
    const answers = await Promise.all(tokens.map((token) => complete(token, app.code())));
    expect(answers.filter((answer) => answer['Authenticated'] === true)).toHaveLength(1);
  });

  test('a used token, a made-up one and one of five minutes ago complete nothing', async () => {
    world.clock.now += 25 * hour; // the wrong codes of before are forgotten
    const token = await pendingToken(world, ana);
    expect(await complete(token, app.code())).toMatchObject({ Authenticated: true });
    nextStep(world);
    expect(await complete(token, app.code())).toEqual(over);
    expect(await complete(`sal_p_${'A'.repeat(43)}`, app.code())).toEqual(over);
    expect(await complete('x', app.code())).toEqual(over);
    const late = await pendingToken(world, ana);
    world.clock.now += 5 * minute;
    expect(await complete(late, app.code())).toEqual(over);
    expect((await world.call('Authenticate2FA', { Code: app.code() })).json()).toEqual(wrong);
  });

  test('a number, which loses its leading zeros, is the same code; the token may be a field', async () => {
    while (!app.code().startsWith('0')) nextStep(world);
    const Pending2FaToken = await pendingToken(world, ana);
    const sent = { Code: Number(app.code()), Pending2FaToken };
    expect((await world.call('Authenticate2FA', sent)).json()).toMatchObject({ Authenticated: true });
  });

  test('a recovery code signs in once, however it is typed, leaves the factor on, and is told by mail', async () => {
    const [first = '', second = ''] = recoveryCodes;
    const typed = first.toUpperCase().replace('-', ' ');
    expect(await complete(await pendingToken(world, ana), typed)).toMatchObject({ Authenticated: true });
    expect(world.mails[0]?.notification).toMatchObject({ action: 'recovery_code_used' });
    expect(await complete(await pendingToken(world, ana), first)).toEqual(wrong);
    const tokens: string[] = [];
    for (let count = 0; count < 10; count += 1) tokens.push(await pendingToken(world, ana));
    const answers = await Promise.all(tokens.map((token) => complete(token, second)));
    expect(answers.filter((answer) => answer['Authenticated'] === true)).toHaveLength(1);
    const session = String(answers.find((answer) => answer['Authenticated'] === true)?.['SessionToken']);
    const state = await world.call('GetSecondFactor', {}, { aptoken: session });
    expect(state.json()).toMatchObject({ Use2FA: true, RecoveryCodesLeft: 8 });
    const joao = await world.customer();
    await switchOn(world, joao);
    expect(await complete(await pendingToken(world, joao), recoveryCodes[2])).toEqual(wrong);
  });

  test('F4 a new password, a lock and a change of the factor end sign-ins that wait', async () => {
    const eva = await world.customer();
    const { app: evasApp } = await switchOn(world, eva);
    const token = await pendingToken(world, eva);
    world.clock.now += 1;
    await world.call('ResetPassword', { UserName: eva.userName });
    const PendingCode = world.codeFor(`${eva.userName}@example.com`);
    await world.call('ResetPassword2', { UserId: eva.userId, PendingCode, Password: 'Lantern-orbit-4' });
    expect(await complete(token, evasApp.code())).toEqual(over);
    world.clock.now += 1;
    const renewed = { ...eva, password: 'Lantern-orbit-4' };
    expect((await signIn(world, renewed)).json()).toMatchObject({ Requires2FA: true });
    const waiting = await pendingToken(world, renewed);
    await world.database.query('UPDATE app_user SET locked_at = $2 WHERE user_id = $1', [
      eva.userId,
      world.clock.now,
    ]);
    expect(await complete(waiting, evasApp.code())).toEqual(over);
  });

  test('F4 a new password while the old one is looked at leaves no sign-in that waits', async () => {
    const eva = await world.customer();
    const { app: evasApp } = await switchOn(world, eva);
    await world.call('ResetPassword', { UserName: eva.userName });
    const PendingCode = world.codeFor(`${eva.userName}@example.com`);
    const { secondFactor } = world.services;
    const afterPassword = secondFactor.afterPassword.bind(secondFactor);
    vi.spyOn(secondFactor, 'afterPassword').mockImplementationOnce(async (user) => {
      await world.call('ResetPassword2', { UserId: eva.userId, PendingCode, Password: 'Lantern-orbit-4' });
      world.clock.now += 1;
      return afterPassword(user);
    });
    expect(await complete(await pendingToken(world, eva), evasApp.code())).toEqual(over);
  });
});

describe('guessing', () => {
  test('F2 of fifty parallel guesses at one waiting sign-in five are looked at, and then the right code is too late', async () => {
    const ana = await world.customer();
    const { app } = await switchOn(world, ana);
    const token = await pendingToken(world, ana);
    const guess = app.wrongCode();
    const answers = await Promise.all(Array.from({ length: 50 }, () => complete(token, guess)));
    expect(answers.filter((answer) => answer['errormsg'] === wrong.errormsg)).toHaveLength(4);
    expect(answers.filter((answer) => answer['errormsg'] === usedUp.errormsg)).toHaveLength(46);
    expect(await complete(token, app.code())).toEqual(usedUp);
    expect((await actionsOf(ana)).filter((action) => action === 'sign_in_code_failed')).toHaveLength(5);
    expect(await complete(await pendingToken(world, ana), app.code())).toMatchObject({ Authenticated: true });
  });

  test('F2 of fifty parallel guesses at ten waiting sign-ins twenty are looked at, and nobody gets in that day', async () => {
    const ana = await world.customer();
    const { app, recoveryCodes } = await switchOn(world, ana);
    const tokens: string[] = [];
    for (let count = 0; count < 10; count += 1) tokens.push(await pendingToken(world, ana));
    const guess = app.wrongCode();
    await Promise.all(tokens.flatMap((token) => Array.from({ length: 5 }, () => complete(token, guess))));
    const looked = (await actionsOf(ana)).filter((action) => action === 'sign_in_code_failed');
    expect(looked).toHaveLength(20);
    expect(await complete(await pendingToken(world, ana), app.code())).toEqual(tomorrow);
    expect(await complete(await pendingToken(world, ana), recoveryCodes[0])).toEqual(tomorrow);
    world.clock.now += 23 * hour;
    expect(await complete(await pendingToken(world, ana), app.code())).toEqual(tomorrow);
    world.clock.now += hour;
    expect(await complete(await pendingToken(world, ana), app.code())).toMatchObject({ Authenticated: true });
  });

  test('F2 right codes cost no try, and wrong ones count wherever they are typed', async () => {
    const ana = await world.customer();
    const { app } = await switchOn(world, ana);
    for (let count = 0; count < 25; count += 1) {
      expect(await complete(await pendingToken(world, ana), app.code())).toMatchObject({
        Authenticated: true,
      });
      nextStep(world);
    }
    const session = await signedIn(ana, app);
    const Code = app.wrongCode();
    await session.call('Disable2FA');
    for (let count = 0; count < 5; count += 1) {
      expect((await session.call('Authenticate2FA', { Code })).json()).toEqual(wrong);
      expect((await session.call('CreateRecoveryCodes', { Code })).json()).toMatchObject({
        errorcode: 101,
        detail: wrong.errormsg,
      });
      expect((await session.call('Validate2FA', { TFaType: 'Google', Code })).json()).toEqual({
        TFaAuthenticated: false,
      });
      const ticket = { ProductId: 3, Amount: '20', TemplateForm: '{}', TFaCode: Code };
      expect((await session.call('CreateWithdrawTicket', ticket)).json()).toMatchObject({
        errorcode: 101,
        detail: wrong.errormsg,
      });
    }
    nextStep(world);
    expect((await session.call('Authenticate2FA', { Code: app.code() })).json()).toEqual(tomorrow);
  });
});

describe('switching off', () => {
  test('F3 the session that asked switches off by a right code; others end and withdrawals are held', async () => {
    const ana = await world.customer();
    const { app } = await switchOn(world, ana);
    const other = await signedIn(ana, app);
    nextStep(world);
    expect((await ana.call('Authenticate2FA', { Code: app.code() })).json()).toEqual(wrong); // nobody asked
    expect((await ana.call('Disable2FA')).json()).toMatchObject({ result: true, errorcode: 0 });
    expect((await other.call('Authenticate2FA', { Code: app.code() })).json()).toEqual(wrong); // not who asked
    expect((await ana.call('Authenticate2FA', { Code: app.wrongCode() })).json()).toEqual(wrong);
    expect((await ana.call('Authenticate2FA', { Code: app.code() })).json()).toEqual({
      Authenticated: true,
      UserId: ana.userId,
      SessionToken: ana.token,
      errormsg: null,
    });
    expect([await statusOf(ana.token), await statusOf(other.token)]).toEqual([200, 401]);
    expect((await ana.call('GetSecondFactor')).json()).toEqual({
      Use2FA: false,
      RecoveryCodesLeft: 0,
      EnabledAt: null,
      ResetPlannedAt: null,
    });
    expect(world.mails[0]?.notification).toMatchObject({ action: 'second_factor_off' });
    expect(await credentialsChangedAt(world.database, userId(ana.userId))).toBe(world.clock.now);
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

  test('F3 a wish of a quarter of an hour ago switches nothing off', async () => {
    const ana = await world.customer();
    const { app } = await switchOn(world, ana);
    await ana.call('Disable2FA');
    world.clock.now += 15 * minute;
    expect((await ana.call('Authenticate2FA', { Code: app.code() })).json()).toEqual(wrong);
    expect((await ana.call('GetSecondFactor')).json()).toMatchObject({ Use2FA: true });
  });

  test('a recovery code switches off, so that a new phone can be taken in', async () => {
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

  test('new recovery codes end the former ones, and are mailed about, not mailed', async () => {
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
  test('F1 takes the code that signed in, in a lane of its own, once; without a code nothing is asked', async () => {
    const ana = await world.customer({ level: 1 });
    await world.fund(ana, 'USDT', 1_000_000_000n);
    const { app, recoveryCodes } = await switchOn(world, ana);
    const session = await signedIn(ana, app);
    const ticket = {
      ProductId: 3,
      Amount: '20',
      TemplateForm: '{"ExternalAddress":"0x71C7656EC7ab88b098defB751B7401B5f6d8976F"}',
    };
    const withdraw = async (TFaCode?: string) =>
      (await session.call('CreateWithdrawTicket', { ...ticket, TFaCode })).json();
    expect(await withdraw(app.code())).toMatchObject({ result: true });
    expect(await withdraw(app.code())).toMatchObject({ result: false, detail: 'Invalid 2FA code' });
    expect(await withdraw(recoveryCodes[0])).toMatchObject({ result: false, detail: 'Invalid 2FA code' });
    expect(await withdraw()).toMatchObject({ result: true });
    nextStep(world);
    const wrapped = { TfaType: 'Google', TFaCode: app.code(), Payload: JSON.stringify(ticket) };
    expect((await session.call('CreateWithdrawTicket', wrapped)).json()).toMatchObject({ result: true });
  });

  test('O8 that is there already is answered as at first, whatever became of the code', async () => {
    const ana = await world.customer({ level: 1 });
    await world.fund(ana, 'USDT', 1_000_000_000n);
    const { app } = await switchOn(world, ana);
    const { token } = await signedIn(ana, app);
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

    // The ticket is there, its answer was lost: the ticket's own key tells.
    await world.database.query('DELETE FROM keyed_request');
    const isAsked = vi.spyOn(world.desks.withdrawals, 'isAsked').mockResolvedValue(true);
    expect((await withdraw(code)).json()).toMatchObject({ result: true });
    expect(isAsked).toHaveBeenCalledWith(ana.userId, 'once');
    isAsked.mockRestore();
  });
});

describe('where a second factor is enforced', () => {
  let strict: GatewayWorld;
  beforeAll(async () => {
    strict = await openGatewayWorld({ isSecondFactorEnforced: true });
  });
  afterAll(() => strict.close());

  test('F5 a password gets a token that switches one on and nothing else, and the code then signs in', async () => {
    const customer = { userName: 'lucia', password: 'Quartz-1-harbour' };
    const UserInfo = { UserName: 'lucia', Email: 'lucia@example.com', passwordHash: customer.password };
    const { UserId } = (await strict.call('RegisterUser', { UserInfo })).json();
    await strict.call('ConfirmUserEmail', { UserId, VerifyEmailCode: strict.codeFor('lucia@example.com') });
    const answer = (await signIn(strict, customer)).json();
    expect(answer).toMatchObject({ Authenticated: true, Requires2FA: false, EnforceEnable2FA: true });
    expect(answer).not.toHaveProperty('SessionToken');
    const pending2fatoken = String(answer['TwoFAToken']);
    const without = await strict.call('BeginPasskeySignIn', {}, { pending2fatoken });
    expect(without.json()).toMatchObject({ result: false });
    const ask = async (Code: string) =>
      (await strict.call('Authenticate2FA', { Code }, { pending2fatoken })).json();
    expect(await ask('123456')).toEqual(wrong); // there is no secret yet
    const begun = (await strict.call('EnableGoogle2FA', {}, { pending2fatoken })).json();
    const app = new AuthenticatorApp(String(begun['ManualCode']), strict.clock);
    const done = await ask(app.code());
    expect(done).toMatchObject({ Authenticated: true, errormsg: null });
    expect(done['RecoveryCodes']).toHaveLength(10);
    const session = await strict.call('GetUserInfo', {}, { aptoken: String(done['SessionToken']) });
    expect(session.json()).toMatchObject({ Use2FA: true });
    nextStep(strict);
    expect((await signIn(strict, customer)).json()).toMatchObject({ Requires2FA: true });
  });
});

describe('a lost factor', () => {
  test('F4 is switched off 72 hours after it was planned, at the next sign-in, and not a moment before', async () => {
    const ana = await world.customer();
    await switchOn(world, ana);
    const user = await world.services.users.get(userId(ana.userId));
    if (!user) throw new Error('the customer is there');
    const planned = await world.services.factorResets.plan(user);
    expect(planned).toMatchObject({ ok: true, value: world.clock.now + 72 * hour });
    expect(world.mails[0]?.notification).toMatchObject({ action: 'second_factor_reset_planned' });
    expect((await ana.call('GetSecondFactor')).json()).toMatchObject({
      ResetPlannedAt: new Date(world.clock.now + 72 * hour).toISOString(),
    });
    expect(await world.services.factorResets.plan(user)).toMatchObject({ ok: false });
    world.clock.now += 72 * hour - 1;
    expect((await signIn(world, ana)).json()).toMatchObject({ Requires2FA: true });
    world.clock.now += 1;
    const answer = (await signIn(world, ana)).json();
    expect(answer).toMatchObject({ Requires2FA: false, User: { Use2FA: false } });
    expect(world.mails.map(({ notification }) => notification)).toContainEqual(
      expect.objectContaining({ action: 'second_factor_reset' }),
    );
    expect(await credentialsChangedAt(world.database, userId(ana.userId))).toBe(world.clock.now);
  });

  test('F4 its owner cancels the reset, and it stays on', async () => {
    const ana = await world.customer();
    const { app } = await switchOn(world, ana);
    const user = await world.services.users.get(userId(ana.userId));
    if (!user) throw new Error('the customer is there');
    await world.services.factorResets.plan(user);
    world.clock.now += 71 * hour;
    const session = await signedIn(ana, app);
    expect((await session.call('CancelSecondFactorReset')).json()).toMatchObject({ result: true });
    expect((await session.call('CancelSecondFactorReset')).json()).toMatchObject({
      errorcode: 101,
      detail: 'No reset is planned',
    });
    world.clock.now += 2 * hour;
    expect((await signIn(world, ana)).json()).toMatchObject({ Requires2FA: true });
    expect(await actionsOf(ana)).toContain('second_factor_reset_canceled');
  });
});

test('F5 every call that may answer a session is one of these, and each ends in the step that grants it', () => {
  const withToken = calls.filter(({ outputSchema }) => JSON.stringify(outputSchema).includes('SessionToken'));
  expect(withToken.map(({ name }) => name).toSorted()).toEqual([
    'Authenticate2FA',
    'AuthenticatePasskey',
    'AuthenticateUser',
    'Reauthenticate',
    'WebAuthenticateUser',
  ]);
});

test('F5 with the factor on, no call of a password, a new password or a session to go on with skips it', async () => {
  const ana = await world.customer();
  await switchOn(world, ana);
  const { userName, password } = ana;
  for (const name of ['AuthenticateUser', 'Authenticate']) {
    const byFields = (await world.call(name, { UserName: userName, Password: password })).json();
    expect(byFields).toMatchObject({ Requires2FA: true });
    expect(byFields).not.toHaveProperty('SessionToken');
  }
  await world.call('ResetPassword', { UserName: userName });
  const PendingCode = world.codeFor(`${userName}@example.com`);
  const Password = 'Lantern-orbit-5';
  await world.call('ResetPassword2', { UserId: ana.userId, PendingCode, Password });
  const renewed = (await signIn(world, { userName, password: Password })).json();
  expect(renewed).toMatchObject({ Requires2FA: true });
  expect(renewed).not.toHaveProperty('SessionToken');
});

test('X2 no table and no mail holds a secret, a token or a recovery code that can be read, in any spelling', async () => {
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
  expect(kept).toContain(ana.userName); // what is looked through is there
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
