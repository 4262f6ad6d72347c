/** Levels 2 to 4 through the gateway: cards, requests, documents, and what operators decide. */
import { userId } from '@salar/protocol';
import { documentFileBytesMax, documentKindsOf, requestFilesMax } from '@salar/protocol/level-requests';
import { nowhere } from '@salar/services/sign-in/origin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGatewayWorld } from './testing/gateway-world.ts';
import type { Customer, GatewayWorld, Reply } from './testing/gateway-world.ts';
import { addKey, signed } from './testing/test-keys.ts';

let world: GatewayWorld;

beforeAll(async () => {
  world = await openGatewayWorld();
});
afterAll(() => world.close());

const pdf = (text = 'hello') => Buffer.from(`%PDF-1.7\n${text}`);
const funds = {
  Occupation: 'Nurse',
  Source: 'Salary',
  Description: 'A hospital in Cali pays me',
  MonthlyIncome: 'UpTo10',
  MonthlyVolume: 'UpTo10',
  Purpose: 'Investment',
  PoliticallyExposed: false,
  Declared: true,
};
const today = () => new Date(world.clock.now).toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(world.clock.now - days * 86_400_000).toISOString().slice(0, 10);

async function upload(
  customer: Pick<Customer, 'token'> | null,
  query: Readonly<Record<string, string>>,
  file: Buffer | string = pdf(),
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const { name = 'id.pdf', ...rest } = query;
  const response = await world.app.inject({
    method: 'POST',
    url: `/kyc/documents?${new URLSearchParams({ level: '2', kind: 'identity', ...rest }).toString()}`,
    headers: {
      'content-type': 'application/octet-stream',
      'file-name': encodeURIComponent(name),
      ...(customer && { aptoken: customer.token }),
      ...headers,
    },
    payload: file,
  });
  return {
    status: response.statusCode,
    text: response.body,
    json: () => JSON.parse(response.body) as Record<string, unknown>,
  };
}

async function company(level = 1): Promise<Customer> {
  const customer = await world.customer({ level });
  await world.database.query(`UPDATE app_user SET account_type = 'Legal entity' WHERE user_id = $1`, [
    customer.userId,
  ]);
  await world.services.users.refresh(userId(customer.userId));
  return customer;
}

/** A request with all that is asked for. */
async function complete(customer: Customer, level: number, kind: 'Natural person' | 'Legal entity') {
  await customer.call('SaveLevelRequest', { Level: level, Funds: funds });
  for (const one of documentKindsOf(kind)) {
    const added = await upload(customer, { level: String(level), kind: one, issued: today() }, pdf(one));
    expect(added.json()).toMatchObject({ Kind: one });
  }
}

async function submitted(level = 2): Promise<{ customer: Customer; requestId: number }> {
  const customer = level === 2 ? await world.customer({ level: 1 }) : await company();
  await complete(customer, level, level === 2 ? 'Natural person' : 'Legal entity');
  expect((await customer.call('SubmitLevelRequest', { Level: level })).json()).toMatchObject({
    result: true,
  });
  const list = await world.services.levelRequests.list('Submitted');
  const found = list.find(({ user }) => user.userId === customer.userId);
  if (found === undefined) throw new Error('the request waits for an operator');
  return { customer, requestId: found.row.requestId };
}

async function statusOf(customer: Customer, level: number): Promise<unknown> {
  return (await customer.call('GetLevelRequest', { Level: level })).json()['Status'];
}

async function levelOf(customer: Customer): Promise<unknown> {
  return (await customer.call('GetAccountInfo')).json()['VerificationLevel'];
}

async function cardsOf(customer: Customer | null, language = 'en'): Promise<Record<string, unknown>[]> {
  const call = customer?.call ?? world.call;
  return (await call('GetKycLevels', { OMSId: 1, Language: language })).json() as unknown as Record<
    string,
    unknown
  >[];
}

