/** Bank statement lines: each booked once, and the ledger agrees with our accounts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { houseAccounts } from '@salar/protocol';
import { readBankBalances } from '@salar/store/tables/operators/bank-entries';
import { computeExpectedCustody } from '@salar/store/tables/operators/reconciliation';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openOperatorWorld, operatorIds } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';

const { cop } = operatorIds;

let db: TestDatabase;
let world: OperatorWorld;
let ana: TestOperator;
let bruno: TestOperator;

beforeAll(async () => {
  db = await openTestDatabase();
  world = await openOperatorWorld(db.database);
  ana = await world.createOperator('ana', 'admin');
  bruno = await world.createOperator('bruno', 'finance', ana);
});
afterAll(() => db.close());

const line = { provider: 'COP_FIAT_BANK', customer: 'maria', amount: '250000.5', reference: 'R-1' };
const credit = (by: TestOperator, changes: Record<string, string> = {}) =>
  world.act(by, 'bank credit', { ...line, ...changes });

describe('a line of the statement', () => {
  test('is credited to the customer, under the bank’s reference', async () => {
    expect(await credit(bruno)).toMatchObject({ ok: true });
    expect(world.total(world.maria.accountId, cop)).toBe(250_000_50n);
    const rows = await db.database.query('SELECT key, status, tx_id, chain_id FROM deposit');
    expect(rows).toEqual([{ key: 'bank:10:R-1', status: 'FullyProcessed', tx_id: 'R-1', chain_id: 0 }]);
  });

  test('is credited once, whatever customer a repeat names', async () => {
    expect(await credit(bruno)).toMatchObject({ refusal: 'reference_used' });
    expect(await credit(ana, { customer: 'joao' })).toMatchObject({ refusal: 'reference_used' });
    expect(await credit(ana, { amount: '1' })).toMatchObject({ refusal: 'reference_used' });
    expect(world.total(world.maria.accountId, cop)).toBe(250_000_50n);
    expect(world.total(world.joao.accountId, cop)).toBe(0n);
  });

  test('booked twenty times at once is credited once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => credit(bruno, { reference: 'R-2' })));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(world.total(world.maria.accountId, cop)).toBe(500_001_00n);
  });

  test('of a large sum needs a second operator', async () => {
    const proposed = await credit(bruno, { amount: '1000000.01', reference: 'R-3' });
    const number = proposed.ok ? (proposed.facts?.['proposal'] ?? '') : '';
    expect(world.total(world.maria.accountId, cop)).toBe(500_001_00n);
    expect(await world.act(bruno, 'approve', { proposal: number })).toMatchObject({
      refusal: 'needs_another',
    });
    expect(await world.act(ana, 'approve', { proposal: number })).toMatchObject({ ok: true });
    expect(world.total(world.maria.accountId, cop)).toBe(1_500_001_01n);
  });

  test('of a large sum in small parts needs a second operator, until a day has passed', async () => {
    const part = (reference: string) => credit(bruno, { customer: 'joao', amount: '500000', reference });
    const total = () => world.total(world.joao.accountId, cop);
    world.clock.now += 24 * 60 * 60_000;
    await part('P-1');
    await part('P-2');
    expect(total()).toBe(1_000_000_00n);
    const third = { customer: 'joao', amount: '0.01', reference: 'P-3' };
    expect(await credit(bruno, third)).toMatchObject({
      ok: true,
      text: expect.stringContaining('waits for another operator') as string,
    });
    expect(total()).toBe(1_000_000_00n);
    world.clock.now += 24 * 60 * 60_000;
    await credit(bruno, third);
    expect(total()).toBe(1_000_000_01n);
  });

  test.each([
    [{ provider: 'ETH_LOCAL_ETHEREUM' }, 'not_found'],
    [{ customer: 'nobody' }, 'not_found'],
    [{ amount: '0.001' }, 'amount_wrong'],
    [{ amount: '1.000,00' }, 'amount_wrong'],
    [{ amount: '0' }, 'amount_wrong'],
    [{ reference: 'two words' }, 'params_wrong'],
    [{ reference: 'x'.repeat(65) }, 'params_wrong'],
    [{ reference: '' }, 'params_wrong'],
  ])('%j is refused with %s', async (changes, refusal) => {
    const sequence = world.engine.lastSequence;
    expect(await credit(bruno, { reference: 'R-9', ...changes })).toMatchObject({ refusal });
    expect(world.engine.lastSequence).toBe(sequence);
  });

  test('that was written but not credited before a crash is credited at the next start, once', async () => {
    const before = world.total(world.joao.accountId, cop);
    world.cutPower();
    await expect(credit(bruno, { customer: 'joao', reference: 'R-5' })).rejects.toThrow('the power is gone');
    expect(world.total(world.joao.accountId, cop)).toBe(before);
    await world.reopen();
    expect(world.total(world.joao.accountId, cop)).toBe(before + 250_000_50n);
    await world.reopen();
    expect(world.total(world.joao.accountId, cop)).toBe(before + 250_000_50n);
  });

  test('that somebody wrote into the database is not credited, and is an alert', async () => {
    const before = world.total(world.joao.accountId, cop);
    await db.database.query(
      `INSERT INTO deposit (ticket_id, request_code, key, chain_id, account_id, product_id, provider_id, amount, status, tx_id,
           position, from_address, to_address, confirmations_needed, created_at, updated_at)
         VALUES (nextval('ticket_number'), gen_random_uuid(), 'bank:10:FORGED', 0, ${world.joao.accountId}, ${cop}, 10,
           99900, 'Confirmed', 'FORGED', 'bank', '', '', 0, 1, 1)`,
    );
    await world.reopen();
    expect(world.total(world.joao.accountId, cop)).toBe(before);
    expect(world.alerts).toContain(
      'ALERT: a bank deposit was not written by the exchange, and is not credited',
    );
    await db.database.query(`DELETE FROM deposit WHERE tx_id = 'FORGED'`);
  });

  test('whose account was changed between its row and its credit is not credited to the other', async () => {
    const [joao, maria] = [world.joao.accountId, world.maria.accountId];
    const before = [world.total(joao, cop), world.total(maria, cop)];
    world.cutPower();
    await expect(credit(bruno, { customer: 'joao', reference: 'R-6' })).rejects.toThrow('the power is gone');
    await db.database.query(`UPDATE deposit SET account_id = ${maria} WHERE tx_id = 'R-6'`);
    await world.reopen();
    expect([world.total(joao, cop), world.total(maria, cop)]).toEqual(before);
    await db.database.query(`UPDATE deposit SET account_id = ${joao} WHERE tx_id = 'R-6'`);
    await world.reopen();
    expect(world.total(joao, cop)).toBe((before[0] ?? 0n) + 250_000_50n);
  });
});

describe('our bank accounts', () => {
  test('a bank charge is a cost of the house, once, also across a crash', async () => {
    const cost = { provider: 'COP_FIAT_BANK', amount: '1900', reference: 'C-1' };
    world.cutPower();
    await expect(world.act(bruno, 'bank cost', cost)).rejects.toThrow('the power is gone');
    await world.reopen();
    expect(world.total(houseAccounts.networkCosts, cop)).toBe(-1_900_00n);
    expect(await world.act(bruno, 'bank cost', cost)).toMatchObject({ refusal: 'reference_used' });
    await world.reopen();
    expect(world.total(houseAccounts.networkCosts, cop)).toBe(-1_900_00n);
  });

  test('match the ledger, to the cent', async () => {
    await world.act(bruno, 'bank fund', { provider: 'COP_FIAT_BANK', amount: '900000', reference: 'F-1' });
    const custody = world.total(houseAccounts.custody, cop);
    expect(await readBankBalances(db.database)).toEqual([{ productId: cop, balance: 0n - custody }]);
    expect(await computeExpectedCustody(db.database, cop)).toBe(0n - custody);
  });

  test('show each movement with its running balance', async () => {
    const list = await world.act(bruno, 'bank entries', { provider: 'COP_FIAT_BANK' });
    const rows = list.ok ? (list.rows ?? []) : [];
    expect(rows[0]).toMatchObject({ kind: 'funding', amount: '900000', reference: 'F-1', operator: 'bruno' });
    expect(rows.at(-1)).toMatchObject({ kind: 'credit', amount: '250000.5', balance: '250000.5' });
    expect(rows.find((row) => row['kind'] === 'cost')).toMatchObject({ amount: '-1900' });
  });

  test('are never changed afterwards', async () => {
    await expect(db.database.query('UPDATE bank_entry SET amount = 1')).rejects.toThrow('never changed');
    await expect(db.database.query('DELETE FROM bank_entry')).rejects.toThrow('never changed');
  });

  test('a bank charge that somebody wrote into the database is not booked', async () => {
    const before = world.total(houseAccounts.custody, cop);
    await db.database.query(
      `INSERT INTO bank_entry (provider_id, product_id, kind, amount, reference, ticket_id, operator, at)
         VALUES (10, ${cop}, 'cost', -99999900, 'FORGED-COST', NULL, 'bruno', 1)`,
    );
    await world.reopen();
    expect(world.total(houseAccounts.custody, cop)).toBe(before);
    expect(world.alerts).toContain('ALERT: the exchange did not write a bank charge: it is not booked');
  });

  test('take a second operator above what one books alone within a day, whomever it is for', async () => {
    world.clock.now += 24 * 60 * 60_000;
    const bank = (command: string, amount: string, reference: string) =>
      world.act(bruno, command, { provider: 'COP_FIAT_BANK', amount, reference });
    const before = world.total(houseAccounts.custody, cop);
    await credit(bruno, { amount: '500000', reference: 'O-1' });
    await credit(bruno, { customer: 'joao', amount: '400000', reference: 'O-2' });
    await bank('bank fund', '300000', 'O-3');
    await bank('bank cost', '300000', 'O-4');
    const booked = before - world.total(houseAccounts.custody, cop);
    expect(booked).toBe(900_000_00n);
    const waits = { text: expect.stringContaining('waits for another operator') as string };
    for (const act of ['bank fund', 'bank cost'])
      expect(await bank(act, '0.01', act.slice(5))).toMatchObject(waits);
    expect(await credit(bruno, { amount: '0.01', reference: 'O-5' })).toMatchObject(waits);
    expect(before - world.total(houseAccounts.custody, cop)).toBe(booked);
  });

  test('two operators together have one total a day, with what they decide about withdrawals', async () => {
    world.clock.now += 24 * 60 * 60_000;
    const before = world.total(houseAccounts.custody, cop);
    const booked = () => before - world.total(houseAccounts.custody, cop);
    const fund = (by: TestOperator, amount: string, reference: string) =>
      world.act(by, 'bank fund', { provider: 'COP_FIAT_BANK', amount, reference });
    await fund(bruno, '900000', 'T-1');
    await fund(ana, '900000', 'T-2');
    const eth = { provider: 'ETH_LOCAL_ETHEREUM', status: 'AdminProcessing' } as const;
    const ticket = await world.withdrawal(world.joao, { ...eth, amount: 30n * 10n ** 15n }); // 450,000 COP
    expect(await world.act(ana, 'withdrawals accept', { ticket: String(ticket) })).toMatchObject({
      ok: true,
    });
    expect(booked()).toBe(1_800_000_00n);
    const waits = { text: expect.stringContaining('waits for another operator') as string };
    expect(await fund(bruno, '250000.01', 'T-3')).toMatchObject(waits); // 2,500,000.01 COP of all
    expect(booked()).toBe(1_800_000_00n);
    await fund(bruno, '250000', 'T-4');
    expect(booked()).toBe(2_050_000_00n);
  });
});
