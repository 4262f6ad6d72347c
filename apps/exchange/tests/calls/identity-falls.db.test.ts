/** F37: what follows when an identity is refused, expires or is reset after its level was reached, or operators take a level. */
import { accountId, assert, millis, userId } from '@salar/protocol';
import { RowMacs } from '@salar/services/crypto/row-macs';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { silentLog } from '@salar/services/ports/log';
import type { ReviewStatus } from '@salar/services/ports/identity-provider';
import { ReviewRecords } from '@salar/services/verification/review-records';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { addKey, signRequest } from '../support/test-keys.ts';

const box = new SealedBox(Buffer.alloc(32, 4));
const hour = 60 * 60_000;
let world: GatewayWorld;
let alerts: string[];
beforeAll(async () => {
  alerts = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void alerts.push(line) });
  world = await openGatewayWorld({ box, log });
});
afterAll(() => world.close());

let reports = 0;
async function report(
  customer: Customer,
  status: ReviewStatus,
  { level = 1, comment = null }: { readonly level?: number; readonly comment?: string | null } = {},
) {
  reports += 1;
  world.clock.now += 1_000;
  const event = { eventId: `fall-${reports}`, userId: userId(customer.userId), level, status, comment };
  expect(await identity().applyReview({ ...event, asOf: world.clock.now })).toMatchObject({ ok: true });
}

const identity = () => world.services.verification.identity;
const fetchLevel = (customer: Customer) =>
  world.sequencer.read((view) => view.account(accountId(customer.accountId))?.level);
const fetchActions = async (customer: Customer) => {
  const answer = await customer.call('GetUserActivity', { StartIndex: 0, Limit: 50 });
  return (JSON.parse(answer.text) as { Action: string; Detail: string }[]).filter(
    ({ Action }) => Action === 'level_lost',
  );
};
const listMails = (customer: Customer) =>
  world.mails.filter(
    ({ to, notification }) =>
      to === `${customer.userName}@example.com` &&
      notification.kind === 'security_notice' &&
      notification.action === 'level_lost',
  );
const findUser = async (customer: Customer) => {
  const user = await world.services.accounts.users.get(userId(customer.userId));
  assert(user !== null, 'the customer exists');
  return user;
};
const countAlerts = (text: string) => alerts.filter((line) => line.includes(text)).length;
const query = (sql: string, values: readonly (string | number)[]) =>
  world.database.query<{ is_applied: boolean }>(sql, [...values]);

const ticket = {
  ProductId: 3,
  Amount: '25',
  TemplateType: 'ToExternalEthereumAddress',
  AccountProviderId: '2',
  TemplateForm: '{"ExternalAddress":"0x1"}',
};

test('a final refusal takes the level: no withdrawal by session or key, and a mail and an alert', async () => {
  const maria = await world.customer({ level: 1 });
  await world.fund(maria, 'USDT', 100_000_000n);
  const key = await addKey(maria, ['Withdraw']);
  const url = '/AP/CreateWithdrawTicket';
  const body = JSON.stringify(ticket);
  const withdrawByKey = async () =>
    (
      await world.call('CreateWithdrawTicket', body, signRequest(key, { at: world.clock.now, url, body }))
    ).json();
  expect((await maria.call('CreateWithdrawTicket', ticket)).json()).toMatchObject({ result: true });
  expect(await withdrawByKey()).toMatchObject({ result: true });

  await report(maria, 'rejected', { comment: 'The passport is forged' });
  expect((await maria.call('GetAccountInfo', {})).json()).toMatchObject({ VerificationLevel: 0 });
  const refused = { result: false, detail: 'Identity must be verified again' };
  expect((await maria.call('CreateWithdrawTicket', ticket)).json()).toMatchObject(refused);
  expect(await withdrawByKey()).toMatchObject(refused);
  expect(listMails(maria)).toHaveLength(1);
  expect(listMails(maria)[0]?.notification).toMatchObject({ object: 'Level 1' });
  expect(await fetchActions(maria)).toMatchObject([{ Object: 'Level 1', Detail: 'rejected' }]);
  expect(countAlerts(`"userId":${maria.userId},"verificationLevel":1,"status":"rejected"`)).toBe(1);
  const cards = JSON.parse((await maria.call('GetKycLevels', {})).text) as object[];
  expect(cards[1]).toMatchObject({ Status: 'Under Review', Action: 'support' });

  // A customer who was never verified reads something else.
  const joao = await world.customer();
  const low = { detail: 'Verification level too low' };
  expect((await joao.call('CreateWithdrawTicket', ticket)).json()).toMatchObject(low);
});

