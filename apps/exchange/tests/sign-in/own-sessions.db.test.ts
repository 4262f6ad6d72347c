/** How customers see and manage their own sessions. */
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sweepCustomerServices } from '@salar/services/compose/customer-services';
import { switchOn } from '../support/authenticator-app.ts';
import { openGatewayWorld, publicUrl } from '../support/gateway-world.ts';
import { listActions } from '../support/customer-record.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';
import { TestSocket } from '../support/test-socket.ts';

const minute = 60_000;
const hour = 60 * minute;
const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0 Mobile Safari/537.36';
const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

let world: GatewayWorld;
let url: string;
const sockets: TestSocket[] = [];
beforeAll(async () => {
  world = await openGatewayWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  url = `ws://127.0.0.1:${(world.app.server.address() as AddressInfo).port}/WSGateway`;
});
afterEach(() => {
  for (const one of sockets.splice(0)) one.socket.terminate();
});
afterAll(() => world.close());

type Row = Record<string, unknown>;
type From = { readonly agent?: string; readonly ip?: string; readonly cookie?: string };

/** Signs in once more. Returns the token and the device cookie, if any. */
const signIn = async ({ userName, password }: Customer, { agent, ip, cookie }: From = {}) => {
  const response = await world.app.inject({
    method: 'POST',
    url: '/AP/AuthenticateUser',
    remoteAddress: ip ?? '127.0.0.1',
    headers: {
      'content-type': 'application/json',
      ...(agent !== undefined && { 'user-agent': agent }),
      ...(cookie !== undefined && { cookie }),
    },
    payload: JSON.stringify({ UserName: userName, Password: password }),
  });
  const setCookie = String(response.headers['set-cookie'] ?? '');
  const { SessionToken } = JSON.parse(response.body) as { SessionToken: string };
  return { token: SessionToken, setCookie, cookie: setCookie.split(';', 1)[0] ?? '' };
};
const fetchRows = async (customer: Customer, name = 'GetUserSessions') =>
  JSON.parse((await customer.call(name)).text) as Row[];
const isAlive = async (token: string) =>
  (await world.call('GetUserInfo', {}, { aptoken: token })).status === 200;
const openSocket = async (token: string) => {
  const socket = await TestSocket.open(url);
  sockets.push(socket);
  await socket.request('WebAuthenticateUser', { SessionToken: token });
  return socket;
};
const noticesTo = (customer: Customer) =>
  world.mails.flatMap(({ to, notification }) =>
    to === `${customer.userName}@example.com` && notification.kind === 'security_notice'
      ? [notification]
      : [],
  );

