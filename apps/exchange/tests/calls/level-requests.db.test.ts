/** Levels 2 to 4 through the gateway: cards, requests, and decisions of operators. */
import { millis, userId } from '@salar/protocol';
import { RowMacs } from '@salar/services/crypto/row-macs';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { silentLog } from '@salar/services/ports/log';
import { LevelRecords } from '@salar/services/verification/level-records';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { company, completeRequest, funds, pdf, upload } from '../support/level-requests.ts';

const box = new SealedBox(Buffer.alloc(32, 4));
const macs = new RowMacs({ box, log: silentLog });

let world: GatewayWorld;

beforeAll(async () => {
  world = await openGatewayWorld({ box });
});
afterAll(() => world.close());

async function submitted(level = 2): Promise<{ customer: Customer; requestId: number }> {
  const customer = level === 2 ? await world.customer({ level: 1 }) : await company(world);
  await completeRequest(world, customer, level, level === 2 ? 'Natural person' : 'Legal entity');
  expect((await customer.call('SubmitLevelRequest', { Level: level })).json()).toMatchObject({
    result: true,
  });
  const list = await world.services.verification.levelRequests.list('Submitted');
  const found = list.find(({ user }) => user.userId === customer.userId);
  if (found === undefined) throw new Error('the request waits for an operator');
  return { customer, requestId: found.row.requestId };
}

async function fetchStatus(customer: Customer, level: number): Promise<unknown> {
  return (await customer.call('GetLevelRequest', { Level: level })).json()['Status'];
}

async function fetchLevel(customer: Customer): Promise<unknown> {
  return (await customer.call('GetAccountInfo')).json()['VerificationLevel'];
}

async function fetchCards(customer: Customer | null, language = 'en'): Promise<Record<string, unknown>[]> {
  const call = customer?.call ?? world.call;
  return (await call('GetKycLevels', { OMSId: 1, Language: language })).json() as unknown as Record<
    string,
    unknown
  >[];
}