test.each(['init', 'retry', 'rejected'] as const)(
  'the state %s after an approval takes the level once, with all above it, and an approval gives the first back',
  async (status) => {
    const maria = await world.customer({ level: 1 });
    await report(maria, 'approved', { level: 2 });
    await report(maria, 'pending');
    expect(await fetchLevel(maria)).toBe(2);
    for (let times = 0; times < 3; times += 1) await report(maria, status);
    expect(await fetchLevel(maria)).toBe(0);
    expect([listMails(maria).length, (await fetchActions(maria)).length]).toEqual([1, 1]);
    await report(maria, 'pending');
    expect(await fetchLevel(maria)).toBe(0);
    await report(maria, 'approved');
    expect(await fetchLevel(maria)).toBe(1);
    await report(maria, status);
    expect([await fetchLevel(maria), listMails(maria).length]).toEqual([0, 2]);
  },
);

test('an approval and refusals at once result in the newest of them', async () => {
  const maria = await world.customer({ level: 1 });
  const states = ['rejected', 'approved', 'retry', 'approved', 'rejected'] as const;
  const at = world.clock.now;
  await Promise.all(
    states.map((status, place) => {
      const event = { eventId: `once-${maria.userId}-${place}`, userId: userId(maria.userId), level: 1 };
      return identity().applyReview({ ...event, status, comment: null, asOf: at + place });
    }),
  );
  expect(await fetchLevel(maria)).toBe(0);
});

test('a crash after the level had fallen: the customer is notified at the next start', async () => {
  const maria = await world.customer({ level: 1 });
  world.clock.now += 1_000;
  const receivedAt = millis(world.clock.now);
  const review = { level: 1, status: 'retry', comment: null, asOf: world.clock.now, receivedAt };
  const records = new ReviewRecords(new RowMacs({ box, log: silentLog }));
  await world.database.transaction((tx) =>
    records.store(tx, { ...review, eventId: 'cut-off', userId: userId(maria.userId) }),
  );
  const command = { type: 'SetAccountLevel', accountId: accountId(maria.accountId), level: 0 } as const;
  await world.sequencer.submit(command);
  expect(await identity().heal()).toBe(1);
  expect([await fetchLevel(maria), listMails(maria).length]).toEqual([0, 1]);
});

test('a level that operators gave stays when the provider wants more, and falls when it refuses the identity', async () => {
  const maria = await world.customer();
  await report(maria, 'rejected');
  await identity().grant(await findUser(maria), 1);
  expect(await fetchLevel(maria)).toBe(1);
  await report(maria, 'rejected'); // the same webhook again, or another one about nothing new
  await report(maria, 'retry');
  await report(maria, 'retry');
  expect(await fetchLevel(maria)).toBe(1);
  await report(maria, 'rejected', { comment: 'A forged document' });
  expect([await fetchLevel(maria), listMails(maria).length]).toEqual([0, 1]);
  await identity().grant(await findUser(maria), 1);
  await report(maria, 'approved');
  expect(await fetchLevel(maria)).toBe(1);
  // From then on the level rests on the provider's word again.
  await report(maria, 'init');
  expect(await fetchLevel(maria)).toBe(0);
});

test('what operators took the provider does not give back, not even when the rows are deleted', async () => {
  const maria = await world.customer({ level: 1 });
  await report(maria, 'approved', { level: 2 });
  const user = await findUser(maria);
  await identity().take(user, 1);
  expect(await fetchLevel(maria)).toBe(0);
  expect(await fetchActions(maria)).toMatchObject([{ Detail: 'operator' }]);
  const token = async () => (await maria.call('CreateAccessToken', { levelName: '1' })).json();
  const refused = { detail: 'This level was refused for good. Please write to support.' };
  expect(await token()).toMatchObject(refused);
  const before = countAlerts('approves a level that operators took');
  await report(maria, 'pending');
  await report(maria, 'approved');
  await report(maria, 'approved', { level: 2 });
  await query('DELETE FROM verification_review WHERE user_id = $1', [maria.userId]);
  await report(maria, 'approved');
  expect(await fetchLevel(maria)).toBe(0);
  expect(countAlerts('approves a level that operators took')).toBe(before + 2);
  expect(await token()).toMatchObject(refused);
  await identity().grant(user, 1);
  expect(await fetchLevel(maria)).toBe(1);
});

