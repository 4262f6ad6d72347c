import type { AddressInfo } from 'node:net';
import { PasswordQueueFull } from '@salar/services/passwords/password-hasher';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextStep, pendingToken, switchOn } from '../support/authenticator-app.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { addKey, signHeaders } from '../support/test-keys.ts';
import { TestSocket } from '../support/test-socket.ts';

let world: GatewayWorld;
let socketUrl: string;
let isQueueFull = false;
let isCallersLimit = false;
beforeAll(async () => {
  world = await openGatewayWorld({
    onHash: () => {
      if (isQueueFull)
        throw new PasswordQueueFull('too many passwords wait', { retryAfterMs: 7000, isCallersLimit });
    },
  });
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  socketUrl = `ws://127.0.0.1:${(world.app.server.address() as AddressInfo).port}/WSGateway`;
});
afterAll(() => world.close());

const minute = 60_000;
const wrongText = 'Invalid username or password';

type Source = { readonly ip: string; readonly cookie?: string };
const sendSignIn = (login: string, password: string, { ip, cookie }: Source) =>
  world.app.inject({
    method: 'POST',
    url: '/AP/AuthenticateUser',
    remoteAddress: ip,
    headers: { 'content-type': 'application/json', ...(cookie !== undefined && { cookie }) },
    payload: JSON.stringify({ UserName: login, Password: password }),
  });
/** Signs in over HTTP, from its own address. */
const signIn = async (login: string, password: string, source: Source) => {
  const response = await sendSignIn(login, password, source);
  const answer = JSON.parse(response.body) as Record<string, unknown>;
  const kept = String(response.headers['set-cookie'] ?? '').split(';', 1)[0] ?? '';
  return { answer, errormsg: String(answer['errormsg']), cookie: kept };
};
const guess = (login: string, source: Source) => signIn(login, 'not-the-password', source);
const toAddress = (number: number) => `198.18.${number}.7`;

/** Sends many sign-ins at once, each from its own network. Returns how many passwords were checked. */
const guessAtOnce = async (
  count: number,
  login: (number: number) => string,
  from: (number: number) => string,
) => {
  const guesses = await Promise.all(
    Array.from({ length: count }, (_none, number) => guess(login(number), { ip: from(number) })),
  );
  return guesses.filter(({ errormsg }) => errormsg === wrongText).length;
};

test('P7 of fifty simultaneous guesses, each from its own network, ten are checked, by either name', async () => {
  const maria = await world.customer();
  const names = [maria.userName, maria.userName.toUpperCase(), `${maria.userName}@example.com`];
  expect(await guessAtOnce(50, (number) => names[number % 3] ?? '', toAddress)).toBe(10);
  expect(
    await guessAtOnce(
      50,
      () => maria.userName,
      (number) => toAddress(number + 50),
    ),
  ).toBe(0);
  world.clock.now += 15 * minute;
  expect(await guessAtOnce(50, () => maria.userName, toAddress)).toBe(10);
});

test('P7 of fifty simultaneous guesses from one address on one account, six are checked', async () => {
  const pedro = await world.customer();
  expect(
    await guessAtOnce(
      50,
      () => pedro.userName,
      () => '203.0.113.50',
    ),
  ).toBe(6);
});

test('P7 of a hundred simultaneous guesses from one network on as many accounts, fifty are checked', async () => {
  const from = (number: number) => `203.0.114.${number + 1}`;
  expect(await guessAtOnce(100, (number) => `nobody-${number}`, from)).toBe(50);
});

test('P7 guessing never locks out the owner, whose device signed in before and is recognised by its cookie', async () => {
  const ana = await world.customer();
  const home = { ip: '192.0.2.10' };
  const { cookie } = await signIn(ana.userName, ana.password, home);
  expect(cookie).toMatch(/^salar_device=[\w-]{43}$/);
  await guessAtOnce(
    30,
    () => ana.userName,
    (number) => toAddress(100 + number),
  );
  const elsewhere = { ip: '192.0.9.9' };
  expect((await signIn(ana.userName, ana.password, elsewhere)).errormsg).toMatch(/^Too many attempts/);
  expect((await signIn(ana.userName, ana.password, { ...elsewhere, cookie })).answer).toMatchObject({
    Authenticated: true,
  });
});

test('P7 the cookie of one customer gives no access to another', async () => {
  const [luz, thief] = [await world.customer(), await world.customer()];
  const { cookie } = await signIn(thief.userName, thief.password, { ip: '192.0.3.3' });
  expect(
    await guessAtOnce(
      30,
      () => luz.userName,
      (number) => toAddress(150 + number),
    ),
  ).toBe(10);
  expect((await guess(luz.userName, { ip: '192.0.3.3', cookie })).errormsg).toMatch(/^Too many attempts/);
});