describe('cards', () => {
  // covers: verification.22, levels.2, calls.28
  test("five of them, with the engine's limits, and without progress when there is no session", async () => {
    const cards = await fetchCards(null);
    expect(cards.map(({ level }) => level)).toEqual([0, 1, 2, 3, 4]);
    expect(cards[1]?.['benefits']).toEqual([
      'Unlimited crypto deposits',
      'Withdrawals, in crypto or to a bank, up to 10,000,000 COP a day',
      'Withdrawals, in crypto or to a bank, up to 10,000,000 COP a month',
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
    const cards = await fetchCards(null, language);
    expect(cards[2]).toMatchObject({ label, underReviewMessage: underReview });
  });

  // covers: verification.5
  test('show that nothing has started until something was sent, and the one available action', async () => {
    const standing = async (customer: Customer) =>
      (await fetchCards(customer)).map((card) => [card['Status'], card['Action']]);
    expect(await standing(await world.customer())).toEqual([
      ['Not Started', null],
      ['Not Started', 'start'],
      ['Not Started', null],
      ['Not Started', null],
      ['Not Started', null],
    ]);
    expect(await standing(await world.customer({ level: 1 }))).toEqual([
      ['Verified', null],
      ['Verified', null],
      ['Not Started', 'request'],
      ['Not Started', null],
      ['Not Started', null],
    ]);
    expect((await standing(await company(world))).slice(2)).toEqual([
      ['Not Started', 'request'],
      ['Not Started', 'request'],
      ['Not Started', 'request'],
    ]);
    expect((await standing(await company(world, 2))).slice(2)).toEqual([
      ['Verified', null],
      ['Not Started', 'request'],
      ['Not Started', 'request'],
    ]);
  });

  test("show a reviewer's comment on the identity check", async () => {
    const customer = await world.customer();
    await world.services.verification.identity.applyReview({
      eventId: `retry-${customer.userId}`,
      userId: userId(customer.userId),
      level: 1,
      status: 'retry',
      comment: 'The photo is blurred',
    });
    expect((await fetchCards(customer))[1]).toMatchObject({
      Action: 'start',
      Comment: 'The photo is blurred',
    });
    expect((await customer.call('GetUserVerificationLevel')).json()).toMatchObject({
      VerificationLevel: 0,
      Status: 'Rejected',
    });
  });
});

describe('external forms', () => {
  let linked: GatewayWorld;
  beforeAll(async () => {
    linked = await openGatewayWorld({ levelForms: { 3: 'https://forms.example/3' } });
  });
  afterAll(() => linked.close());

  // covers: calls.28
  test('a level with an external form shows its link and accepts no request here', async () => {
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
  test('starts as an empty draft that lists what is missing', async () => {
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

  test('stores the form exactly as sent', async () => {
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
    ['a level without a request', 1, 'Invalid Level'],
    ['a level that does not exist', 5, 'Invalid Level'],
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
    expect((await upload(world, customer, { level: String(level) })).json()).toMatchObject({
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

  test('is submitted only when nothing is missing, and then cannot be changed', async () => {
    const customer = await world.customer({ level: 1 });
    const submit = async () => (await customer.call('SubmitLevelRequest', { Level: 2 })).json();
    expect(await submit()).toMatchObject({ result: false, detail: 'Documents are missing' });
    await completeRequest(world, customer, 2, 'Natural person');
    await customer.call('SaveLevelRequest', { Level: 2, Funds: { ...funds, Declared: false } });
    expect(await submit()).toMatchObject({ detail: 'The source-of-funds form is not complete' });
    await customer.call('SaveLevelRequest', { Level: 2, Funds: funds });
    expect(await submit()).toMatchObject({ result: true });
    const { Documents } = (await customer.call('GetLevelRequest', { Level: 2 })).json();
    const [first] = Documents as { DocumentId: number }[];
    const refused = { result: false, detail: 'This request cannot be changed now' };
    expect(await submit()).toMatchObject(refused);
    expect((await customer.call('SaveLevelRequest', { Level: 2, Funds: {} })).json()).toMatchObject(refused);
    expect((await upload(world, customer, {}, pdf('late'))).json()).toMatchObject(refused);
    expect(
      (await customer.call('RemoveLevelDocument', { DocumentId: first?.DocumentId })).json(),
    ).toMatchObject(refused);
  });

  test('submitted ten times at once is stored once', async () => {
    const customer = await world.customer({ level: 1 });
    await completeRequest(world, customer, 2, 'Natural person');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => customer.call('SubmitLevelRequest', { Level: 2 })),
    );
    expect(answers.filter((answer) => answer.json()['result'] === true)).toHaveLength(1);
    const activity = await customer.call('GetUserActivity', { StartIndex: 0, Limit: 50 });
    expect(activity.text.match(/level_requested/g)).toHaveLength(1);
  });
});

describe('a decision', () => {
  const decide = (
    requestId: number,
    to: 'Approved' | 'Returned' | 'Rejected',
    comment: string | null = null,
  ) => world.services.verification.levelRequests.decide({ requestId, to, comment, by: 'carla' });

  test('approving raises the level once and notifies the customer once', async () => {
    const { customer, requestId } = await submitted();
    const before = world.sequencer.undurable.lastSequence;
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => decide(requestId, 'Approved')));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await fetchLevel(customer)).toBe(2);
    expect(world.sequencer.undurable.lastSequence).toBe(before + 1);
    expect(await fetchStatus(customer, 2)).toBe('Approved');
    const mails = world.mails.filter(
      ({ notification }) =>
        notification.kind === 'security_notice' &&
        notification.action === 'level_decided' &&
        notification.object === 'Level 2',
    );
    expect(mails.filter(({ to }) => to === `${customer.userName}@example.com`)).toHaveLength(1);
    expect((await fetchCards(customer))[2]).toMatchObject({ Status: 'Verified', Action: null });
  });

  test('a crash after the approval is repaired at the start, and repeating the repair does nothing', async () => {
    const { customer, requestId } = await submitted(4);
    const approval = { requestId, from: ['Submitted'], to: 'Approved', comment: null, by: 'olga' } as const;
    const at = millis(world.clock.now);
    await world.database.transaction((tx) => new LevelRecords(macs).decide(tx, { ...approval, at }));
    expect(await fetchLevel(customer)).toBe(1);
    expect(await world.services.verification.levelRequests.heal()).toBe(1);
    expect(await fetchLevel(customer)).toBe(4);
    expect(await world.services.verification.levelRequests.heal()).toBe(0);
  });

  test('a returned request has the reason, is corrected and submitted again', async () => {
    const { customer, requestId } = await submitted();
    expect(await decide(requestId, 'Returned', 'The certificate is cut off')).toBe(true);
    expect((await fetchCards(customer))[2]).toMatchObject({
      Status: 'Under Review',
      Action: 'request',
      Comment: 'The certificate is cut off',
      RequestStatus: 'Returned',
    });
    expect((await upload(world, customer, { kind: 'bank_certificate' }, pdf('whole'))).json()).toMatchObject({
      Kind: 'bank_certificate',
    });
    expect((await customer.call('SubmitLevelRequest', { Level: 2 })).json()).toMatchObject({ result: true });
    expect((await customer.call('GetLevelRequest', { Level: 2 })).json()).toMatchObject({
      Status: 'Submitted',
      Comment: null,
    });
  });

  test('a rejected request cannot be changed, until an operator reopens it', async () => {
    const { customer, requestId } = await submitted();
    await decide(requestId, 'Rejected', 'The documents are of somebody else');
    expect(await fetchLevel(customer)).toBe(1);
    expect((await upload(world, customer, {}, pdf('again'))).json()).toMatchObject({ result: false });
    expect(await decide(requestId, 'Approved')).toBe(false);
    expect(await decide(requestId, 'Returned', 'Please send your own')).toBe(true);
    expect(await fetchStatus(customer, 2)).toBe('Returned');
  });

  test('a draft cannot be decided', async () => {
    const customer = await world.customer({ level: 1 });
    await customer.call('SaveLevelRequest', { Level: 2, Funds: funds });
    const drafts = await world.services.verification.levelRequests.list('Draft');
    const requestId = drafts.find(({ user }) => user.userId === customer.userId)?.row.requestId ?? 0;
    for (const to of ['Approved', 'Returned', 'Rejected'] as const)
      expect(await decide(requestId, to)).toBe(false);
  });
});