describe('cards', () => {
  test('five of them, with the limits that the engine keeps, and nobody’s standing without a session', async () => {
    const cards = await cardsOf(null);
    expect(cards.map(({ level }) => level)).toEqual([0, 1, 2, 3, 4]);
    expect(cards[1]?.['benefits']).toEqual([
      'Unlimited crypto deposits',
      'Crypto withdrawals up to 10,000,000 COP a day',
      'Crypto withdrawals up to 10,000,000 COP a month',
    ]);
    expect(cards[3]?.['benefits']).toContain('Withdrawals up to 6,400,000,000 COP a month');
    expect(cards[4]?.['benefits']).toEqual([
      'Unlimited crypto deposits',
      'Unlimited within the company liquidity quota',
    ]);
    expect(cards[3]?.['description']).toEqual([{ user_type: 'Legal entity' }]);
    expect(cards.every((card) => card['Status'] === null && card['Action'] === null)).toBe(true);
  });

  test.each([
    ['es', 'Nivel 2', 'En revisión'],
    ['pt-BR', 'Nível 2', 'Em análise'],
    ['fr', 'Level 2', 'Under Review'],
  ])('in %s', async (language, label, underReview) => {
    const cards = await cardsOf(null, language);
    expect(cards[2]).toMatchObject({ label, underReviewMessage: underReview });
  });

  test('say the three statuses of the specification, and the one action open to the customer', async () => {
    const standing = async (customer: Customer) =>
      (await cardsOf(customer)).map((card) => [card['Status'], card['Action']]);
    expect(await standing(await world.customer())).toEqual([
      ['Not Started', null],
      ['Under Review', 'start'],
      ['Under Review', null],
      ['Under Review', null],
      ['Under Review', null],
    ]);
    expect(await standing(await world.customer({ level: 1 }))).toEqual([
      ['Verified', null],
      ['Verified', null],
      ['Under Review', 'request'],
      ['Under Review', null],
      ['Under Review', null],
    ]);
    expect((await standing(await company())).slice(2)).toEqual([
      ['Under Review', 'request'],
      ['Under Review', 'request'],
      ['Under Review', 'request'],
    ]);
    expect((await standing(await company(2))).slice(2)).toEqual([
      ['Verified', null],
      ['Under Review', 'request'],
      ['Under Review', 'request'],
    ]);
  });

  test('show what a reviewer said of the identity check', async () => {
    const customer = await world.customer();
    await world.services.verification.applyReview({
      eventId: `retry-${customer.userId}`,
      userId: userId(customer.userId),
      level: 1,
      status: 'retry',
      comment: 'The photo is blurred',
    });
    expect((await cardsOf(customer))[1]).toMatchObject({ Action: 'start', Comment: 'The photo is blurred' });
    expect((await customer.call('GetUserVerificationLevel')).json()).toMatchObject({
      VerificationLevel: 0,
      Status: 'Rejected',
    });
  });
});

describe('forms elsewhere', () => {
  let linked: GatewayWorld;
  beforeAll(async () => {
    linked = await openGatewayWorld({ levelForms: { 3: 'https://forms.example/3' } });
  });
  afterAll(() => linked.close());

  test('a level with a form elsewhere shows its link and takes no request here', async () => {
    const customer = await linked.customer({ level: 1 });
    const cards = (await customer.call('GetKycLevels', {})).json() as unknown as Record<string, unknown>[];
    expect(cards[3]).toMatchObject({
      formlink: 'https://forms.example/3',
      buttonText: 'Upgrade',
      Action: 'form',
    });
    expect(cards[2]).toMatchObject({ formlink: null, Action: 'request' });
    expect((await customer.call('GetLevelRequest', { Level: 3 })).json()).toMatchObject({
      errorcode: 101,
      detail: 'This level is asked for with a form elsewhere',
    });
  });
});

