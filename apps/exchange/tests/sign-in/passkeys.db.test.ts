import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listPasskeyRemovals } from '@salar/store/tables/sign-in/passkey-registrations';
import { pendingToken, signIn, switchOn } from '../support/authenticator-app.ts';
import { lockSignIn, openGatewayWorld, publicUrl } from '../support/gateway-world.ts';
import { listActions, readChangedAt } from '../support/customer-record.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';
import type { Falsified } from '../support/software-passkey.ts';

const minute = 60_000;

let world: GatewayWorld;
beforeAll(async () => {
  world = await openGatewayWorld();
});
afterAll(() => world.close());

type Question = { readonly Options: string; readonly ChallengeId: string };

const add = async (customer: Customer, passkey: SoftwarePasskey, bent: Falsified = {}) => {
  const { Options } = (await customer.call('BeginPasskey')).json();
  const Response = passkey.create(String(Options), bent);
  return (await customer.call('AddPasskey', { Name: ' Phone ', Response })).json();
};
const withPasskey = async () => {
  const customer = await world.customer();
  const passkey = new SoftwarePasskey(publicUrl);
  const added = await add(customer, passkey);
  expect(added).toMatchObject({ PasskeyId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string });
  return { customer, passkey, PasskeyId: added['PasskeyId'] };
};
const ask = async (body: object = {}, pending2fatoken?: string) =>
  (
    await world.call('BeginPasskeySignIn', body, pending2fatoken ? { pending2fatoken } : {})
  ).json() as Question;
const answer = async (
  { ChallengeId }: Question,
  Response: string,
  headers: Readonly<Record<string, string>> = {},
) => (await world.call('AuthenticatePasskey', { ChallengeId, Response }, headers)).json();

const refused = { Authenticated: false, errormsg: 'Invalid passkey' };
const over = { Authenticated: false, errormsg: 'Your sign-in has expired. Please sign in again.' };

