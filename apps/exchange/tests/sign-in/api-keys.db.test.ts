/** API keys through the gateway: created by people, used by programs, over HTTP and on open sockets. */
import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listUserAudit } from '@salar/store/tables/sign-in/audit';
import { userId } from '@salar/protocol';
import { lockSignIn, openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld, Reply } from '../support/gateway-world.ts';
import { addKey, openKeySession, signHeaders, signRequest } from '../support/test-keys.ts';
import type { SignedHeaders, TestKey } from '../support/test-keys.ts';
import { TestSocket } from '../support/test-socket.ts';

let world: GatewayWorld;
let url: string;
const opened: TestSocket[] = [];
beforeAll(async () => {
  world = await openGatewayWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  url = `ws://127.0.0.1:${(world.app.server.address() as AddressInfo).port}/WSGateway`;
});
afterEach(() => {
  for (const one of opened.splice(0)) one.socket.terminate();
});
afterAll(() => world.close());

/** The address of requests without a network, and of the sockets here. */
const here = '127.0.0.1';
const elsewhere = '203.0.113.9';
const unauthorized = [401, 'NOT AUTHORIZED'];

const by = (key: TestKey, owner: Customer, name: string, body: unknown = {}): Promise<Reply> =>
  world.call(name, body, signHeaders(key, owner));

async function fromElsewhere(headers: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
  const response = await world.app.inject({
    method: 'POST',
    url: '/AP/GetAccountPositions',
    headers: { 'content-type': 'application/json', ...headers },
    payload: '{}',
    remoteAddress: elsewhere,
  });
  return [response.statusCode, response.body];
}

async function openSession(key: TestKey, owner: Customer): Promise<string> {
  const answer = (await by(key, owner, 'Authenticate')).json();
  expect(answer).toMatchObject({ Authenticated: true, UserId: owner.userId });
  return String(answer['SessionToken']);
}

const withToken = (token: string, name: string, body: unknown = {}) =>
  world.call(name, body, { aptoken: token });

async function openSocket(key: TestKey, owner: Customer): Promise<TestSocket> {
  const socket = await TestSocket.open(url);
  opened.push(socket);
  expect(await socket.call('AuthenticateUser', signHeaders(key, owner))).toMatchObject({
    Authenticated: true,
  });
  return socket;
}

const isIn = (socket: TestSocket) => socket.call('GetAccountPositions');
const signedOut = { result: false, errorcode: 20 };