describe('a request', () => {
  test('begins as an empty draft that says what is missing', async () => {
    const customer = await world.customer({ level: 1 });
    const request = (await customer.call('GetLevelRequest', { Level: 2, Language: 'es' })).json();
    expect(request).toMatchObject({
      Status: 'Draft',
      Documents: [],
      MissingDocuments: ['identity', 'residence', 'bank_certificate'],
      Kinds: [
        { Kind: 'identity', Label: 'Documento de identidad', DaysMax: null },
        { Kind: 'residence' },
        { Kind: 'bank_certificate' },
      ],
    });
    expect((request['MissingFunds'] as string[]).length).toBe(8);
  });

  test('keeps what was filled in, exactly as it stands', async () => {
    const customer = await world.customer({ level: 1 });
    await customer.call('SaveLevelRequest', {
      Level: 2,
      Funds: { Occupation: 'Enfermera ñ', Source: 'Salary' },
    });
    expect((await customer.call('GetLevelRequest', { Level: 2 })).json()['Funds']).toMatchObject({
      Occupation: 'Enfermera ñ',
      Source: 'Salary',
      Description: null,
    });
    await customer.call('SaveLevelRequest', { Level: 2, Funds: { Occupation: 'Médica' } });
    expect((await customer.call('GetLevelRequest', { Level: 2 })).json()['Funds']).toMatchObject({
      Occupation: 'Médica',
      Source: null,
    });
  });

  test.each([
    ['a level that nobody asks for', 1, 'Invalid Level'],
    ['a level above all', 5, 'Invalid Level'],
    ['a level of companies', 3, 'This level is for legal entities only'],
  ])('for %s is refused on every call', async (_name, level, detail) => {
    const customer = await world.customer({ level: 1 });
    for (const [name, body] of [
      ['GetLevelRequest', {}],
      ['SaveLevelRequest', { Funds: funds }],
      ['SubmitLevelRequest', {}],
    ] as const)
      expect((await customer.call(name, { Level: level, ...body })).json()).toMatchObject({
        result: false,
        detail,
      });
    expect((await upload(customer, { level: String(level) })).json()).toMatchObject({
      result: false,
      detail,
    });
  });

  test('comes after level 1, and not for a level that is reached', async () => {
    const fresh = await world.customer();
    expect((await fresh.call('SaveLevelRequest', { Level: 2, Funds: funds })).json()).toMatchObject({
      detail: 'Level 1 comes first',
    });
    const above = await world.customer({ level: 2 });
    expect((await above.call('GetLevelRequest', { Level: 2 })).json()).toMatchObject({
      detail: 'This level is reached already',
    });
  });

  test('is submitted only when nothing is missing, and then changes no more', async () => {
    const customer = await world.customer({ level: 1 });
    const submit = async () => (await customer.call('SubmitLevelRequest', { Level: 2 })).json();
    expect(await submit()).toMatchObject({ result: false, detail: 'Documents are missing' });
    await complete(customer, 2, 'Natural person');
    await customer.call('SaveLevelRequest', { Level: 2, Funds: { ...funds, Declared: false } });
    expect(await submit()).toMatchObject({ detail: 'The source-of-funds form is not complete' });
    await customer.call('SaveLevelRequest', { Level: 2, Funds: funds });
    expect(await submit()).toMatchObject({ result: true });
    const { Documents } = (await customer.call('GetLevelRequest', { Level: 2 })).json();
    const [first] = Documents as { DocumentId: number }[];
    const refused = { result: false, detail: 'This request cannot be changed now' };
    expect(await submit()).toMatchObject(refused);
    expect((await customer.call('SaveLevelRequest', { Level: 2, Funds: {} })).json()).toMatchObject(refused);
    expect((await upload(customer, {}, pdf('late'))).json()).toMatchObject(refused);
    expect(
      (await customer.call('RemoveLevelDocument', { DocumentId: first?.DocumentId })).json(),
    ).toMatchObject(refused);
  });

  test('submitted ten times at once goes in once', async () => {
    const customer = await world.customer({ level: 1 });
    await complete(customer, 2, 'Natural person');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => customer.call('SubmitLevelRequest', { Level: 2 })),
    );
    expect(answers.filter((answer) => answer.json()['result'] === true)).toHaveLength(1);
    const activity = await customer.call('GetUserActivity', { StartIndex: 0, Limit: 50 });
    expect(activity.text.match(/level_requested/g)).toHaveLength(1);
  });
});