describe('creating a passkey', () => {
  test('it is requested for our origin with user verification, and listed by its name', async () => {
    const ana = await world.customer();
    const options = JSON.parse(String((await ana.call('BeginPasskey')).json()['Options'])) as object;
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Salar' },
      user: { name: ana.userName },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const added = await add(ana, new SoftwarePasskey(publicUrl));
    const createdAt = new Date(world.clock.now).toISOString();
    const listed = {
      PasskeyId: added['PasskeyId'],
      Name: 'Phone',
      CreatedAt: createdAt,
      LastUsedAt: null,
      CountsFrom: null,
    };
    expect((await ana.call('GetPasskeys')).json()).toEqual([listed]);
    expect(world.mails[0]?.notification).toMatchObject({ action: 'passkey_added', object: 'Phone' });
    // W6: withdrawals are held after it, as after any change of the factor.
    expect(await readChangedAt(world, ana)).toBe(world.clock.now);
  });

  test.each<[string, Falsified]>([
    ['of another site', { origin: 'https://salar.example.net' }],
    ['for another site', { rpId: 'example.net' }],
    ['of another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['of a sign-in', { type: 'webauthn.get' }],
    ['without user verification', { isVerified: false }],
    ['under another id', { id: 'AAAA' }],
  ])('a response %s is refused', async (_what, bent) => {
    const ana = await world.customer();
    expect(await add(ana, new SoftwarePasskey(publicUrl), bent)).toMatchObject({
      result: false,
      errorcode: 101,
      detail: 'Invalid passkey response',
    });
    expect((await ana.call('GetPasskeys')).json()).toEqual([]);
  });

  test('a challenge is valid once, within five minutes, for the customer who requested it', async () => {
    const [ana, joao] = [await world.customer(), await world.customer()];
    const passkey = new SoftwarePasskey(publicUrl);
    const begin = async () => passkey.create(String((await ana.call('BeginPasskey')).json()['Options']));
    const give = async (by: Customer, Response: string) =>
      (await by.call('AddPasskey', { Name: 'Phone', Response })).json();
    const foreign = await begin();
    expect(await give(joao, foreign)).toMatchObject({ errorcode: 101 });
    expect(await give(ana, foreign)).toMatchObject({ errorcode: 101 }); // used up by the first answer
    const late = await begin();
    world.clock.now += 5 * minute;
    expect(await give(ana, late)).toMatchObject({ errorcode: 101 });
    const good = await begin();
    const answers = await Promise.all(Array.from({ length: 5 }, () => give(ana, good)));
    expect(answers.filter((one) => 'PasskeyId' in one)).toHaveLength(1);
    expect(await add(ana, passkey)).toMatchObject({ detail: 'Passkey already added' });
  });

  test.each([
    '',
    '{',
    '[]',
    '{"id":"a"}',
    '{"id":1,"type":"public-key","response":{}}',
    '{"id":"a","type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"AAAA"}}',
  ])('a malformed response, %j, is refused without a fault', async (Response) => {
    const ana = await world.customer();
    await ana.call('BeginPasskey');
    const added = (await ana.call('AddPasskey', { Name: 'Phone', Response })).json();
    expect([100, 101]).toContain(added['errorcode']);
    const question = await ask();
    const signedIn = await answer(question, Response);
    expect(signedIn['errorcode'] === 100 || signedIn['Authenticated'] === false).toBe(true);
  });

  test('a name is required, and a customer has at most twenty', async () => {
    const ana = await world.customer();
    const Response = new SoftwarePasskey(publicUrl).create('{"challenge":"x"}');
    expect((await ana.call('AddPasskey', { Name: '  ', Response })).json()).toMatchObject({ errorcode: 100 });
    for (let count = 0; count < 20; count += 1)
      expect(await add(ana, new SoftwarePasskey(publicUrl))).toHaveProperty('PasskeyId');
    expect(await add(ana, new SoftwarePasskey(publicUrl))).toMatchObject({ detail: 'Too many passkeys' });
  });

  test('a removed one can no longer sign in, and another customer’s cannot be removed', async () => {
    const { customer: ana, passkey, PasskeyId } = await withPasskey();
    const joao = await world.customer();
    expect((await joao.call('RemovePasskey', { PasskeyId })).json()).toMatchObject({ errorcode: 104 });
    expect((await ana.call('RemovePasskey', { PasskeyId })).json()).toMatchObject({ result: true });
    expect(world.mails[0]?.notification).toMatchObject({ action: 'passkey_removed' });
    const question = await ask();
    expect(await answer(question, passkey.get(question.Options))).toMatchObject(refused);
    expect((await ana.call('RemovePasskey', { PasskeyId })).json()).toMatchObject({ errorcode: 104 });
    expect((await ana.call('RemovePasskey', { PasskeyId: 'x' })).json()).toMatchObject({ errorcode: 100 });
  });
});

describe('signing in', () => {
  test('a passkey signs in alone, also where a second factor is on', async () => {
    const { customer: ana, passkey } = await withPasskey();
    for (const body of [{}, { UserName: ana.userName }, { UserName: `${ana.userName}@EXAMPLE.com` }]) {
      const question = await ask(body);
      const signedIn = await answer(question, passkey.get(question.Options));
      expect(signedIn).toMatchObject({
        Authenticated: true,
        User: { UserId: ana.userId, Use2FA: false },
        Requires2FA: false,
        errormsg: null,
      });
      const session = await world.call('GetUserInfo', {}, { aptoken: String(signedIn['SessionToken']) });
      expect(session.json()).toMatchObject({ UserId: ana.userId });
    }
    await switchOn(world, ana);
    const question = await ask();
    const signedIn = await answer(question, passkey.get(question.Options));
    expect(signedIn).toMatchObject({ Authenticated: true, User: { Use2FA: true } });
    expect((await ana.call('GetPasskeys')).json()).toMatchObject([
      { LastUsedAt: new Date(world.clock.now).toISOString() },
    ]);
    expect(await listActions(world, ana)).toContain('sign_in');
  });

  test('it never switches the second factor on, and a password still signs in', async () => {
    const { customer: ana } = await withPasskey();
    expect((await ana.call('GetSecondFactor')).json()).toMatchObject({ Use2FA: false });
    expect((await signIn(world, ana)).json()).toMatchObject({ Requires2FA: false });
  });

  test.each<[string, Falsified]>([
    ['of another site', { origin: 'https://salar.example.net' }],
    ['of the same host without its port', { origin: 'http://localhost' }],
    ['for another site', { rpId: 'example.net' }],
    ['of another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['of creating a passkey', { type: 'webauthn.create' }],
    ['without user verification', { isVerified: false }],
    ['under an unknown id', { id: 'AAAA' }],
  ])('a response %s is refused', async (_what, bent) => {
    const { passkey } = await withPasskey();
    const question = await ask();
    const signedIn = await answer(question, passkey.get(question.Options, bent));
    expect(signedIn).toMatchObject(refused);
    expect(signedIn).not.toHaveProperty('SessionToken');
  });

  test('a signature of another device under this one’s id is refused', async () => {
    const { passkey } = await withPasskey();
    const question = await ask();
    const forged = new SoftwarePasskey(publicUrl).get(question.Options, { id: passkey.id });
    expect(await answer(question, forged)).toMatchObject(refused);
  });

  test('a challenge is valid once, within five minutes, under its own id, and never one for creating a passkey', async () => {
    const { customer: ana, passkey } = await withPasskey();
    const question = await ask();
    const response = passkey.get(question.Options);
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(question, response)));
    expect(answers.filter((one) => one['Authenticated'] === true)).toHaveLength(1);
    expect(await answer(question, response)).toMatchObject(refused);
    expect(await answer(question, passkey.get(question.Options))).toMatchObject(refused);
    const late = await ask();
    world.clock.now += 5 * minute;
    expect(await answer(late, passkey.get(late.Options))).toMatchObject(refused);
    const [one, other] = [await ask(), await ask()];
    expect(await answer(one, passkey.get(other.Options))).toMatchObject(refused);
    const fresh = { ...ana, ...(await freshSession(ana, passkey)) };
    const Options = String((await fresh.call('BeginPasskey')).json()['Options']);
    expect(await answer({ Options, ChallengeId: one.ChallengeId }, passkey.get(Options))).toMatchObject(
      refused,
    );
  });

  test('a counter that does not increase indicates a copy of the device, and is refused', async () => {
    const { passkey } = await withPasskey();
    const signInAt = async (counter: number) => {
      const question = await ask();
      return (await answer(question, passkey.get(question.Options, { counter })))['Authenticated'];
    };
    expect(await signInAt(7)).toBe(true);
    expect(await signInAt(7)).toBe(false);
    expect(await signInAt(6)).toBe(false);
    expect(await signInAt(0)).toBe(false);
    expect(await signInAt(8)).toBe(true);
  });

  test('of a device and its copy that respond simultaneously with the same counter, only one signs in', async () => {
    const { passkey } = await withPasskey();
    const questions = [await ask(), await ask(), await ask(), await ask()];
    const answers = await Promise.all(
      questions.map((question) => answer(question, passkey.get(question.Options, { counter: 7 }))),
    );
    expect(answers.filter((one) => one['Authenticated'] === true)).toHaveLength(1);
  });

  test('a device without a counter can sign in repeatedly', async () => {
    const { passkey } = await withPasskey();
    for (let count = 0; count < 3; count += 1) {
      const question = await ask();
      const response = passkey.get(question.Options, { counter: 0 });
      expect(await answer(question, response)).toMatchObject({ Authenticated: true });
    }
  });

  test('the challenge looks the same for a name with passkeys, one without, and an unknown one', async () => {
    const { customer: ana } = await withPasskey();
    const joao = await world.customer();
    const looks = await Promise.all(
      [ana.userName, joao.userName, 'nobody-at-all', undefined].map(async (UserName) => {
        const { Options, ...rest } = await ask({ UserName });
        const { challenge, ...options } = JSON.parse(Options) as { readonly challenge: string };
        return { options, challenge: challenge.length, keys: Object.keys(rest), id: rest.ChallengeId.length };
      }),
    );
    expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(1);
  });

  test('a challenge for one customer refuses another’s passkey; one for an unknown name refuses every passkey', async () => {
    const { customer: ana } = await withPasskey();
    const { passkey: joaos } = await withPasskey();
    for (const UserName of [ana.userName, 'nobody-at-all']) {
      const question = await ask({ UserName });
      expect(await answer(question, joaos.get(question.Options))).toMatchObject(refused);
    }
  });

  test('P7 a passkey resets the counter of wrong passwords', async () => {
    const { customer, passkey } = await withPasskey();
    await signIn(world, { ...customer, password: 'not-the-password' });
    const failures = async () =>
      (
        await world.database.query(`SELECT failed_attempts FROM app_user WHERE user_id = ${customer.userId}`)
      )[0];
    expect(await failures()).toEqual({ failed_attempts: 1 });
    const question = await ask();
    expect(await answer(question, passkey.get(question.Options))).toMatchObject({ Authenticated: true });
    expect(await failures()).toEqual({ failed_attempts: 0 });
  });

  test('a locked customer is refused, and a form on another site cannot sign anybody in', async () => {
    const { customer: ana, passkey } = await withPasskey();
    const elsewhere = await ask();
    const crossSite = { 'sec-fetch-site': 'cross-site' };
    expect(await answer(elsewhere, passkey.get(elsewhere.Options), crossSite)).toMatchObject({
      errorcode: 20,
    });
    await lockSignIn(world, ana);
    const question = await ask();
    expect(await answer(question, passkey.get(question.Options))).toMatchObject({
      Authenticated: false,
      Locked: true,
    });
  });

  async function freshSession(customer: Customer, passkey: SoftwarePasskey): Promise<Pick<Customer, 'call'>> {
    const question = await ask({ UserName: customer.userName });
    const aptoken = String((await answer(question, passkey.get(question.Options)))['SessionToken']);
    return { call: (name, body) => world.call(name, body, { aptoken }) };
  }
});

