import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { addKey, openKeySession, signHeaders } from '../support/test-keys.ts';

const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
let world: GatewayWorld;
let ana: Customer;
beforeAll(async () => {
  world = await openGatewayWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  ana = await world.customer();
});

type Answered = { readonly status: number; readonly body: Record<string, unknown> };

async function post(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  at: GatewayWorld = world,
): Promise<Answered> {
  const response = await at.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const isJson = String(response.headers['content-type']).includes('json');
  return {
    status: response.statusCode,
    body: isJson ? (JSON.parse(response.body) as Record<string, unknown>) : { text: response.body },
  };
}
const link = (customer: Customer, userName: string, walletAddress: string, at?: GatewayWorld) =>
  post('/api/task/salar/link-user', { salarAccountId: customer.accountId, userName, walletAddress }, {}, at);
const confirm = async (customer: Customer, userName: string, walletAddress: string) => {
  const answer = await customer.call('ConfirmAccountLink', {
    UserName: userName,
    WalletAddress: walletAddress,
  });
  return answer.json();
};

describe('link-user', () => {
  // covers: account-link.2
  test('stores a claim, with a normalized wallet; repeating it is recognised', async () => {
    const claimed = { success: true, accountId: ana.accountId, walletAddress: wallet };
    expect(await link(ana, 'ana-test', wallet.toLowerCase())).toEqual({
      status: 200,
      body: { ...claimed, linked: true },
    });
    expect(await link(ana, 'ana-test', wallet)).toEqual({ status: 200, body: { ...claimed, linked: false } });
  });

  test('creates no link, and blocks no claim of another account (B6)', async () => {
    await link(ana, 'mallory', wallet);
    const ben = await world.customer();
    expect(await link(ben, 'mallory', wallet)).toMatchObject({ status: 200, body: { linked: true } });
    const rows = await world.database.query('SELECT 1 FROM account_link WHERE account_id = ANY($1)', [
      [ana.accountId, ben.accountId],
    ]);
    expect(rows).toEqual([]);
  });

  test.each([
    [{}, 400, 'salarAccountId is Required'],
    [{ salarAccountId: 'x', userName: 'a', walletAddress: wallet }, 400, 'Invalid salarAccountId'],
    [{ salarAccountId: 1, userName: '', walletAddress: wallet }, 400, 'Invalid user name'],
    [{ salarAccountId: 1, userName: 'a'.repeat(65), walletAddress: wallet }, 400, 'Invalid user name'],
    [{ salarAccountId: 1, userName: 'an\u200Ba', walletAddress: wallet }, 400, 'Invalid user name'],
    [{ salarAccountId: 1, userName: '\u202Eana', walletAddress: wallet }, 400, 'Invalid user name'],
    [{ salarAccountId: 1, userName: 'a', walletAddress: '0x12' }, 400, 'Invalid wallet address'],
    [
      { salarAccountId: 1, userName: 'a', walletAddress: wallet.replace('aA', 'Aa') },
      400,
      'Invalid wallet address',
    ],
    [{ salarAccountId: 999_999, userName: 'a', walletAddress: wallet }, 404, 'Account not found'],
    ['[]', 400, 'Invalid JSON'],
    ['{', 400, 'Invalid JSON'],
  ])('refuses %j', async (body, status, errorMessage) => {
    expect(await post('/api/task/salar/link-user', body)).toEqual({
      status,
      body: { success: false, errorMessage },
    });
  });

  test('accepts at most two kilobytes', async () => {
    const body = { salarAccountId: ana.accountId, userName: 'a'.repeat(3_000), walletAddress: wallet };
    expect(await post('/api/task/salar/link-user', body)).toEqual({
      status: 413,
      body: { success: false, errorMessage: 'Request too large' },
    });
  });

  test('is limited to ten a minute per address and five an hour per account', async () => {
    const limited = await openGatewayWorld({ rateLimits: 'on' });
    const [eva, leo] = [await limited.customer(), await limited.customer()];
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await link(eva, `eva-${n}`, wallet, limited)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    for (let n = 0; n < 4; n += 1) expect((await link(leo, `leo-${n}`, other, limited)).status).toBe(200);
    expect(await link(leo, 'leo', other, limited)).toEqual({
      status: 429,
      body: { success: false, errorMessage: 'Too many requests' },
    });
    limited.clock.now += 60_000;
    expect((await link(leo, 'leo', other, limited)).status).toBe(200);
    expect((await link(eva, 'eva', wallet, limited)).status).toBe(429);
    await limited.close();
  });
});

