/**
 * X2: secrets are planted in every flow of a customer, and then searched for in everything that the exchange emits
 * and stores. The places that may contain one are listed here, with the reason.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { products } from '../../src/seed/catalogue.ts';
import { calls } from '../../src/gateway/calls/registry.ts';
import { AuthenticatorApp, nextStep, signIn } from '../support/authenticator-app.ts';
import { Canaries } from '../support/canaries.ts';
import { publicUrl } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld, Reply } from '../support/gateway-world.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';
import { addKey, signHeaders } from '../support/test-keys.ts';
import type { TestKey } from '../support/test-keys.ts';
import { TestSocket } from '../support/test-socket.ts';
import { openSurroundedWorld } from '../support/surrounded-world.ts';
import type { Seen, SurroundedWorld } from '../support/surrounded-world.ts';

/** The answers that show a secret to its owner. */
const shownBy: Readonly<Record<string, readonly string[]>> = {
  // Returned, each for its own purpose, to an authenticated caller.
  'session token': [
    'AuthenticateUser',
    'Authenticate2FA',
    'AuthenticatePasskey',
    'Reauthenticate',
    'ChangePassword',
    'WebAuthenticateUser',
  ],
  'pending token': ['AuthenticateUser', 'WebAuthenticateUser'],
  'identity token': ['/kyc/access-token'],
  'passkey challenge': ['BeginPasskey', 'BeginPasskeySignIn'],
  // Returned once, when they are created.
  'authenticator secret': ['EnableGoogle2FA'],
  'recovery code': ['Authenticate2FA', 'CreateRecoveryCodes'],
  'API secret': ['AddUserAPIKey'],
  // Data that customers entered, for them to continue with.
  'Brazilian form': ['GetBrazilValidation'],
  'hosted form': ['/api/avenia/validate', 'GetBrazilValidation'],
  'source of funds': ['GetLevelRequest'],
  'document name': ['/kyc/documents', 'GetLevelRequest'],
  'bank destination': ['GetAccountWithdrawInfos'],
};

/** The tables that store a secret in plain text. */
const keptIn: Readonly<Record<string, readonly string[]>> = {
  // On a laptop this table is the customer's own mailbox; in production nothing writes it.
  'mailed code': ['local_mail'],
  // The mails that confirm a destination name it.
  'bank destination': ['local_mail'],
};

/** The tables that the flows fill. */
const tablesOfCustomers =
  `app_user user_session email_code mail_outbox local_mail device audit_entry audit_chain second_factor
  recovery_code passkey api_key webhook_event verification_review identity_sandbox_application identity_sandbox_document
  identity_sandbox_token destination level_request level_document brazil_validation`.split(/\s+/);

const canaries = new Canaries();
const frames: Seen[] = [];
let watched: SurroundedWorld;
let world: GatewayWorld;

beforeAll(async () => {
  watched = await openSurroundedWorld();
  world = watched.world;
  for (const secret of watched.houseSecrets) canaries.plant('secret of the exchange', secret);
  await live();
  await beChecked();
  await beCheckedInBrazil();
  await askForLevels();
  await saveDestination();
  await misspell();
  await watched.sendMails();
});
afterAll(() => watched.close());

/** Returns the secrets in places that are not listed above. */
function leaks(seen: readonly Seen[], allowed: Readonly<Record<string, readonly string[]>> = {}): string[] {
  return seen.flatMap(({ place, text }) =>
    canaries
      .findInText(text)
      .filter((name) => allowed[name]?.includes(place) !== true)
      .map((name) => `${name} in ${place}: ${text.slice(0, 300)}`),
  );
}

