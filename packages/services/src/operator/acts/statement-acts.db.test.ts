/** Statements of banks: imported once and in order, and what operators book is compared with them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { millis, sequence } from '@salar/protocol';
import type { Command, OutcomeOf, TicketId } from '@salar/protocol';
import { packFile } from '../attached-file.ts';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openOperatorWorld, operatorIds } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';
import { createInstantPort } from '@salar/testing/instant-port';
import { toCamt, toOfxSgml } from '@salar/testing/statement-files';
import type { FileLine, FileStatement } from '@salar/testing/statement-files';
import { reconcileBooks } from '../../reconciliation/books-reconciler.ts';

const { cop } = operatorIds;
const provider = 'COP_FIAT_BANK';
const account = '20455000123';
const dayMs = 86_400_000;

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

const importFile = (by: TestOperator, file: string, params: Record<string, string> = {}) => {
  const { hash, packed } = packFile(Buffer.from(file, 'latin1'));
  const call = {
    command: 'statement import',
    params: { provider, file: hash, ...params },
    mode: 'do',
  } as const;
  return world.service.handle(by.requests.sign({ ...call, file: packed }));
};
/** Moves the clock to noon of a day in January 2026, in UTC. */
const setDay = (day: number) => {
  world.clock.now = Date.UTC(2026, 0, day, 12);
};
const january = (day: number) => `2026-01-${String(day).padStart(2, '0')}`;
const statement = (
  days: readonly [number, number],
  balances: readonly [string, string],
  lines: readonly FileLine[],
): FileStatement => ({
  firstDay: january(days[0]),
  lastDay: january(days[1]),
  opening: balances[0],
  closing: balances[1],
  lines,
});
const credit = (by: TestOperator, amount: string, reference: string, customer = 'maria') =>
  world.act(by, 'bank credit', { provider, customer, amount, reference });
/** Compares, and returns whether withdrawals of pesos are halted now; a halt ends with it. */
async function compare(): Promise<boolean> {
  const apply = <C extends Command>(command: C): OutcomeOf<C> =>
    world.engine.apply(command, {
      sequence: sequence(world.engine.lastSequence + 1),
      at: millis(world.clock.now),
    });
  await reconcileBooks({
    database: db.database,
    ledger: createInstantPort(world.engine, async (command) => apply(command)),
    ticketMacKey: world.ticketMacKey,
    providers: world.providers.filter(({ productId }) => productId === cop),
    clock: () => world.clock.now,
    isBehind: () => false,
    pause: async () => undefined,
    log: { info() {}, warn() {}, error: (_details, message) => world.alerts.push(message) },
  });
  const isHalted = world.engine.product(cop)?.halted === true;
  if (isHalted) apply({ type: 'SetProductHalt', productId: cop, halted: false });
  return isHalted;
}
const waits = { text: expect.stringContaining('waits for another operator') as string };
const wrong = (text: string) => ({ refusal: 'file_wrong', text: expect.stringContaining(text) as string });

const first = statement([1, 5], ['0', '900000'], [{ amount: '900000', reference: 'F-1' }]);

describe('the first statement', () => {
  test('must agree with what was booked', async () => {
    setDay(7);
    const file = toCamt({ ...first, opening: '70', closing: '900070' });
    expect(await importFile(bruno, file, { account })).toMatchObject(
      wrong('has 70 COP more than was booked'),
    );
    setDay(5);
    await world.act(bruno, 'bank fund', { provider, amount: '900000', reference: 'F-1' });
    setDay(7);
  });

  test('names its account, and takes two operators', async () => {
    expect(await importFile(bruno, toCamt(first))).toMatchObject(wrong(`add --account ${account}`));
    expect(await importFile(bruno, toCamt(first), { account: '999' })).toMatchObject(wrong('not 999'));
    const proposed = await importFile(bruno, toCamt(first), { account });
    expect(proposed).toMatchObject(waits);
    const proposal = proposed.ok ? (proposed.facts?.['proposal'] ?? '') : '';
    expect(await world.act(ana, 'approve', { proposal })).toMatchObject(wrong('the file is not here'));
    expect(await importFile(ana, toCamt(first), { account })).toMatchObject({
      ok: true,
      facts: { 'difference that freezes': '0 COP' },
    });
    expect(await compare()).toBe(false);
  });
});