describe('instead of a code', () => {
  test('a passkey of the same customer completes the pending sign-in, once', async () => {
    const { customer: ana, passkey } = await withPasskey();
    const { app } = await switchOn(world, ana);
    const token = await pendingToken(world, ana);
    const question = await ask({}, token);
    expect(JSON.parse(question.Options)).toMatchObject({
      allowCredentials: [{ id: passkey.id, transports: ['internal'] }],
      userVerification: 'required',
    });
    const pending = { pending2fatoken: token };
    expect(await answer(question, passkey.get(question.Options), pending)).toMatchObject({
      Authenticated: true,
      User: { UserId: ana.userId, Use2FA: true },
    });
    expect((await world.call('Authenticate2FA', { Code: app.code() }, pending)).json()).toMatchObject(over);
    expect((await world.call('BeginPasskeySignIn', {}, pending)).json()).toMatchObject({ errorcode: 101 });
  });

  test('another customer’s pending sign-in cannot be completed with my passkey', async () => {
    const { passkey: mine } = await withPasskey();
    const { customer: ana } = await withPasskey();
    await switchOn(world, ana);
    const token = await pendingToken(world, ana);
    for (const question of [await ask({}, token), await ask()])
      expect(await answer(question, mine.get(question.Options), { pending2fatoken: token })).toMatchObject(
        refused,
      );
  });

  test('F2 a pending sign-in allows five tries, codes and passkeys together', async () => {
    const { customer: ana, passkey } = await withPasskey();
    const { app } = await switchOn(world, ana);
    const token = await pendingToken(world, ana);
    const pending = { pending2fatoken: token };
    for (let count = 0; count < 3; count += 1) {
      const question = await ask({}, token);
      await answer(question, passkey.get(question.Options, { isVerified: false }), pending);
    }
    const Code = app.wrongCode();
    for (let count = 0; count < 2; count += 1) await world.call('Authenticate2FA', { Code }, pending);
    const question = await ask({}, token);
    expect(await answer(question, passkey.get(question.Options), pending)).toMatchObject(over);
  });

  test('a pending sign-in lasts five minutes', async () => {
    const { customer: ana, passkey } = await withPasskey();
    await switchOn(world, ana);
    const token = await pendingToken(world, ana);
    world.clock.now += 4 * minute;
    const question = await ask({}, token);
    world.clock.now += minute;
    const response = passkey.get(question.Options);
    expect(await answer(question, response, { pending2fatoken: token })).toMatchObject(over);
  });
});