test('X2 a secret in a forbidden place is found, in any encoding', () => {
  const own = new Canaries();
  const secret = own.plantGuessable('password', 'Quartz-canary-harbour?>');
  const code = own.plant('code', '042137');
  const bytes = Buffer.from(secret);
  const bare = [secret, secret.toUpperCase(), bytes.toString('hex'), bytes.toString('base64url')];
  const within = [0, 1, 2, 3].map((count) => Buffer.concat([Buffer.alloc(count, 'x'), bytes, Buffer.of(7)]));
  for (const text of [...bare, ...within.map((one) => one.toString('base64'))])
    expect(own.findInText(`{"any":"${text}"}`), text).toEqual(['password']);
  expect(own.findInText(`{"Code":"${code}"}`)).toEqual(['code']);
  expect(own.findInText('0.042137 1042137 a042137')).toEqual([]);
  expect(own.findInText('Quartz-canary')).toEqual([]);
  for (const encoding of ['latin1', 'utf16le'] as const)
    expect(own.findInBytes(Buffer.from(`\u0001é${secret}`, encoding)), encoding).toEqual(['password']);
  const key = Buffer.of(0xc9, 0, 0x41, 0xff, 7, 0xe0, 0x5a, 0x9b);
  own.plantBytes('key', key);
  for (const bytes of [key, Buffer.from(key.toString('hex')), Buffer.from(key.toString('base64'))])
    expect(own.findInBytes(Buffer.concat([Buffer.of(1, 2), bytes]))).toEqual(['key']);
});

test('X2 the search covers log, answers, tables and journal', async () => {
  const tables = new Set((await watched.rows()).map(({ place }) => place));
  expect(tablesOfCustomers.filter((name) => !tables.has(name))).toEqual([]);
  expect([...tables].some((name) => name.startsWith('journal'))).toBe(true);
  expect(watched.log().length).toBeGreaterThan(0);
  const answered = await watched.answers();
  for (const [name, places] of Object.entries(shownBy))
    expect(
      [...answered, ...frames].some((one) => canaries.findInText(one.text).includes(name)),
      name,
    ).toBe(places.length > 0);
});

test('X2 no log line contains a secret, at the most verbose level', () => {
  expect(leaks(watched.log())).toEqual([]);
});

test('X2 no answer contains a secret except those that are meant to show it', async () => {
  expect(leaks([...(await watched.answers()), ...frames], shownBy)).toEqual([]);
});

test('X2 no row of any table, the journal or the audit record contains a readable secret', async () => {
  expect(leaks(await watched.rows(), keptIn)).toEqual([]);
});

test('X2 a server fault in any call leaves no secret in log or answer', async () => {
  const from = (await watched.answers()).length;
  const [{ text: hash } = { text: '' }] = await world.database.query<{ text: string }>(
    'SELECT password_hash AS text FROM app_user LIMIT 1',
  );
  canaries.plant('password hash', hash);
  canaries.plant('password hash', '$argon2id$');
  // The rest of a session is what the victim calls with.
  const tables = [...tablesOfCustomers, 'user_config', 'pending_sign_in', 'passkey_challenge'].filter(
    (name) => name !== 'user_session',
  );
  const victim = await newcomer();
  // No row can be written any more, and PostgreSQL's error quotes the row.
  for (const name of tables)
    await world.database.query(`ALTER TABLE ${name} ADD CONSTRAINT broken CHECK (false) NOT VALID`);
  await everyCall(victim);
  for (const name of tables.filter((one) => one !== 'app_user'))
    await world.database.query(`ALTER TABLE ${name} RENAME TO away_${name}`);
  await everyCall(victim);
  const thrown = (await watched.answers()).slice(from);
  expect(thrown.filter(({ text }) => text.includes('"errorcode":102')).length).toBeGreaterThan(10);
  expect(leaks(thrown, shownBy)).toEqual([]);
  expect(leaks(watched.log())).toEqual([]);
});

const textIn = (reply: Reply, field: string) => String(reply.json()[field]);
const session = (reply: Reply) => canaries.plant('session token', textIn(reply, 'SessionToken'));
const pending = (reply: Reply) => canaries.plant('pending token', textIn(reply, 'Pending2FaToken'));
const plantCode = (app: AuthenticatorApp) => canaries.plantGuessable('code', app.code());
const mailedCode = ({ userName }: Pick<Customer, 'userName'>) =>
  canaries.plant('mailed code', world.codeFor(`${userName}@example.com`));

async function post(
  url: string,
  payload: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const { statusCode, body } = await world.app.inject({ method: 'POST', url, headers, payload });
  return { status: statusCode, text: body, json: () => JSON.parse(body) as Record<string, unknown> };
}