describe('creating a key', () => {
  // covers: api-keys.12, api-keys.41, calls.26
  test('K1 its secret is returned once, and never stored in plain text', async () => {
    const maria = await world.customer();
    const key = await addKey(maria, ['Trading'], ' 203.0.113.9, ,2001:DB8::1/64 ');
    expect([key.apiKey, key.secret]).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{32}$/),
    ]);
    const listed = await maria.call('GetUserAPIKeys', { UserId: maria.userId });
    expect(JSON.parse(listed.text)).toEqual([
      {
        APIKey: key.apiKey,
        APISecret: '',
        UserId: maria.userId,
        Permissions: ['Trading'],
        IpWhiteList: '203.0.113.9,2001:db8::/64',
      },
    ]);
    const rows = await world.database.query<{ row: string }>('SELECT api_key::text AS row FROM api_key');
    const secretHex = Buffer.from(key.secret).toString('hex');
    for (const { row } of rows) {
      expect(row).not.toContain(key.secret);
      expect(row).not.toContain(secretHex);
    }
    const record = await listUserAudit(world.database, userId(maria.userId), { startIndex: 0, limit: 5 });
    expect(JSON.stringify(record)).not.toContain(key.secret);
    expect(JSON.stringify(world.mails)).not.toContain(key.secret);
  });

  // covers: api-keys.39
  test('the available permissions are the four of a customer', async () => {
    const maria = await world.customer();
    const answer = await maria.call('GetUserPermissions', { UserId: maria.userId });
    expect(answer.text).toBe('["AccountReadOnly","Deposit","Trading","Withdraw"]');
  });

  // covers: api-keys.10
  test.each<[unknown, unknown, number, string]>([
    [[], '', 100, 'Invalid Permissions'],
    [undefined, '', 100, 'Permissions is Required'],
    [['Trading', 'Operator'], '', 100, 'Invalid Permissions'],
    [['trading'], '', 100, 'Invalid Permissions'],
    [['SendOrder'], '', 100, 'Invalid Permissions'],
    ['Trading', '', 100, 'Invalid Permissions'],
    [['Trading'], '203.0.113.9,home', 100, 'Invalid IP address: home'],
    [['Trading'], '0.0.0.0/0', 100, 'Invalid IP address: 0.0.0.0/0'],
    [['Trading'], ['203.0.113.9', '::/0'], 100, 'Invalid IP address: ::/0'],
    [['Trading'], { a: 1 }, 100, 'Invalid IpWhiteList'],
    [
      ['Trading'],
      Array.from({ length: 21 }, (_none, index) => `203.0.113.${index}`),
      100,
      'Invalid IpWhiteList, at most 20 entries',
    ],
  ])(
    'K3 K4 permissions %j and addresses %j are refused',
    async (Permissions, IpWhiteList, errorcode, detail) => {
      const maria = await world.customer();
      const refused = await maria.call('AddUserAPIKey', { Permissions, IpWhiteList });
      expect(refused.json()).toMatchObject({ result: false, errorcode, detail });
      expect((await maria.call('GetUserAPIKeys')).text).toBe('[]');
    },
  );

  test('K4 addresses may be sent as a list', async () => {
    const maria = await world.customer();
    const body = { Permissions: ['Trading'], IpWhiteList: ['203.0.113.9', ' 10.1.2.3/8 '] };
    expect((await maria.call('AddUserAPIKey', body)).json()).toMatchObject({
      IpWhiteList: '203.0.113.9,10.0.0.0/8',
      Nonce: world.clock.now,
    });
  });

  test('a customer has at most 20 keys, also with simultaneous requests', async () => {
    const maria = await world.customer();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => maria.call('AddUserAPIKey', { Permissions: ['Trading'] })),
    );
    const refused = answers.map((answer) => answer.json()).filter((answer) => answer['APIKey'] === undefined);
    expect(refused).toHaveLength(5);
    expect(refused[0]).toMatchObject({ errorcode: 101, detail: 'Too many API keys' });
  });

  describe('S6 fifteen minutes after the last re-authentication', () => {
    const unproved = { errorcode: 101, detail: 'Re-authentication required' };
    const listed = '203.0.113.0/24';
    async function customerWithOldProof() {
      const maria = await world.customer();
      const { apiKey: APIKey } = await addKey(maria, ['Trading'], listed);
      world.clock.now += 15 * 60_000;
      const addressesNow = async () => {
        const [key] = JSON.parse((await maria.call('GetUserAPIKeys')).text) as Record<string, unknown>[];
        return key?.['IpWhiteList'];
      };
      return { maria, APIKey, addressesNow };
    }

    test('there is no new key and no added permission; one is removed', async () => {
      const { maria, APIKey } = await customerWithOldProof();
      for (const answer of [
        await maria.call('AddUserAPIKey', { Permissions: ['AccountReadOnly'] }),
        await maria.call('AddUserAPIKey', { Permissions: ['Trading', 'Withdraw'] }),
        await maria.call('AddUserAPIKeyPermission', { APIKey, Permission: 'Withdraw' }),
        await maria.call('AddUserAPIKeyPermission', { APIKey, Permission: 'Deposit' }),
      ])
        expect(answer.json()).toMatchObject(unproved);
      const removed = await maria.call('RemoveUserAPIKeyPermission', { APIKey, Permission: 'Trading' });
      expect(removed.json()).toMatchObject({ result: true });
    });

    test.each(['', '203.0.113.0/23', `${listed}, 198.51.100.4`, '198.51.100.4'])(
      'F23 the list does not become %j',
      async (IpWhiteList) => {
        const { maria, APIKey, addressesNow } = await customerWithOldProof();
        const answer = await maria.call('UpdateUserAPIKeyWhitelist', { APIKey, IpWhiteList });
        expect(answer.json()).toMatchObject(unproved);
        expect(await addressesNow()).toBe(listed);
      },
    );

    test('F23 a list becomes narrower, and wider with the proof', async () => {
      const { maria, APIKey, addressesNow } = await customerWithOldProof();
      await maria.call('UpdateUserAPIKeyWhitelist', { APIKey, IpWhiteList: '203.0.113.9, 203.0.113.16/28' });
      expect(await addressesNow()).toBe('203.0.113.9,203.0.113.16/28');
      const proved = await maria.call('Reauthenticate', { Password: maria.password });
      const aptoken = String(proved.json()['SessionToken']);
      const wider = await world.call('UpdateUserAPIKeyWhitelist', { APIKey, IpWhiteList: '' }, { aptoken });
      expect(wider.json()).toMatchObject({ APIKey, IpWhiteList: '' });
    });
  });

  test('G3 the key of another customer and an unknown key get the same bytes', async () => {
    const maria = await world.customer();
    const joao = await world.customer();
    const { apiKey } = await addKey(joao, ['Trading']);
    for (const [name, more] of [
      ['UpdateUserAPIKeyWhitelist', { IpWhiteList: '203.0.113.9' }],
      ['AddUserAPIKeyPermission', { Permission: 'Deposit' }],
      ['RemoveUserAPIKeyPermission', { Permission: 'Trading' }],
      ['RemoveUserAPIKey', {}],
    ] as const) {
      const foreign = await maria.call(name, { APIKey: apiKey, ...more });
      const absent = await maria.call(name, { APIKey: '0'.repeat(32), ...more });
      expect([foreign.status, foreign.text]).toEqual([absent.status, absent.text]);
      expect(foreign.json()).toMatchObject({ result: false, errorcode: 104 });
    }
    expect((await joao.call('GetUserAPIKeys')).text).toContain('"Permissions":["Trading"],"IpWhiteList":""');
  });

  test('its changes are recorded and mailed, unless nothing changed', async () => {
    const maria = await world.customer();
    const key = await addKey(maria, ['Trading']);
    const { apiKey: APIKey } = key;
    const before = world.mails.length;
    for (const [name, more] of [
      ['AddUserAPIKeyPermission', { Permission: 'Trading' }],
      ['RemoveUserAPIKeyPermission', { Permission: 'Withdraw' }],
      ['UpdateUserAPIKeyWhitelist', {}],
    ] as const)
      await maria.call(name, { APIKey, ...more });
    expect(world.mails).toHaveLength(before);
    const changed = await maria.call('UpdateUserAPIKeyWhitelist', { APIKey, IpWhiteList: '203.0.113.9' });
    expect(changed.json()).toMatchObject({ APISecret: null, Nonce: 0, IpWhiteList: '203.0.113.9' });
    await maria.call('AddUserAPIKeyPermission', { APIKey, Permission: 'Deposit' });
    await maria.call('RemoveUserAPIKey', { APIKey });
    const record = await listUserAudit(world.database, userId(maria.userId), { startIndex: 0, limit: 4 });
    const object = APIKey.slice(0, 8);
    expect(record).toMatchObject([
      { action: 'api_key_removed', object, requestIp: here },
      { action: 'api_key_changed', object, detail: 'Deposit, Trading; 203.0.113.9' },
      { action: 'api_key_changed', object, detail: 'Trading; 203.0.113.9' },
      { action: 'api_key_added', object, detail: 'Trading; *' },
    ]);
    expect(world.mails.slice(0, 3).map(({ notification }) => notification)).toMatchObject([
      { kind: 'security_notice', action: 'api_key_removed', object },
      { kind: 'security_notice', action: 'api_key_changed' },
      { kind: 'security_notice', action: 'api_key_changed' },
    ]);
  });
});