describe('a reset of the password', () => {
  const resetPassword = async (customer: Customer) => {
    await world.call('ResetPassword', { UserName: customer.userName });
    const PendingCode = world.codeFor(`${customer.userName}@example.com`);
    const body = { UserId: customer.userId, PendingCode, Password: 'Granite-7-orchard' };
    expect((await world.call('ResetPassword2', body)).json()).toMatchObject({ result: true });
  };
  const signInWith = async (passkey: SoftwarePasskey) => {
    const question = await ask();
    return answer(question, passkey.get(question.Options));
  };

  test('F36 it ends a passkey of the last seven days, keeps one of last year, and mails both', async () => {
    const { customer, passkey: old } = await withPasskey();
    world.clock.now += 365 * 24 * 60 * minute;
    const aptoken = String((await signInWith(old))['SessionToken']);
    const intruder = new SoftwarePasskey(publicUrl);
    const call: Customer['call'] = (name, body) => world.call(name, body, { aptoken });
    await add({ ...customer, call }, intruder);
    world.clock.now += 7 * 24 * 60 * minute - 1;
    await resetPassword(customer);
    expect(await signInWith(intruder)).toMatchObject(refused);
    const signedIn = await signInWith(old);
    expect(signedIn).toMatchObject({ Authenticated: true });
    expect(await listActions(world, customer)).toEqual(
      expect.arrayContaining(['password_reset', 'passkey_removed']),
    );
    const notices = world.mails.filter(({ to }) => to === `${customer.userName}@example.com`);
    expect(notices.map(({ notification }) => notification)).toContainEqual(
      expect.objectContaining({
        action: 'password_reset',
        credentials: [
          { state: 'passkey_ended', name: 'Phone' },
          { state: 'passkey_kept', name: 'Phone' },
        ],
      }),
    );
    const removals = await listPasskeyRemovals(world.database, 100);
    expect(removals.map(({ credentialId }) => credentialId)).toContain(intruder.id);
  });

  test('F36 a passkey of exactly seven days ago stays', async () => {
    const { customer, passkey } = await withPasskey();
    world.clock.now += 7 * 24 * 60 * minute;
    await resetPassword(customer);
    expect(await signInWith(passkey)).toMatchObject({ Authenticated: true });
  });
});