async function newcomer(level = 0): Promise<Customer> {
  const customer = await world.customer({ level });
  canaries.plant('password', customer.password);
  canaries.plant('session token', customer.token);
  return customer;
}

/** Signs up and in, re-authenticates, uses every factor, keys, a socket, a new password, a lock. */
async function live(): Promise<void> {
  const UserInfo = {
    UserName: 'canary',
    Email: 'canary@example.com',
    passwordHash: canaries.plant('password', 'Canary-quartz-harbour-1'),
  };
  const { UserId } = (await world.call('RegisterUser', { UserInfo })).json();
  await world.call('RegisterUser', { UserInfo }); // already taken
  const first = mailedCode({ userName: 'canary' });
  await world.call('ConfirmUserEmail', { UserId, VerifyEmailCode: `${first}x` });
  await world.call('ConfirmUserEmail', { UserId, VerifyEmailCode: first });
  const wrong = canaries.plant('password', 'Canary-of-a-wrong-word');
  await signIn(world, { userName: 'canary', password: wrong });
  await world.call('AuthenticateUser', { UserName: wrong, Password: UserInfo.passwordHash }); // fields mixed up
  let who = { userName: 'canary', password: UserInfo.passwordHash };
  let token = session(await signIn(world, who));
  const call = (name: string, body: unknown = {}) => world.call(name, body, { aptoken: token });
  await call('Reauthenticate', { Password: wrong });
  token = session(await call('Reauthenticate', { Password: who.password }));
  const NewPassword = canaries.plant('password', 'Canary-of-another-word');
  await call('ChangePassword', { OldPassword: wrong, NewPassword });
  token = session(await call('ChangePassword', { OldPassword: who.password, NewPassword }));
  who = { ...who, password: NewPassword };

  const app = await switchOnSecretly(call);
  const waiting = { pending2fatoken: pending(await signIn(world, who)) };
  await world.call('Authenticate2FA', { Code: canaries.plantGuessable('code', app.wrongCode()) }, waiting);
  session(await world.call('Authenticate2FA', { Code: plantCode(app) }, waiting));
  await world.call('Authenticate2FA', { Code: plantCode(app) }, waiting); // already used
  nextStep(world);
  await call('Reauthenticate', { Code: canaries.plant('recovery code', 'aaaaa-bbbbb') });
  token = session(await call('Reauthenticate', { Code: plantCode(app) }));
  nextStep(world);
  const made = (await call('CreateRecoveryCodes', { Code: plantCode(app) })).json()['RecoveryCodes'];
  const [recovery = ''] = plantRecoveryCodes(made);
  const other = { pending2fatoken: pending(await signIn(world, who)) };
  token = session(await world.call('Authenticate2FA', { Code: recovery }, other));

  await usePasskey(call);
  const owner = { userId: Number(UserId), call } as Customer;
  const key = await useKey(owner);
  nextStep(world);
  await useSocket(who, owner, key, app);
  await renewPassword({ ...owner, ...who });
  // The new password ended the key and the passkey; those of somebody else stay in their tables.
  const keeper = await newcomer();
  await usePasskey(keeper.call);
  await useKey(keeper);
}

type Caller = Customer['call'];

async function switchOnSecretly(call: Caller): Promise<AuthenticatorApp> {
  const manualCode = canaries.plant(
    'authenticator secret',
    textIn(await call('EnableGoogle2FA'), 'ManualCode'),
  );
  const app = new AuthenticatorApp(manualCode, world.clock);
  canaries.plant('authenticator secret', app.secretHex);
  plantRecoveryCodes((await call('Authenticate2FA', { Code: plantCode(app) })).json()['RecoveryCodes']);
  nextStep(world);
  return app;
}

function plantRecoveryCodes(made: unknown): readonly string[] {
  const codes = made as readonly string[];
  for (const code of codes) {
    canaries.plantGuessable('recovery code', code);
    canaries.plantGuessable('recovery code', code.replace('-', ''));
  }
  return codes;
}