describe('a program', () => {
  test('signs every request with headers, in any order of nonces, repeatedly', async () => {
    const maria = await world.customer();
    const key = await addKey(maria, ['Trading']);
    for (const nonce of ['1700000000000', '7', '7', 'any text', '4294967295']) {
      const answer = await world.call('GetAccountPositions', {}, signHeaders(key, maria, nonce));
      expect(answer.text).toMatch(/^\[/);
    }
    const upper = signHeaders(key, maria);
    const answer = await world.call(
      'GetAccountPositions',
      {},
      { ...upper, Signature: upper.Signature.toUpperCase() },
    );
    expect(answer.text).toMatch(/^\[/);
  });

  test('signs in by headers or fields, by GET or POST, under both names, and keeps its session', async () => {
    const maria = await world.customer();
    const key = await addKey(maria, ['Trading']);
    const credentials = signHeaders(key, maria, '12');
    const byHeaders = await world.app.inject({
      method: 'GET',
      url: '/AP/Authenticate',
      headers: credentials,
    });
    const byFields = await world.call('AuthenticateUser', {
      ...credentials,
      UserId: maria.userId,
      Nonce: 12,
    });
    for (const answer of [byHeaders.json<Record<string, unknown>>(), byFields.json()]) {
      expect(answer).toMatchObject({
        Authenticated: true,
        Requires2FA: false,
        User: { UserId: maria.userId, AccountId: maria.accountId, OMSId: 1 },
      });
      const token = String(answer['SessionToken']);
      expect((await withToken(token, 'GetAccountPositions')).text).toMatch(/^\[/);
      expect((await withToken(token, 'GetUserAPIKeys')).json()).toMatchObject({ errorcode: 20 });
    }
  });

  // covers: calls.26
  test('the nonce returned with a new key signs its first request', async () => {
    const maria = await world.customer();
    const terms = { Permissions: ['AccountReadOnly'], SignedRequestsOnly: false };
    const made = (await maria.call('AddUserAPIKey', terms)).json();
    const [apiKey, secret, nonce] = [made['APIKey'], made['APISecret'], made['Nonce']].map(String);
    expect(Number(nonce)).toBe(world.clock.now);
    const Signature = createHmac('sha256', secret ?? '')
      .update(`${nonce}${maria.userId}${apiKey}`)
      .digest('hex');
    const headers = { APIKey: apiKey ?? '', Nonce: nonce ?? '', UserId: String(maria.userId), Signature };
    expect((await world.call('GetAccountPositions', {}, headers)).text).toMatch(/^\[/);
  });

  test('S1 every fault of its credentials gets the same refusal', async () => {
    const maria = await world.customer();
    const joao = await world.customer();
    const key = await addKey(maria, ['Trading']);
    const foreign = await addKey(maria, ['Trading'], elsewhere);
    const right = signHeaders(key, maria);
    const wrong: readonly Partial<SignedHeaders>[] = [
      { ...right, Signature: '0'.repeat(64) },
      { ...right, Signature: `${right.Signature}00` },
      { ...right, Signature: '' },
      { ...right, Nonce: '2' },
      { ...right, APIKey: '0'.repeat(32) },
      { ...right, APIKey: right.APIKey.toUpperCase() },
      { ...right, UserId: String(joao.userId) },
      signHeaders(key, joao),
      signHeaders({ ...key, apiKey: 'not a key' }, maria),
      signHeaders(foreign, maria),
      { APIKey: right.APIKey },
      { APIKey: right.APIKey, Nonce: '1', UserId: right.UserId },
      { ...right, Nonce: 'x'.repeat(200) },
    ];
    const refusals = new Set<string>();
    for (const credentials of wrong) {
      const answer = await world.call('GetAccountPositions', {}, credentials);
      expect([answer.status, answer.text], JSON.stringify(credentials)).toEqual(unauthorized);
      refusals.add((await world.call('Authenticate', {}, credentials)).text);
    }
    expect([...refusals]).toEqual([expect.stringContaining('"errormsg":"Invalid username or password"')]);
  });

  test('a wrong signature locks no account', async () => {
    const maria = await world.customer();
    const key = await addKey(maria, ['Trading']);
    for (let tries = 0; tries < 20; tries += 1)
      await world.call('Authenticate', {}, { ...signHeaders(key, maria), Signature: '0'.repeat(64) });
    expect((await by(key, maria, 'Authenticate')).json()).toMatchObject({ Authenticated: true });
  });

  test('a token takes precedence over a signature, and a signature over a password', async () => {
    const maria = await world.customer();
    const joao = await world.customer();
    const key = await addKey(maria, ['Trading']);
    const dead = { ...signHeaders(key, maria), aptoken: `sal_s_${'A'.repeat(43)}` };
    const answer = await world.call('GetAccountPositions', {}, dead);
    expect([answer.status, answer.text]).toEqual(unauthorized);
    const basic = Buffer.from(`${joao.userName}:${joao.password}`).toString('base64');
    const both = { ...signHeaders(key, maria), authorization: `Basic ${basic}` };
    expect((await world.call('AuthenticateUser', {}, both)).json()).toMatchObject({ UserId: maria.userId });
  });

  test('R2 its id header cannot refer to another user, and foreign accounts stay inaccessible', async () => {
    const maria = await world.customer();
    const joao = await world.customer();
    const key = await addKey(maria, ['Trading']);
    for (const body of [{ AccountId: joao.accountId }, { UserId: joao.userId }])
      expect((await by(key, maria, 'GetAccountPositions', body)).json()).toMatchObject({ errorcode: 20 });
  });

  test('its sessions end no session of the customer in person, and vice versa', async () => {
    const maria = await world.customer();
    const key = await addKey(maria, ['Trading']);
    const first = await openSession(key, maria);
    for (let count = 0; count < 10; count += 1) {
      world.clock.now += 1;
      await openSession(key, maria);
    }
    const answer = await withToken(first, 'GetAccountPositions');
    expect([answer.status, answer.text]).toEqual(unauthorized);
    expect((await maria.call('GetUserAPIKeys')).text).toContain(key.apiKey);
  });
});

test('G10 a socket is notified at once when its key is deleted, or no longer admits its address', async () => {
  const maria = await world.customer();
  for (const [name, more] of [
    ['RemoveUserAPIKey', {}],
    ['UpdateUserAPIKeyWhitelist', { IpWhiteList: elsewhere }],
  ] as const) {
    const key = await addKey(maria, ['Trading']);
    const socket = await openSocket(key, maria);
    await maria.call(name, { APIKey: key.apiKey, ...more });
    await expect.poll(() => socket.received.map(({ n }) => n)).toContain('LogoutEvent');
    expect(await isIn(socket)).toMatchObject(signedOut);
  }
});

describe('G10 in the next request, over HTTP and on an open socket,', () => {
  async function openThreeAccesses(owner: Customer, permissions: readonly string[], list = '') {
    const key = await addKey(owner, permissions, list);
    const token = await openSession(key, owner);
    const socket = await openSocket(key, owner);
    expect((await by(key, owner, 'GetAccountPositions')).text).toMatch(/^\[/);
    expect((await withToken(token, 'GetAccountPositions')).text).toMatch(/^\[/);
    expect(await isIn(socket)).toBeInstanceOf(Array);
    return { key, token, socket };
  }
  async function expectRefused(
    { key, token, socket }: Awaited<ReturnType<typeof openThreeAccesses>>,
    owner: Customer,
  ): Promise<void> {
    for (const answer of [
      await by(key, owner, 'GetAccountPositions'),
      await withToken(token, 'GetAccountPositions'),
    ])
      expect([answer.status, answer.text]).toEqual(unauthorized);
    expect(await isIn(socket)).toMatchObject(signedOut);
    expect(socket.received.some(({ n }) => n === 'LogoutEvent')).toBe(true);
    expect((await by(key, owner, 'Authenticate')).json()).toMatchObject({ Authenticated: false });
  }

  // covers: api-keys.43
  test('a deleted key is refused', async () => {
    const maria = await world.customer();
    const access = await openThreeAccesses(maria, ['Trading']);
    await maria.call('RemoveUserAPIKey', { APIKey: access.key.apiKey });
    await expectRefused(access, maria);
  });

  // covers: api-keys.42
  test('a key that no longer admits the address is refused', async () => {
    const maria = await world.customer();
    const access = await openThreeAccesses(maria, ['Trading'], `${here}, ::1`);
    await maria.call('UpdateUserAPIKeyWhitelist', { APIKey: access.key.apiKey, IpWhiteList: elsewhere });
    await expectRefused(access, maria);
    await maria.call('UpdateUserAPIKeyWhitelist', { APIKey: access.key.apiKey });
    expect((await by(access.key, maria, 'GetAccountPositions')).text).toMatch(/^\[/);
  });

  test('a key of a locked owner is refused, and only its holder learns why', async () => {
    const maria = await world.customer();
    const access = await openThreeAccesses(maria, ['Trading']);
    await lockSignIn(world, maria);
    await world.services.accounts.users.refresh(userId(maria.userId));
    await expectRefused(access, maria);
    expect((await by(access.key, maria, 'Authenticate')).json()).toMatchObject({ Locked: true });
    const guessed = { ...signHeaders(access.key, maria), Signature: '0'.repeat(64) };
    expect((await world.call('Authenticate', {}, guessed)).json()).toMatchObject({ Locked: false });
  });

  // covers: api-keys.45
  test('a removed permission is gone, and an added one is effective', async () => {
    const maria = await world.customer();
    const { key, token, socket } = await openThreeAccesses(maria, ['Trading', 'AccountReadOnly']);
    const APIKey = key.apiKey;
    await maria.call('RemoveUserAPIKeyPermission', { APIKey, Permission: 'Trading' });
    for (const answer of [await by(key, maria, 'GetOrders'), await withToken(token, 'GetOrders')])
      expect(answer.json()).toMatchObject({ result: false, errorcode: 20 });
    expect(await socket.call('GetOrders')).toMatchObject({ result: false, errorcode: 20 });
    expect(await isIn(socket)).toBeInstanceOf(Array);
    await maria.call('AddUserAPIKeyPermission', { APIKey, Permission: 'Trading' });
    expect(await socket.call('GetOrders')).toBeInstanceOf(Array);
    for (const Permission of ['Trading', 'AccountReadOnly'])
      await maria.call('RemoveUserAPIKeyPermission', { APIKey, Permission });
    expect(await isIn(socket)).toMatchObject({ result: false, errorcode: 20 });
    expect((await by(key, maria, 'GetAccountPositions')).json()).toMatchObject({ errorcode: 20 });
  });
});

test('F36 a new password deletes every key with its sessions, and one mail lists them', async () => {
  const maria = await world.customer();
  const withdrawing = await addKey(maria, ['Withdraw', 'AccountReadOnly']);
  const trading = await addKey(maria, ['Trading']);
  const tokens = [await openKeySession(world, withdrawing), await openSession(trading, maria)];
  const signed = () =>
    signRequest(withdrawing, { at: world.clock.now, url: '/AP/GetAccountPositions', body: '{}' });
  expect((await world.call('GetAccountPositions', {}, signed())).text).toMatch(/^\[/);
  await world.call('ResetPassword', { UserName: maria.userName });
  const PendingCode = world.codeFor(`${maria.userName}@example.com`);
  const mailed = world.mails.length;
  const reset = await world.call('ResetPassword2', {
    UserId: maria.userId,
    PendingCode,
    Password: 'Basalt-9-lantern',
  });
  expect(reset.json()).toMatchObject({ result: true });
  for (const answer of [
    await world.call('GetAccountPositions', {}, signed()),
    await by(trading, maria, 'GetAccountPositions'),
    ...(await Promise.all(tokens.map((token) => withToken(token, 'GetAccountPositions')))),
  ])
    expect([answer.status, answer.text]).toEqual(unauthorized);
  const ended = [withdrawing, trading].map(({ apiKey }) => apiKey.slice(0, 8));
  const mails = world.mails.slice(0, world.mails.length - mailed).map(({ notification }) => notification);
  expect(mails).toEqual([
    expect.objectContaining({
      action: 'password_reset',
      credentials: expect.arrayContaining(ended.map((name) => ({ state: 'api_key_ended', name }))) as unknown,
    }),
  ]);
  const entries = await listUserAudit(world.database, userId(maria.userId), { startIndex: 0, limit: 3 });
  expect(entries.map(({ action }) => action)).toEqual([
    'password_reset',
    'api_key_removed',
    'api_key_removed',
  ]);
});

test('S2 the session of a key is valid from its own address only; a person may change networks', async () => {
  const maria = await world.customer();
  const key = await addKey(maria, ['Trading']);
  const token = await openSession(key, maria);
  expect(await fromElsewhere({ aptoken: token })).toEqual(unauthorized);
  expect(await fromElsewhere({ aptoken: maria.token })).toEqual([200, expect.stringMatching(/^\[/)]);
  const listed = await addKey(maria, ['Trading'], `${elsewhere}/32`);
  expect(await fromElsewhere(signHeaders(listed, maria))).toEqual([200, expect.stringMatching(/^\[/)]);
  const answer = await by(listed, maria, 'GetAccountPositions');
  expect([answer.status, answer.text]).toEqual(unauthorized);
});

test('F24 a family signature on a request is accepted from the network of its program only', async () => {
  const maria = await world.customer();
  const key = await addKey(maria, ['Trading']);
  const recorded = signHeaders(key, maria);
  expect((await world.call('GetAccountPositions', {}, recorded)).text).toMatch(/^\[/);
  expect(await fromElsewhere(recorded)).toEqual(unauthorized);
  world.clock.now += 12 * 60 * 60_000;
  const moved = [200, expect.stringMatching(/^\[/)];
  expect(await fromElsewhere(recorded)).toEqual(moved);
  expect((await world.call('GetAccountPositions', {}, recorded)).status).toBe(401);
  await openSession(key, maria);
  expect((await world.call('GetAccountPositions', {}, recorded)).text).toMatch(/^\[/);
  expect(await fromElsewhere(recorded)).toEqual(moved);
});

test('keys and their sessions survive a restart', async () => {
  const maria = await world.customer();
  const key = await addKey(maria, ['Trading']);
  const token = await openSession(key, maria);
  world.services.access.sessions.forget(userId(maria.userId));
  expect((await withToken(token, 'GetAccountPositions')).text).toMatch(/^\[/);
});

test('the time of last use is stored, at most once a minute', async () => {
  const maria = await world.customer();
  const key = await addKey(maria, ['Trading']);
  const usedAt = async () => {
    const [row] = await world.database.query<{ last_used_at: number | null }>(
      'SELECT last_used_at FROM api_key WHERE api_key = $1',
      [key.apiKey],
    );
    return row?.last_used_at ?? null;
  };
  expect(await usedAt()).toBeNull();
  const first = world.clock.now;
  await by(key, maria, 'GetAccountPositions');
  await expect.poll(usedAt).toBe(first);
  world.clock.now += 59_000;
  await by(key, maria, 'GetAccountPositions');
  world.clock.now += 1000;
  await by(key, maria, 'GetAccountPositions');
  await expect.poll(usedAt).toBe(first + 60_000);
});