test('P7 a correct password resets the counters', async () => {
  const eva = await world.customer();
  const home = { ip: '192.0.2.20' };
  for (let round = 0; round < 4; round += 1) {
    for (let tries = 0; tries < 5; tries += 1)
      expect((await guess(eva.userName, home)).errormsg).toBe(wrongText);
    expect((await signIn(eva.userName, eva.password, home)).answer).toMatchObject({ Authenticated: true });
  }
});

test.each([
  ['the queue full', false, 503],
  ['their own share of the queue full', true, 429],
])('P1 P7 sign-ins that find %s do not lock the account', async (_, isOwn, status) => {
  const paz = await world.customer();
  const home = { ip: `192.0.2.${isOwn ? 61 : 60}` };
  [isQueueFull, isCallersLimit] = [true, isOwn];
  for (let tries = 0; tries < 60; tries += 1) {
    const { statusCode, headers } = await sendSignIn(paz.userName, paz.password, home);
    expect([statusCode, headers['retry-after']]).toEqual([status, '7']);
  }
  isQueueFull = false;
  expect((await signIn(paz.userName, paz.password, home)).answer).toMatchObject({ Authenticated: true });
});

/** Guesses until the account is locked, waiting as long as required. Returns every answer. */
const guessUntilLocked = async (login: string) => {
  const answers: string[] = [];
  for (let tries = 0; tries < 1000; tries += 1) {
    const { answer, errormsg } = await guess(login, { ip: toAddress(tries % 200) });
    answers.push(errormsg);
    if (answer['Locked'] === true) return answers;
    const wait = /wait (\d+) s/.exec(errormsg)?.[1];
    if (wait !== undefined) world.clock.now += Number(wait) * 1000;
  }
  throw new Error('never locked');
};

test('P4 P7 an unknown name gets the same answers as an existing one, try by try, until both are locked', async () => {
  const rosa: Customer = await world.customer();
  const known = await guessUntilLocked(rosa.userName);
  const unknown = await guessUntilLocked('nobody-at-all');
  expect(unknown).toEqual(known);
  expect(known.filter((errormsg) => errormsg === wrongText)).toHaveLength(100);
  expect((await signIn(rosa.userName, rosa.password, { ip: '192.0.2.30' })).answer).toMatchObject({
    Authenticated: false,
    Locked: true,
  });
}, 60_000);

test('a lock by strangers ends no session and no key, and the customer signs in from a device of their own', async () => {
  const luis = await world.customer();
  const key = await addKey(luis, ['AccountReadOnly']);
  const home = { ip: '192.0.2.40' };
  const { cookie } = await signIn(luis.userName, luis.password, home);
  await guessUntilLocked(luis.userName);
  const byKey = await world.call('GetAccountPositions', {}, signHeaders(key, luis));
  expect(byKey.status).toBe(200);
  const stranger = await signIn(luis.userName, luis.password, { ip: '192.0.2.41' });
  expect(stranger.answer).toMatchObject({ Authenticated: false, Locked: true });

  const { answer } = await signIn(luis.userName, luis.password, { ...home, cookie });
  expect(answer).toMatchObject({ Authenticated: true });
  const headers = { aptoken: String(answer['SessionToken']) };
  for (let tries = 0; tries < 3; tries += 1) await guess(luis.userName, { ip: toAddress(tries) });
  expect((await world.call('GetAccountPositions', {}, headers)).status).toBe(200);
}, 60_000);

test('a lock while sessions are open does not end them', async () => {
  const rita = await world.customer();
  await world.database.query('UPDATE app_user SET failed_attempts = 99 WHERE user_id = $1', [rita.userId]);
  expect((await guess(rita.userName, { ip: '192.0.2.50' })).errormsg).toBe(wrongText);
  const locked = await signIn(rita.userName, rita.password, { ip: '192.0.2.51' });
  expect(locked.answer).toMatchObject({ Authenticated: false, Locked: true });
  expect((await rita.call('GetAccountPositions', {})).status).toBe(200);
});

/** Twenty-five guesses over HTTP and as many over separate sockets, at once. Returns every answer. */
const guessByBothTransports = async (
  byHttp: (number: number) => Promise<string>,
  frame: { readonly name: string; readonly payload: (number: number) => object },
): Promise<readonly string[]> => {
  const numbers = Array.from({ length: 25 }, (_none, number) => number);
  const sockets = await Promise.all(numbers.map(() => TestSocket.open(socketUrl)));
  const answers = await Promise.all([
    ...numbers.map((number) => byHttp(number)),
    ...sockets.map(async (socket, number) => (await socket.request(frame.name, frame.payload(number))).o),
  ]);
  for (const { socket } of sockets) socket.terminate();
  return answers;
};
const holding = (answers: readonly string[], text: string) => answers.filter((one) => one.includes(text));
const wrongCode = 'Invalid 2FA code';

