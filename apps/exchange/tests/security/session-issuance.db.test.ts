/**
 * Every way to a session token, tried against a customer with a second factor by somebody who has everything except
 * that factor: name, password, mailbox. A new call that returns a token fails here until it has a case.
 */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonSchema } from '@salar/protocol/wire';
import { calls } from '../../src/gateway/calls/registry.ts';
import { AuthenticatorApp, pendingToken, signIn, switchOn } from '../support/authenticator-app.ts';
import { openGatewayWorld, publicUrl } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';
import { addKey, openKeySession, signHeaders } from '../support/test-keys.ts';
import { TestSocket } from '../support/test-socket.ts';

let world: GatewayWorld;
let url: string;
/** The customer, whose second factor is on. */
let maria: Customer;
beforeAll(async () => {
  world = await openGatewayWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  url = `ws://127.0.0.1:${(world.app.server.address() as AddressInfo).port}/WSGateway`;
  maria = await world.customer();
  await switchOn(world, maria);
});
afterAll(() => world.close());

const sessionToken = /sal_s_/;
const password = () => ({ UserName: maria.userName, Password: maria.password });

/** The thief's request to each call that returns a token. */
const tries: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  AuthenticateUser: async () => [
    (await signIn(world, maria)).text,
    (await world.call('Authenticate', password())).text,
    (await world.call('AuthenticateUser', { ...password(), UserName: `${maria.userName}@example.com` })).text,
    (await world.call('AuthenticateUser', { ...password(), Code: '000000', Requires2FA: false })).text,
  ],
  WebAuthenticateUser: async () => {
    const socket = await TestSocket.open(url);
    const pending = await pendingToken(world, maria);
    const texts: string[] = [];
    for (const payload of [
      password(),
      { ...password(), authCode: '000000' },
      { SessionToken: pending },
      { JWTToken: pending },
    ])
      texts.push((await socket.request('WebAuthenticateUser', payload)).o);
    texts.push((await socket.request('AuthenticateUser', password())).o);
    texts.push((await socket.request('Authenticate2FA', { Code: '000000' })).o);
    expect((await socket.request('GetUserInfo')).m).toBe(5);
    socket.socket.terminate();
    return texts;
  },
  Authenticate2FA: async () => {
    const thief = await world.customer();
    const pending = await pendingToken(world, maria);
    const { app } = await switchOn(world, thief);
    const attempts: readonly (readonly [unknown, Readonly<Record<string, string>>])[] = [
      [{ Code: '' }, { pending2fatoken: pending }],
      [{ Code: null }, { pending2fatoken: pending }],
      [{ Code: app.code() }, { pending2fatoken: pending }],
      [{ Code: '000000' }, {}],
      [{ Code: '000000' }, { aptoken: pending }],
    ];
    return Promise.all(
      attempts.map(async ([body, headers]) => (await world.call('Authenticate2FA', body, headers)).text),
    );
  },
  AuthenticatePasskey: async () => {
    const pending2fatoken = await pendingToken(world, maria);
    const begun = (await world.call('BeginPasskeySignIn', {}, { pending2fatoken })).json();
    const ChallengeId = begun['ChallengeId'];
    const response = {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: {},
      clientExtensionResults: {},
    };
    return Promise.all(
      [{}, { pending2fatoken }].map(
        async (headers) =>
          (
            await world.call(
              'AuthenticatePasskey',
              { ChallengeId, Response: JSON.stringify(response) },
              headers,
            )
          ).text,
      ),
    );
  },
  Reauthenticate: async () => [
    (await maria.call('Reauthenticate', { Password: maria.password })).text,
    (await maria.call('Reauthenticate', { Code: '000000' })).text,
    (await world.call('Reauthenticate', password(), { aptoken: await pendingToken(world, maria) })).text,
  ],
  ChangePassword: async () => {
    const body = { OldPassword: maria.password, NewPassword: 'Basalt-9-lantern' };
    world.clock.now += 16 * 60_000;
    return [
      (await maria.call('ChangePassword', body)).text,
      (await world.call('ChangePassword', body, { aptoken: await pendingToken(world, maria) })).text,
    ];
  },
};

