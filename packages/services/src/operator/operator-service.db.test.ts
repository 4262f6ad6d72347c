/** Permissions, the approval by a second operator, and an audit log that cannot be changed unnoticed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatSigningKey } from '@salar/approvals/signing-key';
import { createPasskey } from '@salar/approvals/test-signers';
import { houseAccounts, millis } from '@salar/protocol';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { createTestOperator, openOperatorWorld, operatorIds } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';
import { listNewestAudit } from '@salar/store/tables/operators/operator-audit';
import { decideProposal } from '@salar/store/tables/operators/proposals';
import type { OperatorCall, OperatorSignature } from './operator-request.ts';
import { proposalTtlMs } from './proposal-store.ts';
import { refusalsPerHour } from './refusal-log.ts';
import { requestAgeMaxMs } from './request-authentication.ts';

let db: TestDatabase;
let world: OperatorWorld;
let ana: TestOperator;
let bruno: TestOperator;
let carla: TestOperator;
let sara: TestOperator;
let emil: TestOperator;

beforeAll(async () => {
  db = await openTestDatabase();
  world = await openOperatorWorld(db.database);
});
afterAll(() => db.close());

describe('operators', () => {
  test('nothing is possible before the first one is created, who is an admin', async () => {
    expect(await world.act(null, 'operator list')).toMatchObject({ refusal: 'not_signed_in' });
    const { key } = createTestOperator('sara', Date.now);
    expect(await world.act(null, 'operator add', { name: 'sara', role: 'support', key })).toMatchObject({
      refusal: 'params_wrong',
      text: 'the first operator is an admin',
    });
    ana = await world.createOperator('ana', 'admin');
    expect(await world.act(ana, 'operator list')).toMatchObject({ ok: true });
  });

  test('requests without sign-in are refused from then on', async () => {
    const { operator: eve, key } = createTestOperator('eve', () => world.clock.now);
    const add = { name: 'eve', role: 'admin', key };
    expect(await world.act(null, 'operator add', add)).toMatchObject({ refusal: 'not_signed_in' });
    expect(await world.act(null, 'operator list')).toMatchObject({ refusal: 'not_signed_in' });
    expect(await world.act(eve, 'operator list')).toMatchObject({ refusal: 'not_signed_in' });
  });

  test('an admin creates others, and a name is used once', async () => {
    bruno = await world.createOperator('bruno', 'finance', ana);
    carla = await world.createOperator('carla', 'risk', ana);
    sara = await world.createOperator('sara', 'support', ana, 'joao');
    const { key } = createTestOperator('dora', Date.now);
    const add = (changes: Record<string, string>) =>
      world.act(ana, 'operator add', { name: 'dora', role: 'risk', key, ...changes });
    expect(await add({ name: 'sara' })).toMatchObject({ refusal: 'not_possible' });
    expect(await add({ name: 'Dora X' })).toMatchObject({ refusal: 'params_wrong' });
    expect(await add({ role: 'owner' })).toMatchObject({ refusal: 'params_wrong' });
    expect(await add({ key: 'no key' })).toMatchObject({ refusal: 'params_wrong' });
    expect(await add({ key: formatSigningKey(createPasskey().key) })).toMatchObject({
      refusal: 'params_wrong',
    });
  });

  test('an act that the role does not permit is refused and recorded', async () => {
    expect(await world.act(sara, 'customers lock', { customer: 'maria', reason: 'x' })).toMatchObject({
      refusal: 'not_permitted',
    });
    const [entry] = await listNewestAudit(db.database, 1);
    expect(entry).toMatchObject({ operator: 'sara', act: 'customers lock', phase: 'refused' });
    expect(world.engine.account(world.maria.accountId)?.locked).toBe(false);
  });

  test('a new key ends the old one, is one person’s, and others’ keys are an admin’s to change', async () => {
    const { operator: next, key } = createTestOperator('sara', () => world.clock.now);
    expect(await world.act(sara, 'operator rotate', { name: 'bruno', key })).toMatchObject({
      refusal: 'not_permitted',
    });
    expect(await world.act(sara, 'operator rotate', { name: 'sara', key })).toMatchObject({ ok: true });
    expect(await world.act(sara, 'operator list')).toMatchObject({ refusal: 'not_signed_in' });
    sara = next;
    expect(await world.act(sara, 'operator list')).toMatchObject({ ok: true });
    expect(await world.act(ana, 'operator add', { name: 'dora', role: 'risk', key })).toMatchObject({
      text: 'the key is already that of sara',
    });
  });

  test('a removed operator has no access, and no operator removes themselves', async () => {
    const temp = await world.createOperator('temp', 'support', ana);
    expect(await world.act(ana, 'operator remove', { name: 'ana', reason: 'x' })).toMatchObject({
      refusal: 'not_possible',
    });
    await world.act(ana, 'operator remove', { name: 'temp', reason: 'left' });
    expect(await world.act(temp, 'operator list')).toMatchObject({ refusal: 'not_signed_in' });
  });
});

test('requests that anybody signed do not fill the audit log', async () => {
  const { operator: eve } = createTestOperator('eve', () => world.clock.now);
  const count = async () => {
    const [row] = await db.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM operator_audit WHERE operator = 'nobody'`,
    );
    return row?.count ?? 0;
  };
  world.clock.now += 2 * 60 * 60_000;
  const before = await count();
  for (let tries = 0; tries < 60; tries += 1) await world.act(eve, 'operator list');
  expect((await count()) - before).toBe(refusalsPerHour);
  world.clock.now += 60 * 60_000;
  await world.act(eve, 'operator list');
  const [entry] = await listNewestAudit(db.database, 1);
  expect(entry?.detail).toBe('there is no operator eve; 40 more were refused before and not recorded');
});

describe('a signed request', () => {
  const call = {
    command: 'customers lock',
    params: { customer: 'joao', reason: 'x' },
    mode: 'show',
  } as const;

  test('is accepted once', async () => {
    const request = ana.requests.sign(call);
    expect(await world.service.handle(request)).toMatchObject({ ok: true });
    expect(await world.service.handle(request)).toMatchObject({ refusal: 'request_repeated' });
    await world.reopen();
    expect(await world.service.handle(request)).toMatchObject({ refusal: 'request_repeated' });
  });

  test('is refused when its clock differs by more than a minute', async () => {
    const request = ana.requests.sign(call);
    world.clock.now += requestAgeMaxMs + 1;
    expect(await world.service.handle(request)).toMatchObject({ refusal: 'clock_differs' });
    const early = ana.requests.sign(call);
    world.clock.now -= requestAgeMaxMs + 1;
    expect(await world.service.handle(early)).toMatchObject({ refusal: 'clock_differs' });
  });

  test.each<[string, (request: SignedRequest) => SignedRequest, string]>([
    [
      'another body',
      (request) => ({ ...request, body: '{"params":{"customer":"maria","reason":"x"}}' }),
      'params_wrong',
    ],
    ['a malformed body', (request) => ({ ...request, body: '{"params":[]}' }), 'params_wrong'],
    [
      'another method',
      (request) => alter(request, 'show customers lock', 'do customers lock'),
      'not_signed_in',
    ],
    ['another operator', (request) => alter(request, 'operator: ana', 'operator: carla'), 'not_signed_in'],
    [
      'another host',
      (request) => alter(request, 'exchange.example.com', 'other.example.com'),
      'wrong_installation',
    ],
    ['another form', (request) => alter(request, 'number: ', 'number: 0'), 'params_wrong'],
  ])('with %s is refused', async (_name, change, refusal) => {
    const { body, proof } = ana.requests.sign(call);
    if (!('text' in proof)) throw new Error('the request is signed');
    expect(await world.service.handle(change({ body, proof }))).toMatchObject({ refusal });
  });
});

describe('two people', () => {
  const resume = { product: 'ETH', reason: 'the node is well again' };

  test('one operator stops a product, two open it', async () => {
    await world.act(carla, 'product halt', { product: 'eth', reason: 'a reorg' });
    expect(world.engine.product(operatorIds.eth)?.halted).toBe(true);
    expect(await world.act(carla, 'product resume', resume)).toMatchObject({ facts: { proposal: '1' } });
    expect(world.engine.product(operatorIds.eth)?.halted).toBe(true);
    expect(await world.act(carla, 'product resume', resume)).toMatchObject({ refusal: 'already_proposed' });
    expect(await world.act(carla, 'approve', { proposal: '1' })).toMatchObject({ refusal: 'needs_another' });
    // An operator who may not halt products may not approve it either.
    expect(await world.act(bruno, 'approve', { proposal: '1' })).toMatchObject({ refusal: 'not_permitted' });
    expect(await world.act(ana, 'approve', { proposal: '1' })).toMatchObject({ ok: true });
    expect(world.engine.product(operatorIds.eth)?.halted).toBe(false);
    expect(await world.act(ana, 'approve', { proposal: '1' })).toMatchObject({ refusal: 'not_possible' });
  });

  test('the same act requested by a second operator is the approval', async () => {
    await world.act(carla, 'product halt', { product: 'ETH', reason: 'again' });
    await world.act(carla, 'product resume', resume);
    expect(await world.act(ana, 'product resume', resume)).toMatchObject({ ok: true });
    expect(world.engine.product(operatorIds.eth)?.halted).toBe(false);
  });

  test('a proposal ends after a day, and may be declined by another or taken back by its owner', async () => {
    await world.act(carla, 'product halt', { product: 'ETH', reason: 'again' });
    await world.act(carla, 'product resume', resume);
    world.clock.now += proposalTtlMs;
    expect(await world.act(ana, 'approve', { proposal: '3' })).toMatchObject({
      refusal: 'not_possible',
      text: 'proposal 3 is expired',
    });
    await world.act(carla, 'product resume', resume);
    expect(await world.act(carla, 'decline', { proposal: '4', reason: 'too early' })).toMatchObject({
      ok: true,
    });
    await world.act(carla, 'product resume', resume);
    expect(await world.act(ana, 'decline', { proposal: '5', reason: 'no' })).toMatchObject({ ok: true });
    expect(await world.act(ana, 'approve', { proposal: '5' })).toMatchObject({ refusal: 'not_possible' });
    expect(world.engine.product(operatorIds.eth)?.halted).toBe(true);
    const list = await world.act(ana, 'proposals', { status: 'declined' });
    expect(list).toMatchObject({ rows: [{ proposal: '5', 'decided by': 'ana' }, { proposal: '4' }] });
    expect(await world.act(ana, 'proposals', { status: 'lost' })).toMatchObject({ refusal: 'params_wrong' });
  });

  test('the table itself refuses an approval by the one who proposed', async () => {
    const proposed = await world.act(carla, 'product resume', resume);
    const proposalId = Number(proposed.ok ? proposed.facts?.['proposal'] : 0);
    const own = { proposalId, to: 'approved', by: 'carla', at: world.clock.now } as const;
    await expect(decideProposal(db.database, own)).rejects.toThrow('check constraint');
    await world.act(carla, 'decline', { proposal: String(proposalId), reason: 'asked again below' });
  });

  test('of two concurrent approvals one performs the act', async () => {
    await world.act(carla, 'product resume', resume);
    const dora = await world.createOperator('dora', 'risk', ana);
    const answers = await Promise.all([
      world.act(ana, 'approve', { proposal: '7' }),
      world.act(dora, 'approve', { proposal: '7' }),
    ]);
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  });

  test('the second admin is created by one, the third by two', async () => {
    emil = await world.createOperator('emil', 'admin', ana);
    const { operator: fred, key } = createTestOperator('fred', () => world.clock.now);
    const add = { name: 'fred', role: 'admin', key };
    expect(await world.act(ana, 'operator add', add)).toMatchObject({ facts: { name: 'fred' } });
    expect(await world.act(fred, 'operator list')).toMatchObject({ refusal: 'not_signed_in' });
    expect(await world.act(emil, 'operator add', add)).toMatchObject({ ok: true, facts: { key } });
    expect(await world.act(fred, 'operator list')).toMatchObject({ ok: true });
  });

  test('no operator decides about their own account', async () => {
    const { operator: gina, key } = createTestOperator('gina', () => world.clock.now);
    const add = { name: 'gina', role: 'risk', customer: 'maria', key };
    await world.act(ana, 'operator add', add);
    await world.act(emil, 'operator add', add);
    const unlock = { customer: 'maria', reason: 'x' };
    expect(await world.act(gina, 'customers lock', unlock)).toMatchObject({ refusal: 'own_account' });
    expect(await world.act(gina, 'customers lock', { ...unlock, customer: 'joao' })).toMatchObject({
      ok: true,
    });
    const another = { ...unlock, customer: 'joao' };
    await world.act(gina, 'customers unlock', another);
    expect(await world.act(ana, 'customers unlock', another)).toMatchObject({ ok: true });
    expect(world.engine.account(world.joao.accountId)?.locked).toBe(false);
  });
});

describe('adjustments', () => {
  const gift = {
    from: 'operator-funding',
    customer: 'maria',
    product: 'COP',
    amount: '300000',
    reason: 'a fee charged twice',
  };

  test('come from a house account that has the money', async () => {
    expect(await world.act(bruno, 'adjust', gift)).toMatchObject({
      refusal: 'not_possible',
      text: 'operator-funding has 0 COP',
    });
    expect(await world.act(bruno, 'adjust', { ...gift, from: 'custody' })).toMatchObject({
      refusal: 'params_wrong',
    });
    await world.act(bruno, 'bank fund', {
      provider: 'COP_FIAT_BANK',
      amount: '900000',
      reference: 'own-1',
    });
    expect(world.total(houseAccounts.operatorFunding, operatorIds.cop)).toBe(900_000_00n);
  });

  test('need two operators and are capped by the day', async () => {
    const first = await world.act(bruno, 'adjust', gift);
    expect(first).toMatchObject({
      ok: true,
      facts: { 'amount in words': 'three hundred thousand COP (Colombian peso)' },
    });
    expect(world.total(world.maria.accountId, operatorIds.cop)).toBe(0n);
    const number = first.ok ? (first.facts?.['proposal'] ?? '') : '';
    expect(await world.act(ana, 'approve', { proposal: number })).toMatchObject({ ok: true });
    expect(world.total(world.maria.accountId, operatorIds.cop)).toBe(300_000_00n);
    expect(world.total(houseAccounts.operatorFunding, operatorIds.cop)).toBe(600_000_00n);
    expect(await world.act(bruno, 'adjust', { ...gift, amount: '200000.01' })).toMatchObject({
      refusal: 'cap_exceeded',
    });
    world.clock.now += 24 * 60 * 60_000 + 1;
    expect(await world.act(bruno, 'adjust', { ...gift, amount: '200000.01' })).toMatchObject({ ok: true });
  });

  test.each([
    ['1e5', 'amount_wrong'],
    ['-5', 'amount_wrong'],
    ['0', 'amount_wrong'],
    ['1,5', 'amount_wrong'],
    ['0.001', 'amount_wrong'],
  ])('amount %s is %s', async (amount, refusal) => {
    expect(await world.act(bruno, 'adjust', { ...gift, amount })).toMatchObject({ refusal });
  });
});

describe('the record', () => {
  test('has the act and its author before and after it is done', async () => {
    await world.act(carla, 'customers lock', { customer: 'maria', reason: 'asked by mail' });
    const [outcome, intent] = await listNewestAudit(db.database, 2);
    expect(intent).toMatchObject({
      operator: 'carla',
      act: 'customers lock',
      phase: 'intent',
      object: 'customer maria',
    });
    expect(intent?.detail).toContain('asked by mail');
    expect(outcome).toMatchObject({ phase: 'done', intentId: intent?.entryId });
    expect(world.engine.account(world.maria.accountId)?.locked).toBe(true);
    const unlock = { customer: 'maria', reason: 'asked again' };
    expect(await world.act(carla, 'customers unlock', unlock)).toMatchObject({
      facts: { proposal: expect.any(String) as string },
    });
    expect(world.engine.account(world.maria.accountId)?.locked).toBe(true); // what opens takes two
    await world.act(ana, 'customers unlock', unlock);
    expect(world.engine.account(world.maria.accountId)?.locked).toBe(false);
  });

  test('G10 a locked customer is locked in both, and an operator opens what failures locked', async () => {
    const { userId } = world.maria;
    const isSignInLocked = async () => (await world.customers.find(db.database, userId))?.lockedAt !== null;
    const inTransaction = db.database.transaction.bind(db.database);
    const lock = { customer: 'maria', reason: 'asked by mail' };
    await world.act(carla, 'customers lock', lock);
    expect(await isSignInLocked()).toBe(true);
    expect(await inTransaction((tx) => world.customers.openSignIn(tx, userId))).toBe(false); // as a mailed code or a new password would do
    expect(await world.act(carla, 'customers lock', lock)).toMatchObject({ refusal: 'not_possible' });
    await world.act(carla, 'customers unlock', lock);
    await world.act(ana, 'customers unlock', lock);
    expect(await isSignInLocked()).toBe(false);

    await inTransaction((tx) => world.customers.lockAfterFailures(tx, userId, millis(world.clock.now)));
    expect(await isSignInLocked()).toBe(true);
    await world.act(carla, 'customers unlock', lock);
    expect(await world.act(ana, 'customers unlock', lock)).toMatchObject({ ok: true });
    expect(await isSignInLocked()).toBe(false);
    expect(await world.act(carla, 'customers unlock', lock)).toMatchObject({ refusal: 'not_possible' });
  });

  test('has who read a customer’s data', async () => {
    expect(await world.act(sara, 'customers show', { customer: 'maria' })).toMatchObject({
      facts: { 'balance COP': '300000, held 0' },
    });
    const [entry] = await listNewestAudit(db.database, 1);
    expect(entry).toMatchObject({ operator: 'sara', phase: 'read', object: 'customer maria' });
  });

  test('is whole, and cannot be changed or shortened', async () => {
    expect(await world.act(ana, 'audit check')).toMatchObject({ ok: true });
    for (const statement of [
      `UPDATE operator_audit SET detail = '' WHERE entry_id = 3`,
      'DELETE FROM operator_audit WHERE entry_id = 3',
      'TRUNCATE operator_audit CASCADE',
    ])
      await expect(db.database.query(statement)).rejects.toThrow('never changed');
  });

  test('an interrupted act is recorded as interrupted at the next start', async () => {
    world.cutPower();
    await expect(world.act(carla, 'customers lock', { customer: 'maria', reason: 'x' })).rejects.toThrow(
      'the power is gone',
    );
    const [failed] = await listNewestAudit(db.database, 1);
    expect(failed).toMatchObject({ phase: 'failed', detail: 'the power is gone' });
    await world.reopen();
    expect(await world.act(ana, 'audit check')).toMatchObject({ ok: true });
  });

  test('an interrupted approved proposal is performed at the next start, once', async () => {
    await world.act(carla, 'product halt', { product: 'BRL', reason: 'x' });
    const proposed = await world.act(carla, 'product resume', { product: 'BRL', reason: 'y' });
    const number = proposed.ok ? (proposed.facts?.['proposal'] ?? '') : '';
    world.cutPower();
    await expect(world.act(ana, 'approve', { proposal: number })).rejects.toThrow('the power is gone');
    expect(world.engine.product(operatorIds.brl)?.halted).toBe(true);
    await world.reopen();
    expect(world.engine.product(operatorIds.brl)?.halted).toBe(false);
    const sequence = world.engine.lastSequence;
    await world.reopen();
    expect(world.engine.lastSequence).toBe(sequence);
  });

  test('a proposal that somebody approved in the database is not performed', async () => {
    const proposed = await world.act(bruno, 'bank credit', {
      provider: 'COP_FIAT_BANK',
      customer: 'maria',
      amount: '2000000',
      reference: 'F-1',
    });
    const number = proposed.ok ? (proposed.facts?.['proposal'] ?? '') : '';
    await db.database.query(
      `UPDATE proposal SET status = 'approved', decided_by = 'ana', decided_at = proposed_at WHERE proposal_id = ${number}`,
    );
    await world.reopen();
    const unproved =
      'ALERT: the approval of a proposal was not written by the exchange, and it is not performed';
    expect(world.alerts).toContain(unproved);
    expect(await db.database.query(`SELECT 1 FROM deposit WHERE tx_id = 'F-1'`)).toEqual([]);
    await db.database.query(`UPDATE proposal SET status = 'declined' WHERE proposal_id = ${number}`);
  });

  test('a proposal that somebody wrote or changed in the database cannot be approved', async () => {
    const proposed = await world.act(bruno, 'bank credit', {
      provider: 'COP_FIAT_BANK',
      customer: 'maria',
      amount: '2000000',
      reference: 'F-2',
    });
    const number = proposed.ok ? (proposed.facts?.['proposal'] ?? '') : '';
    await db.database.query(
      `UPDATE proposal SET params = replace(params, 'F-2', 'F-3') WHERE proposal_id = ${number}`,
    );
    expect(await world.act(ana, 'approve', { proposal: number })).toMatchObject({ refusal: 'not_possible' });
    expect(await db.database.query(`SELECT 1 FROM deposit WHERE tx_id = 'F-3'`)).toEqual([]);
    expect(await world.act(ana, 'decline', { proposal: number, reason: 'forged' })).toMatchObject({
      ok: true,
    });
  });

  test('a performed proposal that somebody puts back to approved is not performed a second time', async () => {
    await world.act(carla, 'product halt', { product: 'BRL', reason: 'x' });
    const proposed = await world.act(carla, 'product resume', { product: 'BRL', reason: 'y' });
    const number = proposed.ok ? (proposed.facts?.['proposal'] ?? '') : '';
    expect(await world.act(ana, 'approve', { proposal: number })).toMatchObject({ ok: true });
    await world.act(carla, 'product halt', { product: 'BRL', reason: 'z' });
    world.clock.now += 61 * 60_000;
    await db.database.query(`UPDATE proposal SET status = 'approved' WHERE proposal_id = ${number}`);
    await world.reopen();
    expect(world.engine.product(operatorIds.brl)?.halted).toBe(true);
    expect(world.alerts).toContain(
      'ALERT: a proposal that was decided before is approved again, and is not performed',
    );
    // Nor with a later time: the MAC of the approval covers it.
    await db.database.query(
      `UPDATE proposal SET status = 'approved', decided_at = ${world.clock.now} WHERE proposal_id = ${number}`,
    );
    await world.reopen();
    expect(world.engine.product(operatorIds.brl)?.halted).toBe(true);
    await db.database.query(`UPDATE proposal SET status = 'done' WHERE proposal_id = ${number}`);
  });

  test('a copy of a proposal under another number, or with more time, cannot be approved', async () => {
    const params = { product: 'BRL', reason: 'copied' };
    await world.act(carla, 'product halt', params);
    const proposed = await world.act(carla, 'product resume', params);
    const number = proposed.ok ? (proposed.facts?.['proposal'] ?? '') : '';
    await world.act(ana, 'decline', { proposal: number, reason: 'no' });
    const copied = 'act, params, facts, value, proposed_by, proposed_at, expires_at, mac';
    const [copy] = await db.database.query<{ id: number }>(
      `INSERT INTO proposal (${copied}, status) SELECT ${copied}, 'open' FROM proposal WHERE proposal_id = ${number}
       RETURNING proposal_id AS id`,
    );
    const unproved = { refusal: 'not_possible', text: expect.stringContaining('was changed') as string };
    expect(await world.act(ana, 'approve', { proposal: String(copy?.id) })).toMatchObject(unproved);
    await world.act(ana, 'decline', { proposal: String(copy?.id), reason: 'forged' });
    const again = await world.act(carla, 'product resume', params);
    const later = again.ok ? (again.facts?.['proposal'] ?? '') : '';
    await db.database.query(`UPDATE proposal SET expires_at = expires_at + 1 WHERE proposal_id = ${later}`);
    expect(await world.act(ana, 'approve', { proposal: later })).toMatchObject(unproved);
    await world.act(ana, 'decline', { proposal: later, reason: 'forged' });
  });

  test('a failed approved proposal is completed before the next request, so that it is not performed twice', async () => {
    const gift = {
      from: 'operator-funding',
      customer: 'joao',
      product: 'COP',
      amount: '1000',
      reason: 'a gift',
    };
    const proposed = await world.act(bruno, 'adjust', gift);
    const proposal = proposed.ok ? (proposed.facts?.['proposal'] ?? '') : '';
    const before = world.total(world.joao.accountId, operatorIds.cop);
    const giveBackPower = world.interruptPower();
    await expect(world.act(ana, 'approve', { proposal })).rejects.toThrow('the power is gone');
    expect(world.total(world.joao.accountId, operatorIds.cop)).toBe(before);
    giveBackPower();
    expect(await world.act(bruno, 'proposals', { status: 'approved' })).toMatchObject({ rows: [] });
    expect(world.total(world.joao.accountId, operatorIds.cop)).toBe(before + 1_000_00n);
    await world.reopen();
    expect(world.total(world.joao.accountId, operatorIds.cop)).toBe(before + 1_000_00n);
  });

  test('finds the first row that was changed with database access', async () => {
    await db.database.query('ALTER TABLE operator_audit DISABLE TRIGGER operator_audit_grows_only');
    await db.database.query(`UPDATE operator_audit SET operator = 'nobody' WHERE entry_id = 7`);
    expect(await world.act(ana, 'audit check')).toMatchObject({
      ok: false,
      text: 'the audit log is damaged: entry 7 is changed or missing',
    });
  });
});

test('an act is performed only as it was previewed', async () => {
  const lock = { command: 'customers lock', params: { customer: 'joao', reason: 'x' } };
  const handle = (call: Pick<OperatorCall, 'mode' | 'seen'>) =>
    world.service.handle(carla.requests.sign({ ...lock, ...call }));
  const preview = await handle({ mode: 'show' });
  expect(world.engine.account(world.joao.accountId)?.locked).toBe(false);
  const seen = preview.ok ? (preview.seen ?? '') : '';
  expect(await handle({ mode: 'do', seen: `${seen}0` })).toMatchObject({ refusal: 'facts_changed' });
  expect(world.engine.account(world.joao.accountId)?.locked).toBe(false);
  expect(await handle({ mode: 'do', seen })).toMatchObject({ ok: true });
  expect(world.engine.account(world.joao.accountId)?.locked).toBe(true);
});

type SignedRequest = { readonly body: string; readonly proof: OperatorSignature };

function alter({ body, proof }: SignedRequest, from: string, to: string): SignedRequest {
  return { body, proof: { ...proof, text: proof.text.replace(from, to) } };
}