describe('a session that is used in another place', () => {
  const wallet = {
    ProductId: 3,
    Name: 'wallet:ledger:Ethereum (local)',
    AccountIdentifier: '0x52908400098527886E0F7030069857D2E4169EE7',
  };
  const proofNeeded = { result: false, errorcode: 101, detail: 'Re-authentication required' };
  type At = { readonly ip: string; readonly cookie?: string };
  const callAt = async (token: string, { ip, cookie }: At, name: string, body: object = {}) => {
    const headers = { 'content-type': 'application/json', aptoken: token, ...(cookie && { cookie }) };
    const request = { method: 'POST', url: `/AP/${name}`, remoteAddress: ip, headers } as const;
    return (await world.app.inject({ ...request, payload: JSON.stringify(body) })).json<Row>();
  };

  test('F5 moves no money without its device, and everything else goes on', async () => {
    const maria = await world.customer({ level: 1 });
    await world.fund(maria, 'USDT', 1_000_000_000n);
    const { token, cookie } = await signIn(maria, { agent: laptop, ip: '198.51.100.4' });
    const thief = { ip: '203.0.113.66' };
    const others = [thief, { ...thief, cookie: 'salar_device=someone-elses' }];
    const stranger = await world.customer();
    others.push({ ...thief, cookie: (await signIn(stranger, { agent: phone })).cookie });
    const withdrawal = {
      ProductId: 3,
      Amount: '20',
      TemplateForm: '{"ExternalAddress":"0x71C7656EC7ab88b098defB751B7401B5f6d8976F"}',
    };
    for (const place of others) {
      expect(await callAt(token, place, 'GetUserInfo')).toMatchObject({ UserId: maria.userId });
      expect(await callAt(token, place, 'CreateWithdrawTicket', withdrawal)).toMatchObject(proofNeeded);
      expect(await callAt(token, place, 'CreateAccountWithdrawInfo', wallet)).toMatchObject(proofNeeded);
      expect(await callAt(token, place, 'AddUserAPIKey', { Permissions: ['Trading'] })).toMatchObject(
        proofNeeded,
      );
      expect(await callAt(token, place, 'EnableGoogle2FA')).toMatchObject(proofNeeded);
      expect(await callAt(token, place, 'BeginPasskey')).toMatchObject(proofNeeded);
    }
    expect(await callAt(token, thief, 'GetAccountWithdrawInfos')).toEqual([]);
    for (const place of [{ ip: '198.51.100.99' }, { ip: '203.0.113.66', cookie }])
      expect(await callAt(token, place, 'CreateWithdrawTicket', withdrawal)).toMatchObject({ result: true });
  });

  test('F5 belongs there after a re-authentication, which a client without cookies can give', async () => {
    const ana = await world.customer({ level: 1 });
    const away = { ip: '2001:db8:0:17::1' };
    expect(await callAt(ana.token, away, 'CreateAccountWithdrawInfo', wallet)).toMatchObject(proofNeeded);
    const proved = await callAt(ana.token, away, 'Reauthenticate', { Password: ana.password });
    const token = String(proved['SessionToken']);
    const besides = { ip: '2001:db8:0:ff::2' };
    expect(await callAt(token, besides, 'CreateAccountWithdrawInfo', wallet)).toMatchObject({ result: true });
    const other = { ip: '2001:db8:0:100::2' };
    expect(await callAt(token, other, 'CreateAccountWithdrawInfo', wallet)).toMatchObject(proofNeeded);
    expect(await callAt(token, { ip: '127.0.0.1' }, 'AddUserAPIKey', {})).toMatchObject(proofNeeded);
  });
});