async function usePasskey(call: Caller): Promise<void> {
  const passkey = new SoftwarePasskey(publicUrl);
  const plantChallenge = (options: unknown): string => {
    const { challenge } = JSON.parse(String(options)) as { readonly challenge: string };
    canaries.plant('passkey challenge', challenge);
    return String(options);
  };
  const options = plantChallenge((await call('BeginPasskey')).json()['Options']);
  const added = await call('AddPasskey', { Name: 'Phone', Response: passkey.create(options) });
  expect(added.text).toContain('PasskeyId');
  const { Options, ChallengeId } = (await world.call('BeginPasskeySignIn')).json();
  const Response = passkey.get(plantChallenge(Options));
  session(await world.call('AuthenticatePasskey', { ChallengeId, Response }));
  await world.call('AuthenticatePasskey', { ChallengeId, Response }); // already used
}

async function useKey(owner: Customer): Promise<TestKey> {
  const key = await addKey(owner, ['Trading', 'AccountReadOnly']);
  canaries.plant('API secret', key.secret);
  const requested = signHeaders(key, owner, '7');
  canaries.plant('API signature', requested.Signature);
  expect((await world.call('GetUserInfo', {}, requested)).status).toBe(200);
  session(await world.call('AuthenticateUser', {}, requested));
  const Signature = canaries.plant('API signature', 'c4a7'.repeat(16));
  await world.call('GetUserInfo', {}, { ...requested, Signature });
  await world.call('AuthenticateUser', {}, { ...requested, Signature });
  return key;
}

async function useSocket(
  who: { readonly userName: string; readonly password: string },
  owner: Customer,
  key: TestKey,
  app: AuthenticatorApp,
): Promise<void> {
  const socket = await TestSocket.open(`ws://${watched.host}/WSGateway`);
  const ask = async (name: string, payload: unknown) => {
    const text = (
      await socket.requestText(name, typeof payload === 'string' ? payload : JSON.stringify(payload))
    ).o;
    frames.push({ place: name, text });
    return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  };
  const begun = await ask('WebAuthenticateUser', { UserName: who.userName, Password: who.password });
  canaries.plant('pending token', String(begun['Pending2FaToken']));
  const entered = await ask('Authenticate2FA', { Code: plantCode(app) });
  const SessionToken = canaries.plant('session token', String(entered['SessionToken']));
  await ask('WebAuthenticateUser', { SessionToken });
  await ask('WebAuthenticateUser', { JWTToken: canaries.plant('password', 'canary.of.another-house') });
  const byKey = await ask('AuthenticateUser', signHeaders(key, owner, '8'));
  canaries.plant('session token', String(byKey['SessionToken']));
  await ask('AuthenticateUser', `{"Password":"${who.password}","broken`);
  socket.socket.terminate();
  await socket.closed;
}

async function renewPassword(canary: Customer): Promise<void> {
  await world.call('ResetPassword', { UserName: canary.userName });
  const VerifyCode = mailedCode(canary);
  const { userId: UserId } = canary;
  await world.call('ValidateCode', { UserId, VerifyCode });
  const Password = canaries.plant('password', 'Canary-lantern-orbit-4');
  await world.call('ResetPassword2', {
    UserId,
    PendingCode: canaries.plant('mailed code', 'Canary-wrong-code'),
    Password,
  });
  const renewed = await world.call('ResetPassword2', { UserId, PendingCode: VerifyCode, Password });
  expect(renewed.json()).toMatchObject({ result: true });
  pending(await signIn(world, { ...canary, password: Password }));
  await world.call('ResetPassword2', { UserId, PendingCode: VerifyCode, Password }); // already used
}