test('who opens the check of level 2 keeps no level when a forged passport is found there', async () => {
  const maria = await world.customer({ level: 1 });
  const token = async (levelName: string) =>
    (await maria.call('CreateAccessToken', { levelName })).json()['detail'];
  for (const status of ['init', 'pending', 'retry'] as const) await report(maria, status, { level: 2 });
  expect(await fetchLevel(maria)).toBe(1);
  const forged = { level: 2, comment: 'A forged passport' };
  await report(maria, 'rejected', forged);
  expect([await fetchLevel(maria), listMails(maria).length]).toEqual([0, 1]);
  expect(countAlerts(`"userId":${maria.userId},"verificationLevel":1,"status":"rejected"`)).toBe(1);
  expect(await token('1')).toBe('This level was refused for good. Please write to support.');
  // What operators give after it stays when the provider repeats itself, and only that.
  await identity().grant(await findUser(maria), 1);
  await report(maria, 'rejected', forged);
  expect(await fetchLevel(maria)).toBe(1);
  expect(await token('2')).toBe('This level was refused for good. Please write to support.');
  await report(maria, 'rejected', { level: 2, comment: 'Another forged passport' });
  expect(await fetchLevel(maria)).toBe(0);
});

test('no level is given over an identity that fell: not by the provider, not by operators, not after a crash', async () => {
  const maria = await world.customer({ level: 1 });
  await report(maria, 'retry');
  const before = countAlerts('approved without an identity');
  await report(maria, 'approved', { level: 2 });
  expect(await identity().grant(await findUser(maria), 2)).toBe(false);
  const receivedAt = millis(world.clock.now);
  const grant = { level: 3, status: 'approved', comment: null, asOf: world.clock.now, receivedAt };
  const records = new ReviewRecords(new RowMacs({ box, log: silentLog }));
  const eventId = 'operator:cut-off';
  await world.database.transaction((tx) =>
    records.store(tx, { ...grant, eventId, userId: userId(maria.userId) }),
  );
  expect(await identity().heal()).toBe(1);
  expect(await fetchLevel(maria)).toBe(0);
  expect(countAlerts('approved without an identity')).toBe(before + 2);
  const mails = world.mails.filter(({ to }) => to === `${maria.userName}@example.com`);
  expect(mails.map(({ notification }) => notification)).not.toContainEqual(
    expect.objectContaining({ action: 'level_decided', object: 'Level 2' }),
  );
});

test('operators who give level 1 back give nothing that they took above it', async () => {
  const maria = await world.customer({ level: 2 });
  const user = await findUser(maria);
  await identity().take(user, 1);
  await identity().grant(user, 1);
  const before = countAlerts('approves a level that operators took');
  for (const status of ['pending', 'approved'] as const) await report(maria, status, { level: 2 });
  expect(await fetchLevel(maria)).toBe(1);
  expect(countAlerts('approves a level that operators took')).toBe(before + 1);
  const token = (await maria.call('CreateAccessToken', { levelName: '2' })).json();
  expect(token).toMatchObject({ detail: 'This level was refused for good. Please write to support.' });
  await identity().grant(user, 2);
  expect(await fetchLevel(maria)).toBe(2);
});

test('who writes the database gives no level back by an approval of before', async () => {
  const maria = await world.customer({ level: 1 });
  world.clock.now += 2 * hour;
  await world.services.verification.identity.heal();
  await report(maria, 'rejected');
  // The refusal is deleted, and the approval waits to be applied, as after a crash.
  await query(`DELETE FROM verification_review WHERE user_id = $1 AND status = 'rejected'`, [maria.userId]);
  await query('UPDATE verification_review SET is_applied = false WHERE user_id = $1', [maria.userId]);
  const before = countAlerts('were to be applied again');
  expect(await identity().heal()).toBe(0);
  expect(await fetchLevel(maria)).toBe(0);
  expect(countAlerts('were to be applied again')).toBe(before + 1);
  // The provider says it once more, and the row is there again.
  await report(maria, 'rejected');
  expect(await identity().reviews(userId(maria.userId))).toMatchObject([{ status: 'rejected' }]);
});

test('who writes the database keeps no level by making a new refusal look like a repeated one', async () => {
  const maria = await world.customer();
  await report(maria, 'retry');
  await report(maria, 'approved');
  await query(`DELETE FROM verification_review WHERE user_id = $1 AND status = 'approved'`, [maria.userId]);
  await report(maria, 'retry');
  expect(await fetchLevel(maria)).toBe(0);
});
