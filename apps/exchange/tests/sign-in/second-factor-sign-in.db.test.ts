/** Signing in with a second factor: codes that are right, late, guessed or requested, and no way around them. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
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
import { lockSignIn, openGatewayWorld } from '../support/gateway-world.ts';
import { listActions, readStatus } from '../support/customer-record.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';

const minute = 60_000;
const hour = 60 * minute;

let world: GatewayWorld;
beforeAll(async () => {
  world = await openGatewayWorld();
});
afterAll(() => world.close());

const complete = (token: string, code: unknown) => completeSignIn(world, token, code);
const { wrong, usedUp, over, tomorrow } = codeRefusals;

describe('signing in', () => {
  let ana: Customer;
  let app: AuthenticatorApp;
  let recoveryCodes: readonly string[];
  beforeAll(async () => {
    ana = await world.customer();
    ({ app, recoveryCodes } = await switchOn(world, ana));
  });

  // covers: sign-in.28
  test('F2 the token of a pending sign-in has its own kind and admits nothing else', async () => {
    const token = await pendingToken(world, ana);
    expect(token).toMatch(/^sal_p_[A-Za-z0-9_-]{43}$/);
    expect(await readStatus(world, token)).toBe(401);
    const begun = await world.call('EnableGoogle2FA', {}, { pending2fatoken: token });
    expect([begun.status, begun.json()['errorcode']]).toEqual([401, 20]);
    expect(await complete(ana.token, app.code())).toEqual(over);
    const rows = await world.database.query('SELECT * FROM pending_sign_in');
    expect(JSON.stringify(rows)).not.toContain(token.slice(6));
  });

  test('F1 a code is accepted once, of the current or the previous step, and never an older one after it', async () => {
    nextStep(world);
    const previous = app.code(-1);
    expect(await complete(await pendingToken(world, ana), app.code(-2))).toEqual(wrong);
    expect(await complete(await pendingToken(world, ana), app.code(1))).toEqual(wrong);
    const code = app.code();
    const answer = await complete(await pendingToken(world, ana), code);
    expect(answer).toMatchObject({ Authenticated: true, UserId: ana.userId, errormsg: null });
    expect(answer).not.toHaveProperty('RecoveryCodes');
    expect(await readStatus(world, answer['SessionToken'])).toBe(200);
    expect(await complete(await pendingToken(world, ana), code)).toEqual(wrong);
    expect(await complete(await pendingToken(world, ana), previous)).toEqual(wrong);
    nextStep(world);
    expect(await complete(await pendingToken(world, ana), app.code())).toMatchObject({ Authenticated: true });
  });

  test('F1 one code sent for ten pending sign-ins at once opens one session', async () => {
    nextStep(world);
    const tokens: string[] = [];
    for (let count = 0; count < 10; count += 1) tokens.push(await pendingToken(world, ana));
    const answers = await Promise.all(tokens.map((token) => complete(token, app.code())));
    expect(answers.filter((answer) => answer['Authenticated'] === true)).toHaveLength(1);
  });

  test('a used token, a made-up one and one of five minutes ago complete nothing', async () => {
    world.clock.now += 25 * hour; // the earlier wrong codes have expired
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

  test('a recovery code signs in once, in any spelling, leaves the factor on, and is reported by mail', async () => {
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

  test('F4 a new password, a lock and a change of the factor end pending sign-ins', async () => {
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
    await lockSignIn(world, eva);
    expect(await complete(waiting, evasApp.code())).toEqual(over);
  });

  test('F4 a new password while the old one is being verified leaves no pending sign-in', async () => {
    const eva = await world.customer();
    const { app: evasApp } = await switchOn(world, eva);
    await world.call('ResetPassword', { UserName: eva.userName });
    const PendingCode = world.codeFor(`${eva.userName}@example.com`);
    const { secondFactor } = world.services.authentication;
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
  test('F2 of fifty parallel guesses at one pending sign-in five are checked, and then the right code is too late', async () => {
    const ana = await world.customer();
    const { app } = await switchOn(world, ana);
    const token = await pendingToken(world, ana);
    const guess = app.wrongCode();
    const answers = await Promise.all(Array.from({ length: 50 }, () => complete(token, guess)));
    expect(answers.filter((answer) => answer['errormsg'] === wrong.errormsg)).toHaveLength(4);
    expect(answers.filter((answer) => answer['errormsg'] === usedUp.errormsg)).toHaveLength(46);
    expect(await complete(token, app.code())).toEqual(usedUp);
    expect((await listActions(world, ana)).filter((action) => action === 'sign_in_code_failed')).toHaveLength(
      5,
    );
    expect(await complete(await pendingToken(world, ana), app.code())).toMatchObject({ Authenticated: true });
  });

  test('F2 of fifty parallel guesses at ten pending sign-ins twenty are checked, and the rest of the day is blocked', async () => {
    const ana = await world.customer();
    const { app, recoveryCodes } = await switchOn(world, ana);
    const tokens: string[] = [];
    for (let count = 0; count < 10; count += 1) tokens.push(await pendingToken(world, ana));
    const guess = app.wrongCode();
    await Promise.all(tokens.flatMap((token) => Array.from({ length: 5 }, () => complete(token, guess))));
    const looked = (await listActions(world, ana)).filter((action) => action === 'sign_in_code_failed');
    expect(looked).toHaveLength(20);
    expect(await complete(await pendingToken(world, ana), app.code())).toEqual(tomorrow);
    expect(await complete(await pendingToken(world, ana), recoveryCodes[0])).toEqual(tomorrow);
    world.clock.now += 23 * hour;
    expect(await complete(await pendingToken(world, ana), app.code())).toEqual(tomorrow);
    world.clock.now += hour;
    expect(await complete(await pendingToken(world, ana), app.code())).toMatchObject({ Authenticated: true });
  });

  test('F2 correct codes cost no try, and wrong ones count wherever they are sent', async () => {
    const ana = await world.customer({ level: 1 });
    await world.fund(ana, 'USDT', 100_000_000n);
    const { app } = await switchOn(world, ana);
    for (let count = 0; count < 25; count += 1) {
      expect(await complete(await pendingToken(world, ana), app.code())).toMatchObject({
        Authenticated: true,
      });
      nextStep(world);
    }
    const withdrawal = {
      ProductId: 3,
      Amount: '20',
      TemplateType: 'ToExternalEthereumAddress',
      TemplateForm: JSON.stringify({ ExternalAddress: '0x52908400098527886E0F7030069857D2E4169EE7' }),
    };
    const session = await signedIn(world, ana, app);
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
      const ticket = { ...withdrawal, TFaCode: Code };
      expect((await session.call('CreateWithdrawTicket', ticket)).json()).toMatchObject({
        errorcode: 101,
        detail: wrong.errormsg,
      });
    }
    nextStep(world);
    expect((await session.call('Authenticate2FA', { Code: app.code() })).json()).toEqual(tomorrow);
  });
});

describe('where a second factor is enforced', () => {
  let strict: GatewayWorld;
  beforeAll(async () => {
    strict = await openGatewayWorld({ isSecondFactorEnforced: true });
  });
  afterAll(() => strict.close());

  test('F5 a password gets a token that can only switch one on, and the code then signs in', async () => {
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

test('F5 with the factor on, no call with a password, a new password or a resumed session skips it', async () => {
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