/** Runs the identity check at both providers, with documents in the widget of the local one. */
async function beChecked(): Promise<void> {
  const [maria, rosa] = [await newcomer(), await newcomer()];
  const askToken = async ({ token: aptoken }: Customer) =>
    canaries.plant(
      'identity token',
      textIn(
        await post('/kyc/access-token', JSON.stringify({ levelName: '1', ttlInSecs: 600 }), {
          aptoken,
        }),
        'token',
      ),
    );
  await askToken(maria);
  const name = `u-${maria.userId}`;
  await watched.sumsub.submit(name);
  const clientComment = canaries.plant('note of the provider', 'Canary note that is for their people');
  await watched.sumsub.decide(name, { reviewAnswer: 'RED', reviewRejectType: 'RETRY', clientComment });
  watched.sumsub.delivery = 'broken_digest';
  await watched.sumsub.decide(name, { reviewAnswer: 'GREEN' });
  for (const { headers } of watched.sumsub.calls)
    for (const [header, value] of Object.entries(headers))
      if (header.toLowerCase() === 'x-payload-digest') canaries.plant('webhook signature', value);
  await world.webhooks.processDue();

  watched.checkAtHome();
  const token = await askToken(rosa);
  const paper = canaries.plant('identity paper', 'Canary of a picture of a passport');
  const jpeg = Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), Buffer.from(paper)]);
  for (const kind of ['document', 'selfie'] as const)
    expect(await watched.sandbox.upload(token, kind, jpeg)).toMatchObject({ ok: true });
  const details = {
    firstName: canaries.plant('identity paper', 'Canarina-Amarilla'),
    lastName: canaries.plant('identity paper', 'Pajarito-Delgado'),
    birthDate: canaries.plantGuessable('identity paper', '1987-03-21'),
    country: 'CO',
    documentNumber: canaries.plantGuessable('identity paper', '1098712345'),
  };
  expect(await watched.sandbox.submit(token, { ...details, country: 'nowhere' })).toMatchObject({
    ok: false,
  });
  expect(await watched.sandbox.submit(token, details)).toMatchObject({ ok: true });
}

const brazilianForm = {
  taxIdNumber: '529.982.247-25',
  street: 'Rua do Canario Amarelo 1234',
  city: 'Canarinhopolis',
  zipCode: '51237-891',
  state: 'PE',
  phonePrefix: '+55',
  phoneNumber: '81987650321',
};

async function beCheckedInBrazil(): Promise<void> {
  const joao = await newcomer();
  const { taxIdNumber, street, city, zipCode, phoneNumber } = brazilianForm;
  for (const text of [
    taxIdNumber,
    taxIdNumber.replace(/\D/g, ''),
    zipCode,
    zipCode.replace('-', ''),
    phoneNumber,
  ])
    canaries.plantGuessable('Brazilian form', text);
  for (const text of [street, city, `+55${phoneNumber}`]) canaries.plantGuessable('Brazilian form', text);
  const headers = { aptoken: joao.token, userid: String(joao.userId) };
  const send = (form: object) => post('/api/avenia/validate', JSON.stringify(form), headers);
  await send({ ...brazilianForm, taxIdNumber: canaries.plantGuessable('Brazilian form', '529.982.247-26') });
  watched.avenia.misbehave('POST /v2/account/sub-accounts', 'away');
  await send(brazilianForm);
  world.clock.now += 200_000;
  await world.services.verification.brazil.lookAtDue();
  canaries.plant('hosted form', textIn(await send(brazilianForm), 'url'));
  const other = await newcomer();
  await post('/api/avenia/validate', JSON.stringify(brazilianForm), {
    aptoken: other.token,
    userid: String(other.userId),
  }); // the number is already taken
  const [attempt] = watched.avenia.subAccounts().flatMap(({ id }) => watched.avenia.listAttempts(id));
  watched.avenia.decide(attempt?.id ?? '', { isApproved: false, message: 'The picture is blurred' });
  await watched.avenia.settled();
  await world.webhooks.processDue();
  expect((await joao.call('GetBrazilValidation')).text).toContain('Canarinhopolis');
}