describe('sessions', () => {
  test('S7 are listed with device, address and times, the most recently used one first', async () => {
    const maria = await world.customer();
    const startedAt = world.clock.now;
    world.clock.now += 10 * minute;
    await signIn(maria, { agent: phone, ip: '198.51.100.4' });
    world.clock.now += minute;
    const rows = await fetchRows(maria);
    expect(rows).toMatchObject([
      { IpAddress: '127.0.0.1', CreatedAt: new Date(startedAt).toISOString(), IsCurrent: true, APIKey: null },
      {
        DeviceName: 'Chrome on Android',
        IpAddress: '198.51.100.4',
        LastUsedAt: new Date(startedAt + 10 * minute).toISOString(),
        IsCurrent: false,
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(maria.token);
    world.clock.now += 59 * minute + 30_000;
    // The time of last use is stored shortly after the answer.
    await expect.poll(() => fetchRows(maria)).toHaveLength(1);
  });

  test('S7 one is ended at once, its socket is notified, and the others continue', async () => {
    const ana = await world.customer();
    const other = await signIn(ana, { agent: phone });
    const socket = await openSocket(other.token);
    const own = await openSocket(ana.token);
    const [ended] = (await fetchRows(ana)).filter((row) => row['IsCurrent'] === false);
    expect((await ana.call('EndUserSession', { SessionId: ended?.['SessionId'] })).json()).toMatchObject({
      result: true,
    });
    await expect.poll(() => socket.received.map(({ n }) => n)).toContain('LogoutEvent');
    expect((await socket.request('GetOpenOrders')).m).toBe(5);
    expect(await isAlive(other.token)).toBe(false);
    expect(await isAlive(ana.token)).toBe(true);
    expect((await own.request('GetOpenOrders')).m).toBe(1);
    expect((await listActions(world, ana))[0]).toBe('session_ended');
  });

  test('G3 a session of somebody else gets the same answer as an unknown one, and is not ended', async () => {
    const [pedro, luz] = [await world.customer(), await world.customer()];
    const [row] = await fetchRows(luz);
    const answers = [
      await pedro.call('EndUserSession', { SessionId: row?.['SessionId'] }),
      await pedro.call('EndUserSession', { SessionId: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f' }),
      await pedro.call('EndUserSession', { SessionId: "' OR 1=1" }),
    ].map(({ text }) => text);
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('"errorcode":20');
    expect(await isAlive(luz.token)).toBe(true);
  });

  test('S7 all others are ended together', async () => {
    const eva = await world.customer();
    const others = [await signIn(eva), await signIn(eva, { agent: phone })];
    const sockets = await Promise.all(others.map(({ token }) => openSocket(token)));
    await eva.call('EndOtherUserSessions');
    for (const socket of sockets)
      await expect.poll(() => socket.received.map(({ n }) => n)).toContain('LogoutEvent');
    expect(await Promise.all(others.map(({ token }) => isAlive(token)))).toEqual([false, false]);
    expect(await fetchRows(eva)).toMatchObject([{ IsCurrent: true }]);
    expect((await listActions(world, eva))[0]).toBe('other_sessions_ended');
  });

  test('S7 a thief of a session ends none of its owner without a proof, and may sign out', async () => {
    const rosa = await world.customer();
    const own = await signIn(rosa, { agent: phone });
    world.clock.now += 15 * minute;
    const thief: Customer = {
      ...rosa,
      call: (name, body = {}) => world.call(name, body, { aptoken: rosa.token }),
    };
    const [row] = (await fetchRows(thief)).filter(({ IsCurrent }) => IsCurrent === false);
    for (const answer of [
      await thief.call('EndUserSession', { SessionId: row?.['SessionId'] }),
      await thief.call('EndOtherUserSessions'),
    ])
      expect(answer.json()).toMatchObject({ errorcode: 101, detail: 'Re-authentication required' });
    expect(await isAlive(own.token)).toBe(true);
    const proved = (
      await world.call('Reauthenticate', { Password: rosa.password }, { aptoken: own.token })
    ).json();
    const aptoken = String(proved['SessionToken']);
    expect((await world.call('EndOtherUserSessions', {}, { aptoken })).json()).toMatchObject({
      result: true,
    });
    expect([await isAlive(rosa.token), await isAlive(aptoken)]).toEqual([false, true]);
    expect((await world.call('LogOut', {}, { aptoken })).json()).toMatchObject({ result: true });
  });

  test('S3 a sign-out and a new password end the sessions of open sockets at once, and are recorded', async () => {
    const joao = await world.customer();
    const second = await signIn(joao);
    const [first, rest] = [await openSocket(joao.token), await openSocket(second.token)];
    await joao.call('LogOut');
    await expect.poll(() => first.received.map(({ n }) => n)).toContain('LogoutEvent');
    expect((await listActions(world, joao))[0]).toBe('signed_out');
    expect((await rest.request('GetOpenOrders')).m).toBe(1);
    await world.call('ResetPassword', { UserName: joao.userName });
    const PendingCode = world.codeFor(`${joao.userName}@example.com`);
    await world.call('ResetPassword2', { UserId: joao.userId, PendingCode, Password: 'Lantern-orbit-4' });
    await expect.poll(() => rest.received.map(({ n }) => n)).toContain('LogoutEvent');
    expect(await listActions(world, joao)).toEqual(
      expect.arrayContaining(['password_reset', 'password_reset_requested']),
    );
    expect(noticesTo(joao).map(({ action }) => action)).toContain('password_reset');
  });

  test('S3 a socket that signs out gets one answer and no event', async () => {
    const socket = await openSocket((await world.customer()).token);
    expect(await socket.call('LogOut')).toMatchObject({ result: true });
    expect((await socket.request('GetOpenOrders')).m).toBe(5);
    expect(socket.received.map(({ n }) => n)).not.toContain('LogoutEvent');
  });

  test('S2 a session in use lasts twelve hours, an idle one lasts one hour', async () => {
    const [used, unused] = [await world.customer(), await world.customer()];
    for (let minutes = 0; minutes < 11 * 60; minutes += 59) {
      world.clock.now += 59 * minute;
      expect(await isAlive(used.token)).toBe(true);
      if (minutes > 0) expect(await isAlive(unused.token)).toBe(false);
    }
    world.clock.now += hour;
    expect(await isAlive(used.token)).toBe(false);
  });
});

describe('devices', () => {
  test('P9 a new device is reported by mail, except the first one and known ones', async () => {
    const maria = await world.customer();
    const first = await signIn(maria, { agent: laptop, ip: '192.0.2.1' });
    expect(noticesTo(maria)).toMatchObject([
      { action: 'new_device', ip: '192.0.2.1', agent: laptop, object: 'Firefox on Linux' },
    ]);
    await signIn(maria, { agent: laptop, ip: '192.0.2.200' }); // the same network
    await signIn(maria, { agent: laptop, ip: '203.0.113.1', cookie: first.cookie });
    expect(noticesTo(maria)).toHaveLength(1);
    await signIn(maria, { agent: laptop, ip: '198.51.100.1' });
    expect(noticesTo(maria)).toHaveLength(2);
    expect(await listActions(world, maria)).toContain('new_device');
  });

  test('P9 a wrong password registers no device and sends no mail', async () => {
    const ana = await world.customer();
    await signIn({ ...ana, password: 'wrong' }, { agent: phone, ip: '198.51.100.9' });
    expect(noticesTo(ana)).toEqual([]);
    expect(await fetchRows(ana, 'GetUserDevices')).toHaveLength(1);
  });

  test('the cookie is for our server only, is not a credential, and is in no answer', async () => {
    const pedro = await world.customer();
    world.clock.now += minute;
    const { setCookie, cookie } = await signIn(pedro, { agent: phone, ip: '198.51.100.20' });
    expect(setCookie).toMatch(/; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/);
    const secret = cookie.split('=')[1] ?? '';
    expect((await world.call('GetUserInfo', {}, { aptoken: secret })).status).toBe(401);
    expect((await world.call('GetUserInfo', {}, { cookie })).status).toBe(401);
    const devices = await fetchRows(pedro, 'GetUserDevices');
    expect(JSON.stringify(devices)).not.toContain(secret);
    expect(JSON.stringify(await world.database.query('SELECT * FROM device'))).not.toContain(secret);
    expect(devices[0]).toMatchObject({
      DeviceName: 'Chrome on Android',
      IpAddress: '198.51.100.20',
      Location: '',
      UserId: pedro.userId,
      IsTrusted: true,
    });
  });
});

describe('re-authentication in a session', () => {
  /** Makes a change that requires re-authentication: any refusal except that one shows that it was admitted. */
  const sensitive = async (token: string) =>
    (await world.call('EnableGoogle2FA', {}, { aptoken: token })).json()['detail'];

  test('S6 changes of the account itself require re-authentication within 15 minutes', async () => {
    const maria = await world.customer();
    expect(await sensitive(maria.token)).toBeUndefined();
    world.clock.now += 15 * minute;
    expect(await sensitive(maria.token)).toBe('Re-authentication required');
    const answer = (await maria.call('Reauthenticate', { Password: maria.password })).json();
    expect(answer).toMatchObject({ Authenticated: true, errormsg: null });
    expect(await sensitive(String(answer['SessionToken']))).toBeUndefined();
    expect((await listActions(world, maria))[0]).toBe('proved_again');
  });

  test('S3 the session continues under a new token, the old one is invalid, and other sockets are notified', async () => {
    const ana = await world.customer();
    const [asking, otherTab] = [await openSocket(ana.token), await openSocket(ana.token)];
    const before = await fetchRows(ana);
    const answer = await asking.call('Reauthenticate', { Password: ana.password });
    const token = String(answer['SessionToken']);
    await expect.poll(() => otherTab.received.map(({ n }) => n)).toContain('LogoutEvent');
    expect(await isAlive(ana.token)).toBe(false);
    expect((await asking.request('GetOpenOrders')).m).toBe(1);
    expect(asking.received.map(({ n }) => n)).not.toContain('LogoutEvent');
    const after = await fetchRows({ ...ana, call: (name) => world.call(name, {}, { aptoken: token }) });
    expect(after.map((row) => row['SessionId'])).toEqual(before.map((row) => row['SessionId']));
  });

  test('S2 re-authentication does not extend a session beyond twelve hours', async () => {
    const luz = await world.customer();
    let { token } = luz;
    for (let hours = 0; hours < 24; hours += 1) {
      world.clock.now += hour / 2;
      const answer = (await world.call('Reauthenticate', { Password: luz.password }, { aptoken: token }))
        .text;
      if (answer === 'NOT AUTHORIZED') break;
      token = (JSON.parse(answer) as { SessionToken: string }).SessionToken;
    }
    expect(await isAlive(token)).toBe(false);
  });

  test('P7 a thief of a session who guesses the password is slowed down and locked out like one without', async () => {
    const eva = await world.customer();
    const guess = async () =>
      (await eva.call('Reauthenticate', { Password: 'wrong' })).json()['errormsg'] as string;
    const answers = await Promise.all(Array.from({ length: 50 }, guess));
    expect(answers.filter((text) => text === 'Invalid password')).toHaveLength(6);
    expect(answers.filter((text) => text.startsWith('Too many attempts'))).toHaveLength(44);
    expect(await isAlive(eva.token)).toBe(true);
    const right = (await eva.call('Reauthenticate', { Password: eva.password })).json();
    expect(right['Authenticated']).toBe(false);
  });

  test('S6 with a second factor, its code or a passkey re-authenticates, and the password does not', async () => {
    const rosa = await world.customer();
    const passkey = new SoftwarePasskey(publicUrl);
    const begunPasskey = (await rosa.call('BeginPasskey')).json();
    const attestation = passkey.create(String(begunPasskey['Options']));
    expect((await rosa.call('AddPasskey', { Name: 'Key', Response: attestation })).text).toContain(
      'PasskeyId',
    );
    const { app } = await switchOn(world, rosa);

    const prove = async (token: string, proof: unknown) =>
      (await world.call('Reauthenticate', proof, { aptoken: token })).json();
    expect(await prove(rosa.token, { Password: rosa.password })).toMatchObject({ Authenticated: false });
    expect(await prove(rosa.token, { Code: app.wrongCode() })).toMatchObject({
      Authenticated: false,
      errormsg: 'Invalid 2FA code',
    });
    const Code = app.code();
    const byCode = await prove(rosa.token, { Code });
    expect(byCode).toMatchObject({ Authenticated: true });
    const token = String(byCode['SessionToken']);
    expect(await prove(token, { Code })).toMatchObject({ Authenticated: false }); // F1: once

    const begun = (await world.call('BeginPasskeySignIn')).json();
    const Passkey = {
      ChallengeId: begun['ChallengeId'],
      Response: passkey.get(String(begun['Options'])),
    };
    const byPasskey = await prove(token, { Passkey });
    expect(byPasskey).toMatchObject({ Authenticated: true });
    expect(await prove(String(byPasskey['SessionToken']), { Passkey })).toMatchObject({
      Authenticated: false,
      errormsg: 'Invalid passkey',
    });
  });

  test('exactly one credential is required, and a code is refused without a second factor', async () => {
    const joao = await world.customer();
    for (const body of [{}, { Password: 'x', Code: '123456' }])
      expect((await joao.call('Reauthenticate', body)).json()).toMatchObject({ errorcode: 100 });
    expect((await joao.call('Reauthenticate', { Code: '123456' })).json()).toMatchObject({
      Authenticated: false,
      errormsg: expect.stringContaining('Another proof is needed') as string,
    });
    expect((await world.call('Reauthenticate', { Password: 'x' })).status).toBe(401);
  });
});

test('S2 expired rows are deleted: sessions after an hour, devices after a year, and nothing that is in use', async () => {
  const rows = async (table: 'user_session' | 'device', id: number) =>
    (await world.database.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [id])).length;
  const idle = await world.customer();
  await sweepCustomerServices(world.services);
  expect([await rows('user_session', idle.userId), await rows('device', idle.userId)]).toEqual([1, 1]);

  world.clock.now += 2 * hour;
  const busy = await world.customer();
  await sweepCustomerServices(world.services);
  expect([await rows('user_session', idle.userId), await rows('device', idle.userId)]).toEqual([0, 1]);
  expect((await busy.call('GetUserInfo')).status).toBe(200);

  world.clock.now += 365 * 24 * hour;
  await sweepCustomerServices(world.services);
  expect(await rows('device', idle.userId)).toBe(0);
});