describe('a statement', () => {
  const second = statement(
    [6, 7],
    ['900000', '1150000'],
    [{ amount: '250000', reference: 'R-1', day: january(6) }],
  );

  test.each([
    ['the same file again', first, 'was imported before, by ana'],
    ['of days that are covered', { ...second, firstDay: january(5) }, 'covers the days up to 2026-01-05'],
    [
      'of another account',
      { ...second, account: '777' },
      `the file is of account 777, and the statements of ${provider} are of ${account}`,
    ],
    [
      'after a missing one',
      { ...second, opening: '800000', closing: '1050000' },
      'a statement or a line is missing',
    ],
    ['with wrong sums', { ...second, closing: '1150001' }, 'do not add up'],
    ['of a day that is not over', { ...second, lastDay: january(9) }, 'is not over everywhere'],
    ['of another currency', { ...second, currency: 'USD' }, 'USD'],
  ])('%s is refused', async (_name, file, text) => {
    setDay(9);
    expect(await importFile(bruno, toCamt(file))).toMatchObject(wrong(text));
  });

  test('that is cut off, or has another hash than was signed, is refused', async () => {
    expect(await importFile(bruno, toCamt(second).slice(0, 900))).toMatchObject(wrong('truncated'));
    expect(await importFile(bruno, toCamt(second), { file: '0'.repeat(64) })).toMatchObject(
      wrong('not the one that was signed'),
    );
    expect(await world.act(bruno, 'statement import', { provider, file: '0'.repeat(64) })).toMatchObject(
      wrong('the file is not here'),
    );
  });

  test('that unpacks to more than it may is refused', async () => {
    const { hash, packed } = packFile(Buffer.alloc(50 * 1024 * 1024));
    const call = { command: 'statement import', params: { provider, file: hash }, mode: 'do' } as const;
    expect(await world.service.handle(bruno.requests.sign({ ...call, file: packed }))).toMatchObject(
      wrong('larger than'),
    );
  });

  test('takes one operator, and shows what is to be booked', async () => {
    expect(await importFile(bruno, toOfxSgml(second))).toMatchObject({
      ok: true,
      facts: { 'on it and not booked yet': '250000 COP' },
    });
    expect(await world.act(bruno, 'statement open', { provider })).toMatchObject({
      rows: [{ what: 'not booked', day: january(6), amount: '250000', references: 'R-1 LINE-2026-01-07-1' }],
    });
    expect(await world.act(bruno, 'statement list', {})).toMatchObject({
      rows: [{ format: 'OFX', closing: '1150000 COP' }, { format: 'CAMT.053' }],
    });
    expect(await compare()).toBe(false);
  });

  test('is kept without the names of those who paid, and never changed', async () => {
    const rows = await db.database.query(
      `SELECT s::text || l::text || r::text AS text FROM bank_statement s JOIN bank_statement_line l USING (statement_id), operator_request r`,
    );
    expect(JSON.stringify(rows)).not.toContain('hijos');
    for (const table of ['bank_statement', 'bank_statement_line']) {
      await expect(db.database.query(`DELETE FROM ${table}`)).rejects.toThrow('never changed');
    }
    await expect(db.database.query('UPDATE bank_statement SET closing = 1')).rejects.toThrow('never changed');
    await expect(db.database.query('UPDATE bank_statement_line SET amount = 1')).rejects.toThrow(
      'never changed',
    );
  });
});