describe('a link', () => {
  test('is created when the signed-in customer confirms the claim, recorded and mailed', async () => {
    expect(await confirm(ana, 'ana-1', wallet)).toMatchObject({
      result: false,
      detail: 'This link was not asked for',
    });
    expect((await ana.call('GetAccountLink')).json()).toEqual([]);
    await link(ana, 'ana-1', wallet);
    expect(await confirm(ana, 'ana-2', wallet)).toMatchObject({ detail: 'This link was not asked for' });
    expect(await confirm(ana, 'ana-1', wallet)).toMatchObject({ result: true });
    expect(await confirm(ana, 'ana-1', wallet.toLowerCase())).toMatchObject({ result: true });
    const activity = (await ana.call('GetUserActivity')).json() as unknown as {
      Action: string;
      Object: string;
    }[];
    expect((await ana.call('GetAccountLink')).json()).toEqual([
      { UserName: 'ana-1', WalletAddress: wallet, LinkedAt: new Date(world.clock.now).toISOString() },
    ]);
    expect(activity.filter(({ Action }) => Action === 'account_linked')).toMatchObject([
      { Object: `ana-1 ${wallet}` },
    ]);
    expect(world.mails[0]).toMatchObject({
      to: `${ana.userName}@example.com`,
      notification: { kind: 'security_notice', action: 'account_linked' },
    });
    await world.database.query('DELETE FROM account_link');
  });

  test('is never overwritten, and neither wallet nor user goes to a second account (B6)', async () => {
    const ben = await world.customer();
    await link(ana, 'Ana', wallet);
    await link(ben, 'ben', wallet);
    await link(ben, 'ANA', other);
    await confirm(ana, 'Ana', wallet);
    expect(await confirm(ben, 'ben', wallet)).toMatchObject({
      detail: 'Wallet already linked to another account',
    });
    expect(await confirm(ben, 'ANA', other)).toMatchObject({
      detail: 'User already linked to another account',
    });
    expect(await link(ben, 'ben', wallet)).toMatchObject({
      status: 409,
      body: { errorMessage: 'Wallet already linked to another account' },
    });
    expect(await link(ben, 'ana', other)).toMatchObject({
      status: 409,
      body: { errorMessage: 'User already linked to another account' },
    });
    expect(await link(ana, 'ana-new', other)).toMatchObject({
      status: 409,
      body: { errorMessage: 'Account already linked' },
    });
    expect(await confirm(ana, 'ana-new', other)).toMatchObject({ detail: 'Account already linked' });
    expect(await link(ana, 'ana', wallet)).toMatchObject({ status: 200, body: { linked: false } });
    await world.database.query('DELETE FROM account_link');
  });

  test('goes to one of two accounts that confirm at once', async () => {
    const people = [ana, await world.customer(), await world.customer()];
    for (const person of people) await link(person, 'shared', wallet);
    const answers = await Promise.all(people.map((person) => confirm(person, 'shared', wallet)));
    expect(answers.filter(({ result }) => result === true)).toHaveLength(1);
    await world.database.query('DELETE FROM account_link');
  });
});

describe('avenia/validate', () => {
  const form = {
    taxIdNumber: '529.982.247-25',
    street: 'Rua A 1',
    city: 'Recife',
    zipCode: '50000-000',
    state: 'PE',
    phonePrefix: '+55',
    phoneNumber: '81999990000',
  };
  const toHeaders = ({ token, userId }: Customer) => ({ aptoken: token, userid: String(userId) });
  const validate = (body: unknown, headers: Record<string, string> = toHeaders(ana)) =>
    post('/api/avenia/validate', body, headers);

  // covers: brazil.5, requests.3
  test('requires both credentials, and both must identify the same customer (16.8)', async () => {
    const ben = await world.customer();
    expect(await validate(form, {})).toMatchObject({ status: 401 });
    expect(await validate(form, { aptoken: ana.token })).toMatchObject({ status: 401 });
    expect(await validate(form, { userid: String(ana.userId) })).toMatchObject({ status: 401 });
    for (const [body, headers] of [
      [form, { ...toHeaders(ana), userid: String(ben.userId) }],
      [{ ...form, UserId: ben.userId }, toHeaders(ana)],
      [{ ...form, AccountId: ben.accountId }, toHeaders(ana)],
    ] as const)
      expect((await validate(body, headers)).body).toMatchObject({ result: false, errorcode: 20 });
  });

  test('K3: is for the customer in person, and so is the identity check: a key with all permissions is refused', async () => {
    const key = await addKey(ana, ['Trading', 'Deposit', 'Withdraw', 'AccountReadOnly']);
    const aptoken = await openKeySession(world, key);
    for (const [path, body] of [
      ['/api/avenia/validate', form],
      ['/kyc/access-token', { levelName: 1 }],
    ] as const) {
      expect(await post(path, body, { aptoken, userid: String(ana.userId) })).toMatchObject({
        status: 200,
        body: { result: false, errorcode: 20, errormsg: 'Not Authorized' },
      });
      const forged = { ...signHeaders(key, ana), Signature: '0'.repeat(64) };
      expect(await post(path, body, forged)).toMatchObject({ status: 401 });
    }
  });

  test.each([
    [{ taxIdNumber: undefined }, 'TaxIdNumber is Required'],
    [{ taxIdNumber: '529.982.247-26' }, 'Invalid TaxIdNumber'],
    [{ street: ' ' }, 'Invalid Street'],
    [{ zipCode: '5000' }, 'Invalid ZipCode'],
    [{ state: 'XX' }, 'Invalid State'],
    [{ phoneNumber: undefined }, 'Phone is Required'],
    [{ phonePrefix: '+1' }, 'Invalid PhoneNumber'],
    [{ phoneNumber: '99' }, 'Invalid PhoneNumber'],
    [{ Phone: '+12025550100' }, 'Invalid Phone'],
  ])('%j is refused', async (changes, detail) => {
    expect((await validate({ ...form, ...changes })).body).toMatchObject({
      result: false,
      errorcode: 100,
      detail,
    });
  });

  test('is unavailable without a provider in Brazil, and stores nothing of the form', async () => {
    const whole = { UserId: ana.userId, AccountId: ana.accountId, ...form };
    const oneText = { ...form, phonePrefix: undefined, phoneNumber: undefined, Phone: '+5581999990000' };
    for (const body of [whole, oneText])
      expect(await validate(body)).toEqual({
        status: 200,
        body: {
          result: false,
          errormsg: 'Operation Failed',
          errorcode: 101,
          detail: 'Brazilian verification is not available now',
        },
      });
    expect(await world.database.query('SELECT 1 FROM brazil_validation')).toEqual([]);
    expect((await ana.call('GetBrazilValidation')).json()).toMatchObject({ IsOffered: false, Status: null });
  });
});