test('F5 every call that returns a session token has a case here', () => {
  const ways = calls.filter(
    ({ session, outputSchema }) => session === 'begins' || names(outputSchema).includes('SessionToken'),
  );
  expect(ways.map(({ name }) => name).toSorted()).toEqual(Object.keys(tries).toSorted());
});

test.each(Object.keys(tries))('F5 %s gives no session without the second factor', async (name) => {
  const texts = (await tries[name]?.()) ?? [];
  expect(texts.length).toBeGreaterThan(0);
  for (const text of texts) expect(text).not.toMatch(sessionToken);
});

test('F2 the token of a pending sign-in admits no call, and no answer to it contains a session', async () => {
  const pending = await pendingToken(world, maria);
  const headers = {
    aptoken: pending,
    pending2fatoken: pending,
    userid: String(maria.userId),
    authorization: `Basic ${Buffer.from(`${maria.userName}:${maria.password}`).toString('base64')}`,
  };
  const body = { ...password(), UserId: maria.userId, OMSId: 1, SessionToken: pending };
  for (const call of calls.filter(({ transport }) => transport !== 'socket')) {
    const reply = await world.call(call.name, body, headers);
    expect(reply.text, call.name).not.toMatch(sessionToken);
    if (call.auth === 'session') expect(reply.status, call.name).toBe(401);
  }
});

test('K3 the session of an API key is a program’s: it cannot make calls that are for the customer in person', async () => {
  const eva = await world.customer();
  const key = await addKey(eva, ['Trading', 'Deposit', 'Withdraw', 'AccountReadOnly']);
  await switchOn(world, eva);
  const aptoken = await openKeySession(world, key);
  const inPerson = calls.filter(({ auth, permissions }) => auth === 'session' && permissions.length === 0);
  expect(inPerson.map(({ name }) => name)).toContain('Reauthenticate');
  for (const { name } of inPerson) {
    const reply = await world.call(name, { OMSId: 1 }, { aptoken });
    expect(reply.json(), name).toMatchObject({ errorcode: 20 });
  }
});

test('F4 a new password gives no session, ends those there are, and leaves the second factor on', async () => {
  const ana = await world.customer();
  await switchOn(world, ana);
  const mailbox = `${ana.userName}@example.com`;
  await world.call('ResetPassword', { UserName: ana.userName });
  const reset = await world.call('ResetPassword2', {
    UserId: ana.userId,
    PendingCode: world.codeFor(mailbox),
    Password: 'Lantern-orbit-4',
  });
  expect(reset.json()).toMatchObject({ result: true });
  expect(reset.text).not.toMatch(sessionToken);
  expect((await signIn(world, { ...ana, password: 'Lantern-orbit-4' })).json()).toMatchObject({
    Requires2FA: true,
  });
  expect((await ana.call('GetUserInfo')).status).toBe(401);
});

test('F4 a pending sign-in ends when the password is replaced', async () => {
  const pedro = await world.customer();
  const { app } = await switchOn(world, pedro);
  const pending = await pendingToken(world, pedro);
  world.clock.now += 1;
  await world.call('ResetPassword', { UserName: pedro.userName });
  const PendingCode = world.codeFor(`${pedro.userName}@example.com`);
  await world.call('ResetPassword2', { UserId: pedro.userId, PendingCode, Password: 'Lantern-orbit-4' });
  const completed = await world.call('Authenticate2FA', { Code: app.code() }, { pending2fatoken: pending });
  expect(completed.text).not.toMatch(sessionToken);
});