describe('documents', () => {
  test('are sealed at rest: neither their bytes nor their names nor the form stand in the database', async () => {
    const customer = await world.customer({ level: 1 });
    const canary = 'CANARY-passport-AB123456';
    await upload(customer, { name: `${canary}.pdf` }, pdf(canary));
    await customer.call('SaveLevelRequest', { Level: 2, Funds: { ...funds, Description: canary } });
    for (const table of ['level_request', 'level_document', 'audit_entry']) {
      const rows = await world.database.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`);
      const hex = Buffer.from(canary).toString('hex');
      for (const { row } of rows) expect(row.includes(canary) || row.includes(hex)).toBe(false);
    }
    const request = (await customer.call('GetLevelRequest', { Level: 2 })).json();
    expect(request).toMatchObject({
      Documents: [{ Name: `${canary}.pdf`, ContentType: 'application/pdf' }],
      Funds: { Description: canary },
    });
  });

  test.each([
    ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['image/png', Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1')],
    ['image/webp', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1')],
    ['application/pdf', pdf()],
  ])('%s is told by its bytes, whatever it calls itself', async (type, bytes) => {
    const customer = await world.customer({ level: 1 });
    const added = await upload(customer, { name: '../../etc/passwd\u202e.exe' }, bytes, {
      'content-type': 'text/html',
    });
    expect(added.json()).toMatchObject({ ContentType: type });
  });

  test.each([
    ['nothing', Buffer.alloc(0), 'The file is empty'],
    [
      'a page',
      Buffer.from('<html><script>alert(1)</script>'),
      'Only PDF, JPEG, PNG and WebP files are taken',
    ],
    [
      'a drawing with scripts',
      Buffer.from('<svg onload=alert(1)>'),
      'Only PDF, JPEG, PNG and WebP files are taken',
    ],
    ['an archive', Buffer.from('PK\x03\x04'), 'Only PDF, JPEG, PNG and WebP files are taken'],
    ['the beginning of a signature', Buffer.from('%PD'), 'Only PDF, JPEG, PNG and WebP files are taken'],
    [
      'a sound in the same container',
      Buffer.from('RIFF\x10\0\0\0WAVEfmt '),
      'Only PDF, JPEG, PNG and WebP files are taken',
    ],
  ])('%s is not taken', async (_name, bytes, detail) => {
    const customer = await world.customer({ level: 1 });
    expect((await upload(customer, {}, bytes)).json()).toMatchObject({ result: false, detail });
  });

  test('V2: odd requests get a clear answer and never a fault', async () => {
    const customer = await world.customer({ level: 1 });
    for (const query of [
      { level: '' },
      { level: '2.5' },
      { level: '-1' },
      { level: '99999999999999999999' },
      { kind: '' },
      { kind: 'toString' },
      { kind: 'invoices' },
      { kind: 'x'.repeat(500) },
      { name: 'x'.repeat(500) },
      { name: 'a\u0000b' },
      { issued: 'tomorrow' },
      { issued: '2026-02-30' },
      { issued: '9999-01-01' },
      { userid: '1' },
      { accountid: '1' },
    ] as Readonly<Record<string, string>>[]) {
      const answer = await upload(customer, query);
      expect([answer.status, answer.json()['result']], JSON.stringify(query)).toEqual([200, false]);
      expect(answer.json()['errorcode'], JSON.stringify(query)).not.toBe(102);
    }
  });

  test('a file of ten megabytes fits, one byte more does not and is not read', async () => {
    const customer = await world.customer({ level: 1 });
    const file = Buffer.alloc(documentFileBytesMax + 1, 0x20);
    file.write('%PDF-1.7');
    expect((await upload(customer, {}, file.subarray(0, documentFileBytesMax))).json()).toMatchObject({
      Size: documentFileBytesMax,
    });
    expect((await upload(customer, {}, file)).status).toBe(413);
  });

  test('N6: without a session nothing is read, and only the upload has a large body', async () => {
    const large = Buffer.alloc(200_000, 0x20);
    expect((await upload(null, {}, large)).status).toBe(401);
    expect((await upload({ token: 'made-up' }, {}, large)).status).toBe(401);
    const customer = await world.customer({ level: 1 });
    expect((await customer.call('SaveLevelRequest', `{"Level":2,"x":"${'y'.repeat(70_000)}"}`)).status).toBe(
      413,
    );
  });

  test('have a name, percent-encoded in a header', async () => {
    const customer = await world.customer({ level: 1 });
    const named = await upload(customer, { name: 'Cédula de María 📄.pdf' });
    expect(named.json()).toMatchObject({ Name: 'Cédula de María 📄.pdf' });
    for (const name of ['', '%', '%E0%A4%A', 'a%00b', 'x'.repeat(121)]) {
      const answer = await upload(customer, {}, pdf(), { 'file-name': name });
      expect(answer.json(), name).toMatchObject({ result: false, detail: 'Invalid File-Name' });
    }
  });

  test('K3: of a key are refused before they are read, whatever the key may do', async () => {
    const customer = await world.customer({ level: 1 });
    const key = await addKey(customer, ['Trading', 'Deposit', 'Withdraw', 'AccountReadOnly']);
    const answer = await upload(null, {}, Buffer.alloc(documentFileBytesMax + 1), {
      ...signed(key, customer),
    });
    expect(answer.json()).toMatchObject({ errorcode: 20, errormsg: 'Not Authorized' });
    expect(
      await world.database.query('SELECT 1 FROM level_request WHERE user_id = $1', [customer.userId]),
    ).toEqual([]);
  });

  test('the same file again is the same document; in another request it is another one', async () => {
    const one = await world.customer({ level: 1 });
    const two = await world.customer({ level: 1 });
    const first = (await upload(one, {})).json()['DocumentId'];
    expect((await upload(one, { name: 'again.pdf' })).json()['DocumentId']).toBe(first);
    expect((await upload(one, { kind: 'residence' })).json()['DocumentId']).not.toBe(first);
    expect((await upload(two, {})).json()['DocumentId']).not.toBe(first);
  });

  test('come at once and are counted: thirty stay, the others are refused', async () => {
    const customer = await world.customer({ level: 1 });
    const answers: Reply[] = [];
    for (let batch = 0; batch < 18; batch += 1)
      answers.push(
        ...(await Promise.all([0, 1].map((place) => upload(customer, {}, pdf(`${batch} ${place}`))))),
      );
    expect(answers.filter((answer) => 'DocumentId' in answer.json())).toHaveLength(requestFilesMax);
    expect(answers.at(-1)?.json()).toMatchObject({ detail: 'This request has its 30 files already' });
  });

  test('a third upload of one customer waits', async () => {
    const customer = await world.customer({ level: 1 });
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, place) => upload(customer, {}, pdf(`at once ${place}`))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
  });

  test('G3: of somebody else do not exist', async () => {
    const owner = await world.customer({ level: 1 });
    const other = await world.customer({ level: 1 });
    const { DocumentId } = (await upload(owner, {})).json();
    const foreign = await other.call('RemoveLevelDocument', { DocumentId });
    const unknown = await other.call('RemoveLevelDocument', { DocumentId: 999_999_999 });
    expect(foreign.text).toBe(unknown.text);
    expect(foreign.json()).toMatchObject({ result: false, errorcode: 104 });
    expect((await owner.call('RemoveLevelDocument', { DocumentId })).json()).toMatchObject({ result: true });
    expect((await owner.call('RemoveLevelDocument', { DocumentId })).json()).toMatchObject({
      errorcode: 104,
    });
  });

  test('of companies must be young: 30 days for existence, 90 for registers, on the day of submitting', async () => {
    const customer = await company();
    const add = async (kind: string, issued: string) =>
      (
        await upload(customer, { level: '3', kind, ...(issued !== '' && { issued }) }, pdf(kind + issued))
      ).json();
    expect(await add('existence_certificate', '')).toMatchObject({ detail: 'issued is Required' });
    expect(await add('existence_certificate', daysAgo(31))).toMatchObject({
      detail: 'This document is too old or its day is not one',
    });
    expect(await add('tax_registry', daysAgo(91))).toMatchObject({ result: false });
    expect(await add('tax_registry', daysAgo(90))).toMatchObject({ IssuedOn: daysAgo(90) });
    expect(await add('existence_certificate', daysAgo(-3))).toMatchObject({ result: false });
    await complete(customer, 3, 'Legal entity');
    const user = await world.services.users.get(userId(customer.userId));
    if (user === null) throw new Error('the customer is known');
    world.clock.now += 86_400_000;
    expect(await world.services.levelRequests.submit(user, 3, nowhere)).toMatchObject({
      refusal: 'documents_old',
    });
    world.clock.now -= 86_400_000;
  });
});

describe('a decision', () => {
  const decide = (
    requestId: number,
    to: 'Approved' | 'Returned' | 'Rejected',
    comment: string | null = null,
  ) => world.services.levelRequests.decide({ requestId, to, comment, by: 'carla' });

  test('approving raises the level once and tells the customer once', async () => {
    const { customer, requestId } = await submitted();
    const before = world.services.sequencer.engine.lastSequence;
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => decide(requestId, 'Approved')));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await levelOf(customer)).toBe(2);
    expect(world.services.sequencer.engine.lastSequence).toBe(before + 1);
    expect(await statusOf(customer, 2)).toBe('Approved');
    const mails = world.mails.filter(
      ({ notification }) =>
        notification.kind === 'security_notice' &&
        notification.action === 'level_decided' &&
        notification.object === 'Level 2',
    );
    expect(mails.filter(({ to }) => to === `${customer.userName}@example.com`)).toHaveLength(1);
    expect((await cardsOf(customer))[2]).toMatchObject({ Status: 'Verified', Action: null });
  });

  test('a crash after the approval is healed at the start, and healing again does nothing', async () => {
    const { customer, requestId } = await submitted(4);
    await world.database.query(
      `UPDATE level_request SET status = 'Approved', is_applied = false WHERE request_id = $1`,
      [requestId],
    );
    expect(await levelOf(customer)).toBe(1);
    expect(await world.services.levelRequests.heal()).toBe(1);
    expect(await levelOf(customer)).toBe(4);
    expect(await world.services.levelRequests.heal()).toBe(0);
  });

  test('a request that is returned says why, is corrected and submitted again', async () => {
    const { customer, requestId } = await submitted();
    expect(await decide(requestId, 'Returned', 'The certificate is cut off')).toBe(true);
    expect((await cardsOf(customer))[2]).toMatchObject({
      Status: 'Under Review',
      Action: 'request',
      Comment: 'The certificate is cut off',
      RequestStatus: 'Returned',
    });
    expect((await upload(customer, { kind: 'bank_certificate' }, pdf('whole'))).json()).toMatchObject({
      Kind: 'bank_certificate',
    });
    expect((await customer.call('SubmitLevelRequest', { Level: 2 })).json()).toMatchObject({ result: true });
    expect((await customer.call('GetLevelRequest', { Level: 2 })).json()).toMatchObject({
      Status: 'Submitted',
      Comment: null,
    });
  });

  test('a rejected request changes nothing any more, until an operator opens it again', async () => {
    const { customer, requestId } = await submitted();
    await decide(requestId, 'Rejected', 'The documents are of somebody else');
    expect(await levelOf(customer)).toBe(1);
    expect((await upload(customer, {}, pdf('again'))).json()).toMatchObject({ result: false });
    expect(await decide(requestId, 'Approved')).toBe(false);
    expect(await decide(requestId, 'Returned', 'Please send your own')).toBe(true);
    expect(await statusOf(customer, 2)).toBe('Returned');
  });

  test('a draft is decided by nobody', async () => {
    const customer = await world.customer({ level: 1 });
    await customer.call('SaveLevelRequest', { Level: 2, Funds: funds });
    const drafts = await world.services.levelRequests.list('Draft');
    const requestId = drafts.find(({ user }) => user.userId === customer.userId)?.row.requestId ?? 0;
    for (const to of ['Approved', 'Returned', 'Rejected'] as const)
      expect(await decide(requestId, to)).toBe(false);
  });
});