test('P7 HTTP and sockets share one counter: six guesses of a password from a known network are checked, ten from others', async () => {
  const sol = await world.customer(); // signed in from the network of the sockets
  const guessFrom = (from: (number: number) => string) =>
    guessByBothTransports(async (number) => (await guess(sol.userName, { ip: from(number) })).errormsg, {
      name: 'WebAuthenticateUser',
      payload: () => ({ UserName: sol.userName, Password: 'not-the-password' }),
    });
  const atHome = await guessFrom(() => '127.0.0.1');
  expect(holding(atHome, wrongText)).toHaveLength(6);
  expect(holding(atHome, 'Too many attempts')).toHaveLength(44);
  expect(holding(await guessFrom(toAddress), wrongText)).toHaveLength(10);
});

test('F2 HTTP and sockets share one counter: of fifty guesses of a code five are checked, and twenty a day', async () => {
  const iris = await world.customer();
  const { app, recoveryCodes } = await switchOn(world, iris);
  const looked = async () =>
    (
      await world.services.accounts.securityLog.list(iris.userId as never, { startIndex: 0, limit: 200 })
    ).filter(({ action }) => action === 'sign_in_code_failed').length;
  const guessAt = (tokens: readonly string[], Code: string) => {
    const token = (number: number) => tokens[number % tokens.length] ?? '';
    return guessByBothTransports(
      async (number) =>
        (await world.call('Authenticate2FA', { Code }, { pending2fatoken: token(number) })).text,
      { name: 'Authenticate2FA', payload: (number) => ({ Code, Pending2FaToken: token(number) }) },
    );
  };
  const waiting = await pendingToken(world, iris);
  expect(holding(await guessAt([waiting], app.wrongCode()), wrongCode)).toHaveLength(4);
  expect(await looked()).toBe(5);
  const late = await world.call('Authenticate2FA', { Code: app.code() }, { pending2fatoken: waiting });
  expect(late.json()).toMatchObject({ Authenticated: false });

  const tokens: string[] = [];
  for (let count = 0; count < 10; count += 1) tokens.push(await pendingToken(world, iris));
  await guessAt(tokens, 'abcde-fghij');
  expect(await looked()).toBe(20);
  for (const Code of [app.code(), recoveryCodes[0]]) {
    const headers = { pending2fatoken: await pendingToken(world, iris) };
    expect((await world.call('Authenticate2FA', { Code }, headers)).text).toContain('tomorrow');
  }
});

test('F1 F6 a code of the app, and a recovery code, sent fifty times over HTTP and sockets at once, open one session', async () => {
  const nora = await world.customer();
  const { app, recoveryCodes } = await switchOn(world, nora);
  for (const Code of [app.code(), recoveryCodes[3] ?? '']) {
    const tokens: string[] = [];
    for (let count = 0; count < 50; count += 1) tokens.push(await pendingToken(world, nora));
    const answers = await guessByBothTransports(
      async (number) =>
        (await world.call('Authenticate2FA', { Code }, { pending2fatoken: tokens[number] ?? '' })).text,
      {
        name: 'Authenticate2FA',
        payload: (number) => ({ Code, Pending2FaToken: tokens[number + 25] }),
      },
    );
    expect(holding(answers, 'SessionToken')).toHaveLength(1);
    world.clock.now += 24 * 60 * minute;
    nextStep(world);
  }
});

test('E5 of twenty simultaneous requests for a new password, three are mailed', async () => {
  const rosa = await world.customer();
  const before = world.mails.length;
  await Promise.all(
    Array.from({ length: 20 }, () => world.call('ResetPassword', { UserName: rosa.userName })),
  );
  const sent = world.mails.slice(0, world.mails.length - before);
  expect(sent.filter(({ notification }) => notification.kind === 'reset_password')).toHaveLength(3);
});

test('E5 strangers neither use up the mails for a new password nor make a mailed link invalid', async () => {
  const alba = await world.customer();
  const { cookie } = await signIn(alba.userName, alba.password, { ip: '192.0.2.70' });
  const ask = (ip: string, headers: Record<string, string> = {}) =>
    world.app.inject({
      method: 'POST',
      url: '/AP/ResetPassword',
      remoteAddress: ip,
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({ UserName: alba.userName }),
    });
  const askAsStrangers = async () => {
    for (let number = 0; number < 20; number += 1) await ask(toAddress(number));
  };
  const email = `${alba.userName}@example.com`;
  const countMails = () =>
    world.mails.filter(({ to, notification }) => to === email && notification.kind === 'reset_password')
      .length;
  // The first link, from a device that she has not used before.
  await ask('192.0.2.71');
  const PendingCode = world.codeFor(email);
  await askAsStrangers();
  expect(countMails()).toBe(6);
  await ask('192.0.2.72', { cookie });
  expect(countMails()).toBe(7);
  const newest = world.codeFor(email);
  expect(
    (
      await world.call('ResetPassword2', { UserId: alba.userId, PendingCode, Password: 'Lantern-orbit-4' })
    ).json()['result'],
  ).toBe(true);
  // The other links of the hour are void: they were for the former password.
  const reply = await world.call('ResetPassword2', {
    UserId: alba.userId,
    PendingCode: newest,
    Password: 'Lantern-orbit-5',
  });
  expect(reply.json()['result']).toBe(false);
});