describe('a booking', () => {
  test('that a line shows takes one operator, another one takes two', async () => {
    expect(await credit(bruno, '250000', 'R-2')).toMatchObject(waits);
    expect(await credit(bruno, '250000.01', 'R-1')).toMatchObject(waits);
    expect(
      await world.act(bruno, 'bank cost', { provider, amount: '250000', reference: 'R-1' }),
    ).toMatchObject(waits);
    expect(await credit(bruno, '250000', 'R-1')).toMatchObject({ ok: true });
    expect(await credit(bruno, '250000', 'LINE-2026-01-07-1', 'joao')).toMatchObject(waits); // the line is booked
    expect(await compare()).toBe(false);
  });

  test('that is on no statement freezes once its days are covered', async () => {
    setDay(10);
    expect(await credit(bruno, '1000', 'INVENTED')).toMatchObject(waits);
    expect(await credit(ana, '1000', 'INVENTED')).toMatchObject({ ok: true });
    expect(await compare()).toBe(false);
    setDay(15);
    await importFile(bruno, toCamt(statement([8, 13], ['1150000', '1150000'], [])));
    expect(await compare()).toBe(false); // a bank books within four days
    setDay(16);
    expect(await importFile(bruno, toCamt(statement([14, 14], ['1150000', '1150000'], [])))).toMatchObject({
      facts: { 'difference that freezes': '-1000 COP' },
    });
    expect(await compare()).toBe(true);
    expect(world.alerts).toContain('ALERT: what was booked differs from the statements of the bank');
    expect(await world.act(ana, 'reconcile list')).toMatchObject({
      rows: expect.arrayContaining([
        expect.objectContaining({ part: `statements ${provider}`, difference: '-1000' }),
      ]) as unknown,
    });
    await importFile(
      bruno,
      toCamt(statement([15, 15], ['1150000', '1151000'], [{ amount: '1000', reference: 'OTHER' }])),
    );
    setDay(17);
    await importFile(
      bruno,
      toCamt(statement([15, 15], ['1150000', '1151000'], [{ amount: '1000', reference: 'OTHER' }])),
    );
    expect(await compare()).toBe(false); // the bank booked it late, under another reference
  });

  test('that is missing for a line that went out freezes after a day, for one that came in after four', async () => {
    setDay(18);
    const lines = [
      { amount: '500', reference: 'IN-1' },
      { amount: '-300', reference: 'OUT-1' },
    ];
    await importFile(bruno, toCamt(statement([16, 16], ['1151000', '1151200'], lines)));
    expect(await compare()).toBe(false);
    world.clock.now += dayMs + 1;
    expect(await compare()).toBe(true);
    expect(
      await world.act(bruno, 'bank cost', { provider, amount: '300', reference: 'OUT-1' }),
    ).toMatchObject({
      ok: true,
    });
    expect(await compare()).toBe(false);
    world.clock.now += 3 * dayMs;
    expect(await compare()).toBe(true);
    await credit(bruno, '500', 'IN-1');
    expect(await compare()).toBe(false);
  });

  test('waits a week for its statement, and then freezes', async () => {
    const balance = [{ amount: '700', reference: 'LATE' }];
    expect(await credit(bruno, '700', 'LATE')).toMatchObject(waits);
    await credit(ana, '700', 'LATE');
    world.clock.now += 6 * dayMs;
    expect(await compare()).toBe(false);
    world.clock.now += dayMs + 1;
    expect(await compare()).toBe(true);
    await importFile(bruno, toCamt(statement([17, 28], ['1151200', '1151900'], balance)));
    expect(await compare()).toBe(false);
  });
});

/** The balance of the account in whole pesos, after the bookings. */
let balance = 1_151_900n;