test('F5 where a second factor is required, a password leads to its enrolment and to no session', async () => {
  const strict = await openGatewayWorld({ isSecondFactorEnforced: true });
  try {
    const UserInfo = { UserName: 'joao', Email: 'joao@example.com', passwordHash: 'Quartz-9-harbour' };
    const { UserId } = (await strict.call('RegisterUser', { UserInfo })).json();
    await strict.call('ConfirmUserEmail', { UserId, VerifyEmailCode: strict.codeFor(UserInfo.Email) });
    const joao = { userName: 'joao', password: UserInfo.passwordHash };
    const reply = await signIn(strict, joao);
    expect(reply.json()).toMatchObject({ Authenticated: true, EnforceEnable2FA: true, Requires2FA: false });
    expect(reply.text).not.toMatch(sessionToken);
    const headers = { pending2fatoken: String(reply.json()['Pending2FaToken']) };
    for (const call of calls.filter(
      ({ transport, name }) => transport !== 'socket' && name !== 'EnableGoogle2FA',
    )) {
      const answer = await strict.call(
        call.name,
        { OMSId: 1 },
        { ...headers, aptoken: headers.pending2fatoken },
      );
      if (call.auth === 'session') expect(answer.status, call.name).toBe(401);
      expect(answer.text, call.name).not.toMatch(sessionToken);
    }
    const begun = (await strict.call('EnableGoogle2FA', {}, headers)).json();
    const app = new AuthenticatorApp(String(begun['ManualCode']), strict.clock);
    expect((await strict.call('Authenticate2FA', { Code: app.wrongCode() }, headers)).text).not.toMatch(
      sessionToken,
    );
    expect((await strict.call('Authenticate2FA', { Code: app.code() }, headers)).text).toMatch(sessionToken);
  } finally {
    await strict.close();
  }
});

/**
 * Another customer with their own second factor, passkey and key. All of them are valid, and none of them is Maria's.
 */
async function thief() {
  const tom = await world.customer();
  const passkey = new SoftwarePasskey(publicUrl);
  const { Options } = (await tom.call('BeginPasskey')).json();
  await tom.call('AddPasskey', { Name: 'Phone', Response: passkey.create(String(Options)) });
  const key = await addKey(tom, ['Trading', 'Deposit', 'AccountReadOnly']);
  return { tom, passkey, key, ...(await switchOn(world, tom)) };
}

test('F5 factors of another customer complete nothing: neither code, recovery code, passkey nor key', async () => {
  const { tom, passkey, key, app, recoveryCodes } = await thief();
  const pending2fatoken = await pendingToken(world, maria);
  const begun = (await world.call('BeginPasskeySignIn', {}, { pending2fatoken })).json();
  const own = (await world.call('BeginPasskeySignIn', { UserName: maria.userName })).json();
  const answerTo = ({ Options, ChallengeId }: Record<string, unknown>) => ({
    ChallengeId,
    Response: passkey.get(String(Options)),
  });
  const attempts: readonly (readonly [string, object, Readonly<Record<string, string>>])[] = [
    ['Authenticate2FA', { Code: app.code() }, { pending2fatoken }],
    ['Authenticate2FA', { Code: recoveryCodes[0] }, { pending2fatoken }],
    ['Authenticate2FA', { Code: app.code() }, { pending2fatoken, aptoken: tom.token }],
    ['AuthenticatePasskey', answerTo(begun), { pending2fatoken }],
    ['AuthenticatePasskey', answerTo(own), { pending2fatoken }],
    ['AuthenticateUser', {}, { ...signHeaders(key, maria) }],
    ['AuthenticateUser', { ...signHeaders(key, tom), UserId: String(maria.userId) }, {}],
    ['AuthenticateUser', password(), { ...signHeaders(key, maria, '2') }],
  ];
  for (const [name, body, headers] of attempts)
    expect((await world.call(name, body, headers)).text, `${name} ${JSON.stringify(body)}`).not.toMatch(
      sessionToken,
    );
});

