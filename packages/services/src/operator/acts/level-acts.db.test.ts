/** Decisions on level requests: high levels by two operators, documents as files, every read in the audit log. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDocumentKinds } from '@salar/protocol/level-requests';
import { listNewestAudit } from '@salar/store/tables/operators/operator-audit';
import { markAccountOpen } from '@salar/store/tables/customers/users';
import type { User } from '@salar/store/tables/customers/users';
import { millis } from '@salar/protocol';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openOperatorWorld } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';
import { insertTestUser } from '@salar/testing/test-customers';
import { silentLog } from '../../ports/log.ts';
import { noOrigin } from '../../ports/request-origin.ts';
import { DocumentRetention } from '../../verification/document-retention.ts';

const canary = 'CANARY-my-uncle-gave-it';

let db: TestDatabase;
let world: OperatorWorld;
let ana: TestOperator;
let carla: TestOperator;
let paula: TestOperator;
let people = 0;

beforeAll(async () => {
  db = await openTestDatabase();
  world = await openOperatorWorld(db.database);
  ana = await world.createOperator('ana', 'admin');
  carla = await world.createOperator('carla', 'risk', ana);
  paula = await world.createOperator('paula', 'support', ana);
});
afterAll(() => db.close());

async function customer(): Promise<User> {
  people += 1;
  const userName = `person${people}`;
  const user = await insertTestUser(db.database, userName, { records: world.customers });
  const at = { at: millis(world.clock.now) };
  const next = () => ({ sequence: (world.engine.lastSequence + 1) as never, ...at });
  world.engine.apply({ type: 'OpenAccount', accountId: user.accountId, kind: 'customer' }, next());
  world.engine.apply({ type: 'SetAccountLevel', accountId: user.accountId, level: 1 }, next());
  await markAccountOpen(db.database, user.userId);
  return { ...user, isAccountOpen: true };
}

async function submitted(level: 2 | 3): Promise<{ user: User; request: string }> {
  const person = await customer();
  const become = { customer: person.userName, type: 'company', reason: 'registered as one' };
  if (level === 3) for (const operator of [carla, ana]) await world.act(operator, 'customers type', become);
  const user: User = level === 3 ? { ...person, accountType: 'Legal entity' } : person;
  for (const kind of listDocumentKinds(user.accountType)) {
    const added = await world.levelRequests.addDocument({
      user,
      level,
      kind,
      name: `${kind}\u001b[31m.pdf`,
      issuedOn: '2026-01-04',
      content: Buffer.from(`%PDF-${kind}`),
    });
    expect(added.ok).toBe(true);
  }
  await world.levelRequests.save(user, level, {
    Occupation: 'Miner',
    Source: 'Inheritance',
    Description: canary,
    MonthlyIncome: 'UpTo50',
    MonthlyVolume: 'UpTo50',
    Purpose: 'Trading',
    PoliticallyExposed: false,
    Declared: true,
  });
  expect(await world.levelRequests.submit(user, level, noOrigin)).toMatchObject({ ok: true });
  const listed = await world.act(carla, 'level list');
  const row = listed.ok ? listed.rows?.find((one) => one['customer'] === user.userName) : undefined;
  return { user, request: row?.['request'] ?? '' };
}

const findLevel = ({ accountId }: User) => world.engine.account(accountId)?.level;

test('two operators grant level 2, and the customer gets one mail', async () => {
  const { user, request } = await submitted(2);
  await world.act(carla, 'level approve', { request });
  expect(findLevel(user)).toBe(1);
  expect(await world.act(ana, 'level approve', { request })).toMatchObject({ ok: true });
  expect(findLevel(user)).toBe(2);
  expect(await world.act(carla, 'level approve', { request })).toMatchObject({ refusal: 'not_possible' });
  expect(world.notices.filter(({ to }) => to === user.email)).toEqual([
    { to: user.email, action: 'level_decided' },
  ]);
});

test('A2: level 3 takes two different operators', async () => {
  const { user, request } = await submitted(3);
  await world.act(carla, 'level approve', { request });
  expect(await world.act(carla, 'level approve', { request })).toMatchObject({ refusal: 'already_proposed' });
  expect(findLevel(user)).toBe(1);
  expect(await world.act(ana, 'level approve', { request })).toMatchObject({ ok: true });
  expect(findLevel(user)).toBe(3);
});

test('a request may be returned, and a rejected one opened again; an approved one stays', async () => {
  const { user, request } = await submitted(2);
  const reason = 'the bank certificate is cut off';
  expect(await world.act(carla, 'level reject', { request, reason })).toMatchObject({ ok: true });
  expect(await world.act(carla, 'level approve', { request })).toMatchObject({ refusal: 'not_possible' });
  expect(await world.act(carla, 'level return', { request, reason })).toMatchObject({ ok: true });
  expect(await world.levelRequests.get(user, 2)).toMatchObject({
    value: { status: 'Returned', comment: reason },
  });
  await world.levelRequests.submit(user, 2, noOrigin);
  for (const operator of [carla, ana]) await world.act(operator, 'level approve', { request });
  for (const command of ['level reject', 'level return'])
    expect(await world.act(carla, command, { request, reason })).toMatchObject({ refusal: 'not_possible' });
  expect(findLevel(user)).toBe(2);
});

test('X4: a document comes as a file named by its number, and the audit log has who read it', async () => {
  const { request } = await submitted(2);
  const answer = await world.act(carla, 'level show', { request });
  expect(answer).toMatchObject({ ok: true, facts: { 'funds: Description': canary } });
  const document = answer.ok ? (answer.rows?.[0]?.['document'] ?? '') : '';
  const read = await world.act(carla, 'level document', { document });
  expect(read).toMatchObject({
    ok: true,
    file: {
      name: `level-document-${document}.pdf`,
      base64: Buffer.from('%PDF-identity').toString('base64'),
    },
  });
  const record = await listNewestAudit(db.database, 1000);
  expect(record).toContainEqual(
    expect.objectContaining({
      operator: 'carla',
      act: 'level document',
      phase: 'read',
      object: `level document ${document}`,
    }),
  );
  expect(JSON.stringify(record)).not.toContain(canary);
});

test('a document with a script is not handed over', async () => {
  const user = await customer();
  const script = Buffer.from('%PDF-1.7\n1 0 obj <</S /JavaScript /JS (app.launchURL(1))>> endobj');
  const file = { user, level: 2, kind: 'identity', name: 'id.pdf', issuedOn: null, content: script } as const;
  const added = await world.levelRequests.addDocument(file);
  const document = added.ok ? String(added.value.documentId) : '';
  const answer = await world.act(carla, 'level document', { document });
  expect(answer).toMatchObject({
    refusal: 'not_possible',
    text: expect.stringContaining('a script') as string,
  });
  expect(JSON.stringify(answer)).not.toContain('base64');
});

test('documents are removed when their time is over, and those of open requests are kept', async () => {
  const days = { approved: 100, unused: 30 };
  const retention = new DocumentRetention({
    database: db.database,
    days,
    now: () => world.clock.now,
    log: silentLog,
  });
  const approved = await submitted(2);
  for (const operator of [carla, ana])
    await world.act(operator, 'level approve', { request: approved.request });
  const open = await submitted(2);
  const rejected = await submitted(2);
  await world.act(carla, 'level reject', { request: rejected.request, reason: 'unreadable' });
  const documentsOf = async ({ request }: { request: string }) => {
    const answer = await world.act(carla, 'level show', { request });
    return answer.ok ? (answer.rows ?? []) : [];
  };
  const kept = (await documentsOf(approved)).length;
  const move = async (count: number) => {
    world.clock.now += count * 86_400_000;
    await retention.work();
  };
  await move(29);
  expect(await documentsOf(rejected)).toHaveLength(kept);
  await move(2);
  expect(await documentsOf(rejected)).toEqual([]);
  expect(await documentsOf(approved)).toEqual(
    Array.from({ length: kept }, () => expect.objectContaining({ removed: '' }) as unknown),
  );
  await move(70);
  const rows = await documentsOf(approved);
  expect(rows).toHaveLength(kept);
  for (const row of rows)
    expect(row).toMatchObject({
      'called by its owner': '',
      removed: expect.stringMatching(/^2026-/) as string,
    });
  expect(await world.act(carla, 'level document', { document: rows[0]?.['document'] ?? '' })).toMatchObject({
    text: expect.stringContaining('its content was removed') as string,
  });
  const left = await db.database.query(
    `SELECT count(content)::int AS contents, count(name)::int AS names FROM level_document WHERE request_id = ${approved.request}`,
  );
  expect(left).toEqual([{ contents: 0, names: 0 }]);
  expect(await world.levelRequests.get(approved.user, 2)).toMatchObject({
    value: { status: 'Approved', missingDocuments: [], documents: [] },
  });
  expect(await documentsOf(open)).toHaveLength(kept);
});

test('support sees none of it, and no operator decides about their own account', async () => {
  const { user, request } = await submitted(2);
  for (const [command, params] of [
    ['level list', {}],
    ['level show', { request }],
    ['level document', { document: '1' }],
    ['level approve', { request }],
  ] as const)
    expect(await world.act(paula, command, params)).toMatchObject({ refusal: 'not_permitted' });
  const own = await world.createOperator('self', 'risk', ana, user.userName);
  expect(await world.act(own, 'level approve', { request })).toMatchObject({ refusal: 'own_account' });
});

test.each([
  ['level show', { request: '999' }, 'not_found'],
  ['level show', { request: 'x' }, 'not_found'],
  ['level approve', { request: '0' }, 'not_found'],
  ['level document', { document: '1e3' }, 'not_found'],
  ['level list', { status: 'Lost' }, 'params_wrong'],
  ['customers type', { customer: 'maria', type: 'ghost', reason: 'x' }, 'params_wrong'],
  ['customers type', { customer: 'maria', type: 'person', reason: 'x' }, 'not_possible'],
] as const)('%s %j is refused: %s', async (command, params, refusal) => {
  expect(await world.act(carla, command, params)).toMatchObject({ ok: false, refusal });
});

test('A2: a level with external documents takes two operators, keeps the order of levels, and sends one mail', async () => {
  const user = await customer();
  const grant = (by: TestOperator, level: string) =>
    world.act(by, 'level grant', { customer: user.userName, level, reason: 'form 17, checked' });
  expect(await grant(carla, '3')).toMatchObject({ refusal: 'not_possible' }); // a person
  for (const odd of ['0', '5', '1.5', 'two'])
    expect(await grant(carla, odd)).toMatchObject({ refusal: 'params_wrong' });
  expect(await grant(carla, '1')).toMatchObject({ refusal: 'not_possible' });
  await grant(carla, '2');
  expect(findLevel(user)).toBe(1);
  expect(await grant(carla, '2')).toMatchObject({ refusal: 'already_proposed' });
  expect(await grant(ana, '2')).toMatchObject({ ok: true });
  expect(findLevel(user)).toBe(2);
  expect(world.notices.filter(({ to }) => to === user.email)).toHaveLength(1);
  expect(await grant(paula, '2')).toMatchObject({ ok: false });
});

test('F37 one operator takes a level, and two give it back, before anything is paid', async () => {
  const { maria } = world;
  const params = (level: string) => ({ customer: 'maria', level, reason: 'a forged passport' });
  const ticket = await world.withdrawal(maria, {
    provider: 'ETH_LOCAL_ETHEREUM',
    amount: 10n ** 15n,
    status: 'Accepted',
  });
  const accept = (by: TestOperator) => world.act(by, 'withdrawals accept', { ticket: String(ticket) });
  expect(await world.act(paula, 'level take', params('1'))).toMatchObject({ refusal: 'not_permitted' });
  expect(await world.act(carla, 'level take', params('2'))).toMatchObject({ refusal: 'not_possible' });
  expect(await world.act(carla, 'level take', params('0'))).toMatchObject({ refusal: 'params_wrong' });
  expect(await world.act(carla, 'level take', params('1'))).toMatchObject({ ok: true });
  expect(findLevel(maria)).toBe(0);
  expect(world.notices.filter(({ to }) => to === maria.email)).toEqual([
    { to: maria.email, action: 'level_lost' },
  ]);
  expect(await world.ticket(ticket)).toMatchObject({ status: 'AdminProcessing' });
  expect(world.alerts.filter((alert) => alert.includes('lost a level'))).toHaveLength(1);
  expect(await accept(carla)).toMatchObject({ refusal: 'not_possible' });
  await world.act(carla, 'level grant', params('1'));
  expect(findLevel(maria)).toBe(0);
  expect(await world.act(ana, 'level grant', params('1'))).toMatchObject({ ok: true });
  expect(findLevel(maria)).toBe(1);
  await accept(carla);
  expect(await world.ticket(ticket)).toMatchObject({ status: 'AdminProcessing' });
  expect(await accept(ana)).toMatchObject({ ok: true });
  expect(await world.ticket(ticket)).toMatchObject({ status: 'Accepted' });
});

test('F37 a level that was taken is not given again by marking its request as not applied', async () => {
  const { user, request } = await submitted(2);
  for (const operator of [carla, ana]) await world.act(operator, 'level approve', { request });
  expect(findLevel(user)).toBe(2);
  await world.act(carla, 'level take', {
    customer: user.userName,
    level: '2',
    reason: 'its statements are false',
  });
  await db.database.query('UPDATE level_request SET is_applied = false WHERE request_id = $1', [request]);
  await world.levelRequests.heal();
  expect(findLevel(user)).toBe(1);
});

test('F37 no request is approved for a customer whose identity fell', async () => {
  const { user, request } = await submitted(2);
  await world.act(carla, 'level approve', { request });
  await world.act(carla, 'level take', { customer: user.userName, level: '1', reason: 'a forged passport' });
  expect(await world.act(ana, 'level approve', { request })).toMatchObject({ refusal: 'not_possible' });
  expect(findLevel(user)).toBe(0);
});