async function askForLevels(): Promise<void> {
  const eva = await newcomer(1);
  const Funds = {
    Occupation: canaries.plant('source of funds', 'Canary breeder in Cali'),
    Source: 'Salary',
    Description: canaries.plant('source of funds', 'My canaries sing for money'),
  };
  await eva.call('SaveLevelRequest', { Level: 2, Funds });
  await eva.call('SaveLevelRequest', { Level: 9, Funds });
  await eva.call('GetLevelRequest', { Level: 2 });
  const name = canaries.plant('document name', 'canary-passport-scan.pdf');
  const url = '/kyc/documents?level=2&kind=identity';
  const content = canaries.plant('document', 'Canary of a page with a name and a face');
  const headers = { aptoken: eva.token, 'content-type': 'application/octet-stream', 'file-name': name };
  const kept = await post(url, `%PDF-1.7\n${content}`, headers);
  expect(kept.text).toContain('DocumentId');
  await post(url, `no type that we know ${content}`, headers);
  await post(url, `%PDF-1.7\n${content}`, { ...headers, aptoken: '' });
}

async function saveDestination(): Promise<void> {
  const luz = await newcomer(1);
  const identifier = { PixKey: 'canary-pix@example.com', TaxIdNumber: '153.509.460-56' };
  const AccountIdentifier = JSON.stringify({ ...identifier, Comment: '' });
  const number = '31041592653589';
  for (const text of [...Object.values(identifier), '15350946056', number])
    canaries.plantGuessable('bank destination', text);
  const body = { ProductId: products.BRL.productId, Name: `bank:${number}`, AccountIdentifier };
  expect((await luz.call('CreateAccountWithdrawInfo', body)).json()).toMatchObject({ result: true });
  await luz.call('CreateAccountWithdrawInfo', { ...body, AccountIdentifier: AccountIdentifier.slice(1) });
  const VerifyEmailCode = mailedCode(luz);
  await luz.call('GetAccountWithdrawInfos');
  await world.call('ConfirmWithdrawInfo', { VerifyEmailCode });
}

/** Sends secrets where no form puts them: addresses, malformed bodies, bodies too large, unknown fields. */
async function misspell(): Promise<void> {
  const pedro = await newcomer();
  const query = `UserName=${pedro.userName}&Password=${pedro.password}&aptoken=${pedro.token}`;
  for (const path of ['/AP/AuthenticateUser', '/AP/NoSuchCall', '/nowhere', '/api/none', '/webhooks/none']) {
    await world.app.inject({ method: 'GET', url: `${path}?${query}` });
    await post(`${path}?${query}`, `{"Password":"${pedro.password}","a":}`);
    await post(path, `{"Password":"${pedro.password}","a":"${'x'.repeat(300_000)}"}`, {
      aptoken: pedro.token,
    });
  }
  await world.app.inject({ method: 'GET', url: `/AP/AuthenticateUser/%zz?${query}` });
  await world.call('AuthenticateUser', {}, { authorization: `Basic ${pedro.password}` });
  await world.call('AuthenticateUser', { UserName: [pedro.password], Password: { a: pedro.password } });
  await world.call('GetUserInfo', {}, { aptoken: `${pedro.token}x`, cookie: `a=${pedro.token}` });
}

/** Sends each call with each kind of secret in its fields. */
async function everyCall(victim: Customer): Promise<void> {
  const code = canaries.plant('mailed code', 'Canary-code-of-a-bad-day');
  const password = canaries.plant('password', 'Canary-word-of-a-bad-day');
  const body = {
    ...brazilianForm,
    UserInfo: { UserName: 'unlucky', Email: 'unlucky@example.com', passwordHash: password },
    UserName: victim.userName,
    Password: victim.password,
    Email: 'unlucky@example.com',
    VerifyCode: code,
    VerifyEmailCode: code,
    PendingCode: code,
    Code: '424242',
    ChallengeId: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f',
    Response: '{"id":"a","type":"public-key","response":{}}',
    Name: 'Phone',
    Permissions: ['Trading'],
    Level: 2,
    levelName: 1,
    Funds: { Occupation: canaries.plant('source of funds', 'Canary of a bad day') },
    Config: [{ Key: 'Language', Value: 'ES' }],
    WalletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  };
  for (const { name, transport, auth, subject } of calls) {
    if (transport === 'socket' || name === 'LogOut') continue;
    const mine = subject?.['UserId'] === 'claimedUser' ? { ...body, UserId: victim.userId } : body;
    await world.call(name, mine, auth === 'session' ? { aptoken: victim.token } : {});
  }
}