test('F2 a token is valid for its own purpose only: a session is not a pending sign-in, a mailed code is for one kind of link', async () => {
  const { tom, app } = await thief();
  const asPending = { pending2fatoken: tom.token };
  for (const call of calls.filter(({ transport, auth }) => transport !== 'socket' && auth === 'public')) {
    const reply = await world.call(call.name, { Code: app.code(), Pending2FaToken: tom.token }, asPending);
    expect(reply.text, call.name).not.toMatch(sessionToken);
  }
  const luz = await world.customer();
  await switchOn(world, luz);
  const { userId: UserId } = luz;
  const mailbox = `${luz.userName}@example.com`;
  const mailed = () => world.mails.find(({ to, notification }) => to === mailbox && 'code' in notification);
  const verifyCode = codeIn(mailed());
  await world.call('ResetPassword', { UserName: luz.userName });
  const resetCode = codeIn(mailed());
  for (const call of calls.filter(({ transport, auth }) => transport !== 'socket' && auth === 'public'))
    for (const code of [verifyCode, resetCode]) {
      if (call.name === 'ResetPassword2') continue;
      const everywhere = { VerifyCode: code, VerifyEmailCode: code, Code: code, Pending2FaToken: code };
      const reply = await world.call(call.name, { ...everywhere, UserId, Password: code }, { aptoken: code });
      expect(reply.text, call.name).not.toMatch(sessionToken);
    }
  const wrong = { UserId, PendingCode: verifyCode, Password: 'Lantern-orbit-4' };
  expect((await world.call('ResetPassword2', wrong)).json()).toMatchObject({ result: false });
});

test('F5 frames in any order leave a socket anonymous without the second factor', async () => {
  const { tom, app, key } = await thief();
  const rosa = await world.customer();
  await switchOn(world, rosa);
  const entry = { UserName: rosa.userName, Password: rosa.password };
  const waiting = await pendingToken(world, rosa);
  const frames: readonly (readonly [string, object])[] = [
    ['WebAuthenticateUser', entry],
    ['AuthenticateUser', entry],
    ['WebAuthenticateUser', { SessionToken: waiting }],
    ['Authenticate2FA', { Code: app.code() }],
    ['Authenticate2FA', { Code: app.code(), Pending2FaToken: waiting }],
    ['AuthenticateUser', { ...signHeaders(key, tom), UserId: String(rosa.userId) }],
    ['Reauthenticate', { Password: rosa.password }],
    ['EnableGoogle2FA', {}],
    ['LogOut', {}],
  ];
  for (const [first, second, third] of orders(frames)) {
    const socket = await TestSocket.open(url);
    const received = [];
    for (const [name, payload] of [first, second, third])
      received.push((await socket.request(name, payload)).o);
    const who = await socket.request('GetUserInfo');
    const sent = [first, second, third].map(([name]) => name).join(', ');
    expect(who.m, sent).toBe(5);
    expect(received.join(), sent).not.toMatch(sessionToken);
    socket.socket.terminate();
  }
}, 120_000);

test('F4 unlocking by mail opens the account and no session', async () => {
  const ines = await world.customer();
  await switchOn(world, ines);
  for (let tries = 0; tries < 1_000; tries += 1) {
    const answer = (await signIn(world, { ...ines, password: 'not-the-password' })).json();
    if (answer['Locked'] === true) break;
    const wait = /wait (\d+) s/.exec(String(answer['errormsg']))?.[1];
    if (wait !== undefined) world.clock.now += Number(wait) * 1_000;
  }
  const VerifyCode = world.codeFor(`${ines.userName}@example.com`);
  const unlocked = await world.call('UnlockAccount', { UserId: ines.userId, VerifyCode });
  expect(unlocked.json()).toMatchObject({ result: true });
  expect(unlocked.text).not.toMatch(sessionToken);
  world.clock.now += 24 * 3_600_000; // the wrong ones have expired
  const again = await signIn(world, ines);
  expect(again.json()).toMatchObject({ Requires2FA: true });
  expect(again.text).not.toMatch(sessionToken);
});

function codeIn(mail: GatewayWorld['mails'][number] | undefined): string {
  if (mail === undefined || !('code' in mail.notification)) throw new Error('no code was mailed');
  return mail.notification.code;
}

/** Returns every permutation of three different elements. */
function orders<T>(from: readonly T[]): readonly (readonly [T, T, T])[] {
  return from.flatMap((first) =>
    from.flatMap((second) =>
      from
        .filter((third) => first !== second && second !== third && first !== third)
        .map((third) => [first, second, third] as const),
    ),
  );
}

/** Lists the names of everything that an answer may contain. */
function names(schema: JsonSchema): readonly string[] {
  return [...JSON.stringify(schema).matchAll(/"(\w+)":/g)].map(([, name]) => name ?? '');
}
