/** Operators approve payments with keys of their own; the signer verifies each signature. */
import { openOperatorWorld } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';
import { signAs } from '@salar/testing/keys/approvers';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { listPaymentApprovals } from '@salar/store/tables/tickets/payment-approvals';
import { afterAll, beforeAll, expect, test } from 'vitest';

const milliether = 10n ** 15n;

let db: TestDatabase;
let world: OperatorWorld;
let ana: TestOperator;
let carla: TestOperator;
let eve: TestOperator;

beforeAll(async () => {
  db = await openTestDatabase();
  world = await openOperatorWorld(db.database);
  ana = await world.createOperator('ana', 'admin');
  carla = await world.createOperator('carla', 'risk', ana);
  eve = await world.createOperator('eve', 'risk', ana);
});
afterAll(() => db.close());

async function readText(ticket: string): Promise<string> {
  const answer = await world.act(carla, 'withdrawals text', { ticket });
  if (!answer.ok || answer.file === undefined) throw new Error(JSON.stringify(answer));
  expect(answer.file.name).toBe(`payment-${ticket}.txt`);
  return Buffer.from(answer.file.base64, 'base64').toString();
}

const create = async (status: 'AdminProcessing' | 'Submitted' = 'AdminProcessing') =>
  String(await world.withdrawal(world.maria, { provider: 'ETH_LOCAL_ETHEREUM', amount: milliether, status }));

test('two operators approve a payment, each with their own signature', async () => {
  const ticket = await create();
  const text = await readText(ticket);
  expect(text).toContain('receiver gets: 999999999999999 minor units = 0.000999999999999999 ETH\n');
  for (const [name, by] of [
    ['ana', ana],
    ['carla', carla],
  ] as const) {
    const signature = `${signAs(world.approvers, name, text)}\n\n`; // blank lines at the end of a file do no harm
    expect(await world.act(by, 'withdrawals approve', { ticket, signature })).toMatchObject({ ok: true });
  }
  const stored = await listPaymentApprovals(
    db.database,
    (await world.ticket(Number(ticket) as never)).ticketId,
  );
  expect(stored.map(({ approver }) => approver)).toEqual(['ana', 'carla']);
  expect(await world.act(ana, 'withdrawals text', { ticket })).toMatchObject({
    facts: { 'approved by': 'ana, carla' },
  });
});

test('a signature of somebody else, or over another payment, is refused before anything is stored', async () => {
  const ticket = await create();
  const text = await readText(ticket);
  const approve = (by: TestOperator, signature: string) =>
    world.act(by, 'withdrawals approve', { ticket, signature });
  const invalid = { ok: false, refusal: 'not_possible', text: expect.stringContaining('not of your key') };
  expect(await approve(carla, signAs(world.approvers, 'ana', text))).toMatchObject(invalid);
  const other = await readText(await create());
  expect(await approve(carla, signAs(world.approvers, 'carla', other))).toMatchObject(invalid);
  expect(await approve(eve, signAs(world.approvers, 'carla', text))).toMatchObject({
    text: expect.stringContaining('not an approver'),
  });
  expect(await approve(carla, 'x'.repeat(30_001))).toMatchObject({ refusal: 'params_wrong' });
  expect(await world.act(carla, 'withdrawals text', { ticket })).toMatchObject({
    facts: { 'approved by': 'no one yet' },
  });
});

test('a payment that was made cannot be approved', async () => {
  const ticket = await create('Submitted');
  expect(await world.act(carla, 'withdrawals text', { ticket })).toMatchObject({
    refusal: 'not_possible',
    text: `withdrawal ${ticket} is Submitted: its payment is approved before it is made`,
  });
});
