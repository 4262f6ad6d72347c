/** Comparisons of wallets, banks and ledger for operators: differences are shown, and explained by two. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { houseAccounts, millis, minor, sequence, ticketId } from '@salar/protocol';
import { silentLog } from '../../ports/log.ts';
import { insertBankEntry } from '@salar/store/tables/operators/bank-entries';
import {
  computeExpectedCustody,
  computeExpectedOnChain,
  saveReconciliation,
} from '@salar/store/tables/operators/reconciliation';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openOperatorWorld, operatorIds } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';
import { reconcileBooks } from '../../reconciliation/books-reconciler.ts';
import { createInstantPort } from '@salar/testing/instant-port';

const { cop, eth } = operatorIds;
const wallets = { chainId: 31337, productId: eth, height: 1000, isDustCounted: false };

let db: TestDatabase;
let world: OperatorWorld;
let ana: TestOperator;
let bruno: TestOperator;
let carla: TestOperator;

beforeAll(async () => {
  db = await openTestDatabase();
  world = await openOperatorWorld(db.database);
  ana = await world.createOperator('ana', 'admin');
  bruno = await world.createOperator('bruno', 'risk', ana);
  carla = await world.createOperator('carla', 'finance', ana);
});
afterAll(() => db.close());

async function compared(found: bigint): Promise<void> {
  const expected = await computeExpectedOnChain(db.database, wallets);
  const comparison = { productId: eth, part: 'ethereum', expected, found };
  await saveReconciliation(db.database, { ...comparison, at: 1 });
  world.comparisons.note(comparison);
}
const explain = (by: TestOperator, changes: Record<string, string> = {}) =>
  world.act(by, 'reconcile explain', {
    product: 'ETH',
    network: 'ethereum',
    reason: 'a gift, see the letter',
    ...changes,
  });
const compareBooks = (isBehind = false) =>
  reconcileBooks({
    database: db.database,
    ledger: createInstantPort(world.engine, async (command) =>
      world.engine.apply(command, {
        sequence: sequence(world.engine.lastSequence + 1),
        at: millis(world.clock.now),
      }),
    ),
    ticketMacKey: world.ticketMacKey,
    providers: world.providers,
    clock: () => 1,
    isBehind: () => isBehind,
    pause: async () => undefined,
    log: silentLog,
  });

test('comparisons are listed with exact differences', async () => {
  await compared(1_000_001n);
  const answer = await world.act(carla, 'reconcile list', {});
  expect(answer).toMatchObject({
    ok: true,
    text: '1 comparisons differ.',
    rows: [
      {
        product: 'ETH',
        part: 'ethereum',
        found: '0.000000000001000001',
        expected: '0',
        difference: '0.000000000001000001',
      },
    ],
  });
});

test('S5 a halted product is named beside the comparisons, and needs attention', async () => {
  expect(await world.act(carla, 'reconcile list', {})).toMatchObject({ needsAttention: true });
  await compared(0n);
  expect(await world.act(carla, 'reconcile list', {})).toMatchObject({
    text: 'Everything agrees to the last unit.',
    needsAttention: false,
  });
  const halt = { product: 'ETH', reason: 'a drill' };
  expect(await world.act(bruno, 'product halt', halt)).toMatchObject({ ok: true });
  expect(await world.act(carla, 'reconcile list', {})).toMatchObject({
    text: 'Everything agrees to the last unit. Withdrawals of ETH are halted.',
    needsAttention: true,
  });
  await world.act(bruno, 'product resume', halt);
  expect(await world.act(ana, 'product resume', halt)).toMatchObject({ ok: true });
  await compared(1_000_001n);
});

test('S5 the alerts since the start are listed', async () => {
  expect(await world.act(carla, 'alerts list', {})).toMatchObject({ text: 'No alert since the start.' });
  world.alerts.push('the wallets differ from the tickets');
  expect(await world.act(carla, 'alerts list', {})).toMatchObject({
    rows: [{ alert: 'the wallets differ from the tickets', details: '{}' }],
  });
});

test('the house’s own addresses are listed, each with its use', async () => {
  expect(await world.act(carla, 'wallets list', {})).toMatchObject({
    rows: [
      { network: 'ethereum', wallet: 'hot', address: '0x0H' },
      { network: 'ethereum', wallet: 'house', address: '0x0E' },
      { network: 'ethereum', wallet: 'gas', address: '0x0G' },
    ],
  });
});

test('what the wallets of customers and of the house hold is shown beside the books', async () => {
  await compared(7n);
  expect(await world.act(carla, 'wallets shares', {})).toMatchObject({
    rows: [
      {
        'customers’ wallets': '0.000000000000000007 ETH',
        'owed to customers': expect.stringContaining(' ETH'),
        'house’s wallets': '0 ETH',
        'the house owns': expect.stringContaining(' ETH'),
      },
    ],
  });
  await compared(1_000_001n);
});

describe('a difference of a wallet', () => {
  test('is explained by two: too much is the operator’s own', async () => {
    const before = world.total(houseAccounts.operatorFunding, eth);
    const proposed = await explain(ana);
    expect(world.total(houseAccounts.operatorFunding, eth)).toBe(before);
    const number = proposed.ok ? (proposed.facts?.['proposal'] ?? '') : '';
    expect(await world.act(ana, 'approve', { proposal: number })).toMatchObject({ refusal: 'needs_another' });
    expect(await world.act(bruno, 'approve', { proposal: number })).toMatchObject({ ok: true });
    expect(world.total(houseAccounts.operatorFunding, eth)).toBe(before + 1_000_001n);
    expect(await computeExpectedOnChain(db.database, wallets)).toBe(1_000_001n);
    expect(await computeExpectedCustody(db.database, eth)).toBe(0n - world.total(houseAccounts.custody, eth));
  });

  test('that somebody wrote into the database is not booked', async () => {
    await db.database.query('UPDATE reconciliation SET found = found - 1000000');
    expect(await explain(ana, { reason: 'a loss' })).toMatchObject({ refusal: 'not_possible' });
    await db.database.query('UPDATE reconciliation SET found = found + 1000000');
  });

  test('is explained once: the comparison no longer has it', async () => {
    const again = { reason: 'another letter about the same gift' };
    expect(await explain(ana, again)).toMatchObject({ refusal: 'not_possible' });
    const answer = await world.act(carla, 'reconcile list', {});
    expect(answer).toMatchObject({ text: 'Everything agrees to the last unit.' });
  });

  test('whose explanation was interrupted before the ledger is booked once', async () => {
    const total = () => world.total(houseAccounts.operatorFunding, eth);
    const before = total();
    await compared(1_000_008n);
    const proposed = await explain(ana, { reason: 'seven units' });
    const proposal = proposed.ok ? (proposed.facts?.['proposal'] ?? '') : '';
    world.cutPower();
    await expect(world.act(bruno, 'approve', { proposal })).rejects.toThrow('the power is gone');
    expect(total()).toBe(before);
    await world.reopen();
    expect(total()).toBe(before + 7n);
    expect(await computeExpectedCustody(db.database, eth)).toBe(0n - world.total(houseAccounts.custody, eth));
  });

  test('too little is a loss of the house', async () => {
    await compared(1_000_007n);
    const proposed = await explain(bruno, { reason: 'one unit is gone' });
    const number = proposed.ok ? (proposed.facts?.['proposal'] ?? '') : '';
    expect(await world.act(ana, 'approve', { proposal: number })).toMatchObject({ ok: true });
    expect(world.total(houseAccounts.loss, eth)).toBe(-1n);
    expect(await computeExpectedCustody(db.database, eth)).toBe(0n - world.total(houseAccounts.custody, eth));
  });

  test.each([
    [{ product: 'XYZ' }, 'not_found'],
    [{ network: 'mars' }, 'not_found'],
    [{ product: 'COP' }, 'not_possible'],
  ])('is refused with %j', async (changes, refusal) => {
    expect(await explain(ana, changes)).toMatchObject({ ok: false, refusal });
  });

  test('may not be explained by operators who move money', async () => {
    expect(await explain(carla)).toMatchObject({ refusal: 'not_permitted' });
  });
});

test('a statement line without a ticket freezes the product, even over one unit', async () => {
  await world.act(carla, 'bank credit', {
    provider: 'COP_FIAT_BANK',
    customer: 'maria',
    amount: '1000',
    reference: 'R-1',
  });
  await compareBooks();
  expect(world.engine.product(cop)?.halted).toBe(false);
  await insertBankEntry(db.database, {
    providerId: 10,
    productId: cop,
    kind: 'credit',
    amount: minor(1n),
    reference: 'nobody knows',
    ticketId: null,
    operator: 'nobody',
    at: 1,
    mac: null,
  });
  await compareBooks();
  expect(world.engine.product(cop)?.halted).toBe(true);
  expect(world.engine.product(eth)?.halted).toBe(false);
});

test('a difference is not judged while a network may still have rows to finish after a crash', async () => {
  const credit = {
    type: 'CreditDeposit',
    accountId: world.maria.accountId,
    productId: eth,
    amount: minor(1n),
    key: 'credited, and its ticket not told',
    ticketId: ticketId(999_999),
  } as const;
  world.engine.apply(credit, {
    sequence: sequence(world.engine.lastSequence + 1),
    at: millis(world.clock.now),
  });
  await compareBooks(true);
  expect(world.engine.product(eth)?.halted).toBe(false);
  await compareBooks(false);
  expect(world.engine.product(eth)?.halted).toBe(true);
});
