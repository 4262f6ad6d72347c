import { assert, millis, userId } from '@salar/protocol';
import { RowMacs } from '@salar/services/crypto/row-macs';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { silentLog } from '@salar/services/ports/log';
import { ReviewRecords } from '@salar/services/verification/review-records';
import type { ReviewStatus } from '@salar/services/ports/identity-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';

const box = new SealedBox(Buffer.alloc(32, 4));
const macs = new RowMacs({ box, log: silentLog });

let world: GatewayWorld;
beforeAll(async () => {
  world = await openGatewayWorld({ box });
});
afterAll(() => world.close());

let reports = 0;
function report(customer: Customer, level: number, status: ReviewStatus, asOf: number) {
  reports += 1;
  return world.services.verification.identity.applyReview({
    eventId: `report-${reports}`,
    userId: userId(customer.userId),
    level,
    status,
    comment: null,
    asOf,
  });
}

const fetchLevel = async (customer: Customer) =>
  (await customer.call('GetAccountInfo', {})).json()['VerificationLevel'];
const fetchState = async (customer: Customer) =>
  (await world.services.verification.identity.reviews(userId(customer.userId))).map(
    ({ level, status }) => `${level} ${status}`,
  );
const findUser = async (customer: Customer) => {
  const user = await world.services.accounts.users.get(userId(customer.userId));
  assert(user !== null, 'the customer exists');
  return user;
};
const requestToken = async (customer: Customer, level: number) =>
  (await customer.call('CreateAccessToken', { levelName: level })).json();

test('outdated reports change nothing: an old approval does not undo a refusal', async () => {
  const customer = await world.customer();
  await report(customer, 1, 'rejected', 2_000);
  await report(customer, 1, 'approved', 1_000);
  expect(await fetchLevel(customer)).toBe(0);
  expect(await fetchState(customer)).toEqual(['1 rejected']);
});

test('an old refusal does not undo an approval', async () => {
  const customer = await world.customer();
  await report(customer, 1, 'approved', 2_000);
  for (const status of ['rejected', 'retry', 'pending', 'init'] as const)
    await report(customer, 1, status, 1_000);
  expect(await fetchLevel(customer)).toBe(1);
  expect(await fetchState(customer)).toEqual(['1 approved']);
});

test('F37 a report lowers its own level and those above, and only a final refusal those below', async () => {
  const customer = await world.customer();
  await report(customer, 1, 'approved', 1_000);
  await report(customer, 2, 'approved', 2_000);
  await report(customer, 3, 'retry', 3_000);
  expect(await fetchLevel(customer)).toBe(2);
  await report(customer, 2, 'retry', 3_000);
  expect(await fetchLevel(customer)).toBe(1);
  await report(customer, 3, 'rejected', 4_000);
  expect(await fetchLevel(customer)).toBe(0);
  expect(await fetchState(customer)).toEqual(['1 rejected', '2 rejected', '3 rejected']);
});

test('F37 a level is given only over the identity, in whatever order reports arrive', async () => {
  const customer = await world.customer();
  await report(customer, 2, 'approved', 1_000);
  expect(await fetchLevel(customer)).toBe(0);
  await report(customer, 1, 'approved', 2_000);
  expect(await fetchLevel(customer)).toBe(1);
});

test('many simultaneous reports result in the newest state', async () => {
  const customer = await world.customer();
  const states = ['pending', 'retry', 'pending', 'init', 'approved'] as const;
  await Promise.all(states.map((status, n) => report(customer, 1, status, 1_000 + n)));
  expect(await fetchLevel(customer)).toBe(1);
  expect(await fetchState(customer)).toEqual(['1 approved']);
});

test('a repeated state does not notify the customer again', async () => {
  const customer = await world.customer();
  const mails = () => world.mails.filter(({ to }) => to === `${customer.userName}@example.com`).length;
  const before = mails();
  for (const asOf of [1_000, 2_000, 3_000]) await report(customer, 1, 'retry', asOf);
  await report(customer, 1, 'pending', 2_500);
  expect(await fetchState(customer)).toEqual(['1 retry']);
  expect(mails()).toBe(before + 1);
});

test('a report that arrives many times at once is recorded and mailed once', async () => {
  const customer = await world.customer();
  const approval = {
    eventId: 'told-by-many',
    userId: userId(customer.userId),
    level: 1,
    status: 'approved',
    comment: null,
    asOf: 1_000,
  } as const;
  const mails = () => world.mails.filter(({ to }) => to === `${customer.userName}@example.com`).length;
  const before = mails();
  await Promise.all(
    Array.from({ length: 5 }, () => world.services.verification.identity.applyReview(approval)),
  );
  const record = (await customer.call('GetUserActivity', { StartIndex: 0, Limit: 50 })).json();
  const decided = (record as unknown as { Action: string }[]).filter(
    ({ Action }) => Action === 'level_decided',
  );
  expect(decided).toHaveLength(1);
  expect(mails()).toBe(before + 1);
});

test('a review that a crash interrupted is applied at the next start', async () => {
  const customer = await world.customer();
  const receivedAt = millis(world.clock.now);
  const review = { level: 1, status: 'approved', comment: null, asOf: 1, receivedAt };
  await world.database.transaction((tx) =>
    new ReviewRecords(macs).store(tx, { ...review, eventId: 'cut-off', userId: userId(customer.userId) }),
  );
  expect(await fetchLevel(customer)).toBe(0);
  expect(await world.services.verification.identity.heal()).toBe(1);
  expect(await fetchLevel(customer)).toBe(1);
  expect(await world.services.verification.identity.heal()).toBe(0);
});

// covers: levels.4
test('levels 3 and 4 are for legal entities only', async () => {
  const customer = await world.customer({ level: 2 });
  expect(await requestToken(customer, 3)).toMatchObject({ detail: 'This level is for legal entities only' });
  await world.services.verification.levelRequests.setAccountType(await findUser(customer), 'Legal entity');
  expect(await requestToken(customer, 3)).toHaveProperty('token');
});

test('levels are verified in order, and one that was finally refused cannot be started again', async () => {
  const customer = await world.customer();
  expect(await requestToken(customer, 2)).toMatchObject({ detail: 'Levels are verified in order' });
  expect(await requestToken(customer, 5)).toMatchObject({ detail: 'Invalid levelName' });
  await report(customer, 1, 'rejected', 1_000);
  expect(await requestToken(customer, 1)).toMatchObject({
    detail: 'This level was refused for good. Please write to support.',
  });
});