describe('a payout', () => {
  const amount = 800_000_00n;
  const payout = async (line: (ticket: TicketId) => FileLine, isSent: boolean) => {
    const ticket = await world.withdrawal(world.maria, {
      provider,
      amount,
      destination: '{}',
      status: 'Accepted',
    });
    const params = { ticket: String(ticket) };
    await world.act(ana, 'payout start', params);
    if (isSent) await world.act(ana, 'payout sent', { ...params, reference: `OUT-${ticket}` });
    return { ticket, params, line: line(ticket) };
  };
  const status = async (ticket: TicketId) => (await world.ticket(ticket)).status;
  let next = 40;
  /** Imports the statement of one day, the next one after the former. */
  const importDay = async (lines: readonly FileLine[]) => {
    const day = new Date(Date.UTC(2026, 0, next)).toISOString().slice(0, 10);
    next += 1;
    world.clock.now = Date.UTC(2026, 0, next + 1, 12);
    const opening = String(balance);
    for (const line of lines) balance += BigInt(line.amount);
    const file = { firstDay: day, lastDay: day, opening, closing: String(balance), lines };
    expect(await importFile(bruno, toCamt(file))).toMatchObject({ ok: true });
  };

  test('that a statement shows is settled by one operator, any number a day; others have the limits of one', async () => {
    const show = (ticket: TicketId) => ({
      amount: '-798000',
      reference: `B${ticket}`,
      memo: `SALAR-${ticket}`,
    });
    const sent = [];
    for (let count = 0; count < 2; count += 1) sent.push(await payout(show, true));
    const other = [];
    for (let count = 0; count < 2; count += 1) other.push(await payout(show, true));
    await importDay(sent.map(({ line }) => line));
    for (const { params } of sent) await world.act(bruno, 'payout settled', params);
    for (const { ticket } of sent) expect(await status(ticket)).toBe('FullyProcessed');
    for (const { params } of other) await world.act(bruno, 'payout settled', params);
    const settled = await Promise.all(other.map(({ ticket }) => status(ticket)));
    expect(settled).toEqual(['FullyProcessed', 'Submitted']);
    await importDay(other.map(({ line }) => line));
    expect(await world.act(bruno, 'payout settled', other.at(-1)?.params ?? {})).toMatchObject({ ok: true });
    expect(await compare()).toBe(false);
  });

  test('that a statement shows as paid is not returned as if it was never sent', async () => {
    const { params, line } = await payout(
      (ticket) => ({ amount: '-798000', reference: `B${ticket}`, memo: `SALAR-${ticket}` }),
      false,
    );
    await importDay([line]);
    expect(await world.act(bruno, 'payout returned', { ...params, reason: 'no such bank' })).toMatchObject({
      refusal: 'not_possible',
      text: expect.stringContaining('a statement shows that the bank paid') as string,
    });
    await world.act(bruno, 'payout sent', { ...params, reference: line.reference });
    expect(await world.act(bruno, 'payout settled', params)).toMatchObject({ ok: true });
  });
});

test('after a wrong statement two operators continue, and its line no longer counts after four days', async () => {
  const forged = {
    firstDay: '2026-02-12',
    lastDay: '2026-02-12',
    lines: [{ amount: '9000', reference: 'FALSE' }],
  };
  world.clock.now = Date.UTC(2026, 1, 14, 12);
  const [opening, wrongClosing] = [String(balance), String(balance + 9_000n)];
  expect(await importFile(bruno, toCamt({ ...forged, opening, closing: wrongClosing }))).toMatchObject({
    ok: true,
  });
  world.clock.now += dayMs;
  const next = toCamt({
    firstDay: '2026-02-13',
    lastDay: '2026-02-13',
    opening,
    closing: opening,
    lines: [],
  });
  expect(await importFile(bruno, next)).toMatchObject(wrong('two operators go on with --reason'));
  const reason = { reason: 'statement of the 12th was forged' };
  expect(await importFile(bruno, next, reason)).toMatchObject(waits);
  expect(await importFile(ana, next, reason)).toMatchObject({ ok: true });
  expect(await compare()).toBe(true);
  world.clock.now += 4 * dayMs;
  expect(await compare()).toBe(false);
});

test('a statement that somebody wrote into the database freezes, and is no evidence', async () => {
  await db.database.query(
    `INSERT INTO bank_statement_line (statement_id, line, provider_id, booked_on, amount, refs, mac)
     SELECT max(statement_id), 99, 10, '2026-02-12', 77700, ARRAY['FORGED'], '\\x00' FROM bank_statement`,
  );
  expect(await credit(bruno, '777', 'FORGED')).toMatchObject(waits);
  expect(await compare()).toBe(true);
  expect(world.alerts).toContain('ALERT: a bank statement was not written by the exchange');
});
