/** Decisions on withdrawals: large ones by two operators, each once, and the customer sees the reason. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openOperatorWorld, operatorIds } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';
import { cancelableStates, withdrawalTransitions } from '../../withdrawals/transitions.ts';
import type { WithdrawalState } from '../../withdrawals/transitions.ts';

const states = (Object.keys(withdrawalTransitions) as WithdrawalState[]).filter((state) => state !== 'New');
const milliether = 10n ** 15n;

let db: TestDatabase;
let world: OperatorWorld;
let ana: TestOperator;
let carla: TestOperator;

beforeAll(async () => {
  db = await openTestDatabase();
  world = await openOperatorWorld(db.database);
  ana = await world.createOperator('ana', 'admin');
  carla = await world.createOperator('carla', 'risk', ana);
});
afterAll(() => db.close());

/** 15,000 COP for one thousandth of an ether. */
const withdrawal = (status: WithdrawalState, amount = milliether) =>
  world.withdrawal(world.maria, { provider: 'ETH_LOCAL_ETHEREUM', amount, status });

/** Passes the day within which acceptances add up. */
const wait = () => (world.clock.now += 24 * 60 * 60_000 + 1);

describe('accepting', () => {
  test('a small withdrawal takes one operator', async () => {
    const ticket = await withdrawal('AdminProcessing');
    expect(await world.act(carla, 'withdrawals accept', { ticket: String(ticket) })).toMatchObject({
      ok: true,
    });
    expect(await world.ticket(ticket)).toMatchObject({ status: 'Accepted' });
  });

  test('a large one takes two different operators', async () => {
    const ticket = await withdrawal('AdminProcessing', 67n * milliether); // 1,005,000 COP
    const params = { ticket: String(ticket) };
    expect(await world.act(carla, 'withdrawals accept', params)).toMatchObject({
      ok: true,
      facts: { worth: '1005000 COP', amount: '0.067 ETH' },
    });
    expect(await world.act(carla, 'withdrawals accept', params)).toMatchObject({
      refusal: 'already_proposed',
    });
    expect(await world.ticket(ticket)).toMatchObject({ status: 'AdminProcessing' });
    expect(await world.act(ana, 'withdrawals accept', params)).toMatchObject({ ok: true });
    expect(await world.ticket(ticket)).toMatchObject({ status: 'Accepted' });
  });

  test.each([10_000_00n, 2_000_000_00n])(
    'X2 operators see the bank account, and no record copies it (%#)',
    async (amount) => {
      wait();
      const account = { BankName: '1007', AccountType: 'savings', Number: '98765012345', DocumentType: 'CC' };
      const destination = JSON.stringify({ ...account, DocumentNumber: '1020304050' });
      const options = { provider: 'COP_FIAT_BANK', amount, status: 'AdminProcessing', destination } as const;
      const id = await world.withdrawal(world.maria, options);
      const params = { ticket: String(id) };
      const shown = await world.act(carla, 'withdrawals show', params);
      expect(shown).toMatchObject({
        facts: { 'to Number': account.Number, 'to DocumentNumber': '1020304050' },
      });
      await world.act(carla, 'withdrawals accept', params);
      await world.act(ana, 'withdrawals accept', params);
      expect((await world.ticket(id)).status).toBe('Accepted');
      for (const table of ['operator_audit', 'proposal', 'operator_request', 'withdrawal']) {
        const rows = await db.database.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`);
        expect(rows.filter(({ row }) => /98765012345|1020304050/.test(row))).toEqual([]);
      }
      const [last] = await db.database.query<{ detail: string }>(
        `SELECT detail FROM operator_audit WHERE phase = 'intent' ORDER BY entry_id DESC LIMIT 1`,
      );
      expect(JSON.parse(last?.detail ?? '')).toMatchObject({ 'to Number': 'as in the ticket' });
    },
  );

  const accept = async (by: TestOperator, user: OperatorWorld['maria'], milliethers: bigint) => {
    const amount = milliethers * milliether;
    const options = { provider: 'ETH_LOCAL_ETHEREUM', amount, status: 'AdminProcessing' } as const;
    const ticket = await world.withdrawal(user, options);
    await world.act(by, 'withdrawals accept', { ticket: String(ticket) });
    return (await world.ticket(ticket)).status;
  };

  test('what single operators accept for a customer within a day counts as its sum', async () => {
    wait();
    expect(await accept(carla, world.maria, 40n)).toBe('Accepted'); // 600,000 COP
    expect(await accept(ana, world.maria, 40n)).toBe('AdminProcessing'); // another operator changes nothing
    expect(await accept(carla, world.maria, 26n)).toBe('Accepted'); // 990,000 COP
    wait();
    expect(await accept(carla, world.maria, 40n)).toBe('Accepted');
  });

  test('what one operator accepts alone within a day has a limit over all customers', async () => {
    wait();
    expect(await accept(carla, world.maria, 60n)).toBe('Accepted'); // 900,000 COP
    expect(await accept(carla, world.joao, 60n)).toBe('AdminProcessing'); // 1,800,000 COP
    expect(await accept(carla, world.joao, 40n)).toBe('Accepted'); // 1,500,000 COP
    expect(await accept(carla, world.joao, 1n)).toBe('AdminProcessing');
    expect(await accept(ana, world.joao, 1n)).toBe('Accepted');
  });

  test('one that the customer canceled meanwhile is not accepted', async () => {
    const ticket = await withdrawal('AdminProcessing', 67n * milliether);
    const proposed = await world.act(carla, 'withdrawals accept', { ticket: String(ticket) });
    const proposal = proposed.ok ? (proposed.facts?.['proposal'] ?? '') : '';
    await world.act(ana, 'withdrawals cancel', { ticket: String(ticket), reason: 'asked by phone' });
    expect(await world.act(ana, 'approve', { proposal })).toMatchObject({ refusal: 'not_possible' });
    expect(await world.ticket(ticket)).toMatchObject({ status: 'AdminCanceled' });
  });

  test.each(states)('from %s only when it waits for an operator', async (state) => {
    const ticket = await withdrawal(state);
    const answer = await world.act(carla, 'withdrawals accept', { ticket: String(ticket) });
    expect(answer.ok).toBe(state === 'AdminProcessing');
    if (!answer.ok) expect(await world.ticket(ticket)).toMatchObject({ status: state });
  });
});

describe('ending', () => {
  test.each(
    states.flatMap((state) => [
      ['withdrawals reject', state] as const,
      ['withdrawals cancel', state] as const,
    ]),
  )('%s from %s, where nothing was paid yet', async (command, state) => {
    const ticket = await withdrawal(state);
    const held = world.held(world.maria.accountId, operatorIds.eth);
    const to = command === 'withdrawals reject' ? 'Rejected' : 'AdminCanceled';
    const isAllowed = withdrawalTransitions[state].includes(to);
    // Every status in which a customer may cancel allows an operator to cancel, too.
    if (to === 'AdminCanceled') expect(isAllowed).toBe(cancelableStates.includes(state));
    const answer = await world.act(carla, command, { ticket: String(ticket), reason: 'the name differs' });
    expect(answer.ok).toBe(isAllowed);
    expect(world.held(world.maria.accountId, operatorIds.eth)).toBe(isAllowed ? held - milliether : held);
    expect(await world.ticket(ticket)).toMatchObject(
      isAllowed ? { status: to, rejectReason: 'the name differs', moneyDone: true } : { status: state },
    );
  });
});

describe('a ticket that the signer has signed before', () => {
  test.each(['withdrawals reject', 'withdrawals cancel'])(
    '%s returns the money only with two operators, who see why it waits',
    async (command) => {
      const ticket = await withdrawal('SystemProcessing');
      const reason = 'ticket_already_signed';
      await moveWithdrawal(db.database, {
        ticketId: ticket,
        from: ['SystemProcessing'],
        to: 'AdminProcessing',
        reason,
        at: 1,
      });
      const held = () => world.held(world.maria.accountId, operatorIds.eth);
      const before = held();
      const params = { ticket: String(ticket), reason: 'its bytes cannot be mined any more' };
      expect(await world.act(carla, command, params)).toMatchObject({
        facts: { proposal: expect.any(String) as string, 'why it waits': reason },
      });
      expect(held()).toBe(before);
      expect(await world.act(ana, command, params)).toMatchObject({ ok: true });
      expect(held()).toBe(before - milliether);
    },
  );
});

test.each(['withdrawals reject', 'withdrawals cancel'])(
  '%s shows what the signer has signed, whatever the status says, and takes two operators',
  async (command) => {
    const ticket = await withdrawal('AdminProcessing');
    await world.recordSigned(ticket, '0xfeed');
    const before = world.held(world.maria.accountId, operatorIds.eth);
    const params = { ticket: String(ticket), reason: 'the receiver never got it' };
    expect(await world.act(carla, command, params)).toMatchObject({
      facts: {
        proposal: expect.any(String) as string,
        'payments that the signer has signed': '0xfeed',
      },
    });
    expect(world.held(world.maria.accountId, operatorIds.eth)).toBe(before);
    expect(await world.act(ana, command, params)).toMatchObject({ ok: true });
    expect(world.held(world.maria.accountId, operatorIds.eth)).toBe(before - milliether);
  },
);

test('a row that names another product hides no payment that the signer has signed', async () => {
  const ticket = await withdrawal('AdminProcessing');
  await world.recordSigned(ticket, '0xfeed');
  await db.database.query('UPDATE withdrawal SET product_id = $2 WHERE ticket_id = $1', [
    ticket,
    operatorIds.cop,
  ]);
  const params = { ticket: String(ticket), reason: 'its terms are not proved' };
  expect(await world.act(carla, 'withdrawals reject', params)).toMatchObject({
    facts: {
      proposal: expect.any(String) as string,
      amount: '0.001 ETH',
      'terms are proved': expect.stringContaining('no:') as string,
      'payments that the signer has signed': '0xfeed',
    },
  });
});

describe('a withdrawal by bank whose account cannot be read any more', () => {
  const amount = 100_000_00n;
  const account = { BankName: '1007', AccountType: 'savings', Number: '98765012345', DocumentType: 'CC' };
  const destination = JSON.stringify({ ...account, DocumentNumber: '1020304050' });
  const held = () => world.held(world.maria.accountId, operatorIds.cop);
  const unreadable = async () => {
    const options = { provider: 'COP_FIAT_BANK', amount, status: 'AdminProcessing', destination } as const;
    const ticket = await world.withdrawal(world.maria, options);
    const flipped = 'set_byte(sealed_receiver, 20, get_byte(sealed_receiver, 20) # 1)';
    await db.database.query(`UPDATE withdrawal SET sealed_receiver = ${flipped} WHERE ticket_id = $1`, [
      ticket,
    ]);
    return ticket;
  };

  test.each([
    ['withdrawals reject', 'Rejected'],
    ['withdrawals cancel', 'AdminCanceled'],
  ])('%s returns its money with two operators, who see what the books hold', async (command, status) => {
    const ticket = await unreadable();
    const before = held();
    const params = { ticket: String(ticket), reason: 'the account cannot be read' };
    const proposed = await world.act(carla, command, params);
    expect(proposed).toMatchObject({
      facts: {
        proposal: expect.any(String) as string,
        account: String(world.maria.accountId),
        amount: '100000 COP',
        'terms are proved': expect.stringContaining('no:') as string,
      },
    });
    expect(held()).toBe(before);
    expect(await world.act(ana, command, params)).toMatchObject({ ok: true });
    expect(held()).toBe(before - amount);
    expect(await world.ticket(ticket)).toMatchObject({ status, moneyDone: true });
  });

  test('is not accepted, and shown without a receiver', async () => {
    const ticket = String(await unreadable());
    expect(await world.act(carla, 'withdrawals accept', { ticket })).toMatchObject({
      refusal: 'not_possible',
      text: expect.stringContaining('withdrawals reject') as string,
    });
    const shown = await world.act(ana, 'withdrawals show', { ticket });
    expect(shown).toMatchObject({ facts: { 'money in the books': 'held', amount: '100000 COP' } });
    expect(Object.keys(shown.ok ? (shown.facts ?? {}) : {})).not.toContain('destination');
  });
});

describe('reading', () => {
  test('shows a ticket with its history and the operators’ acts', async () => {
    wait();
    const ticket = await withdrawal('AdminProcessing');
    await world.act(carla, 'withdrawals accept', { ticket: String(ticket) });
    const answer = await world.act(ana, 'withdrawals show', { ticket: String(ticket) });
    expect(answer).toMatchObject({
      facts: { destination: '0x01', 'money in the books': 'held', amount: '0.001 ETH', status: 'Accepted' },
    });
    const history = answer.ok ? (answer.rows ?? []) : [];
    const steps = history.filter((row) => !row['what']?.startsWith('withdrawals '));
    expect(steps.map((row) => [row['what'], row['who']])).toEqual([
      ['New', 'not proved'],
      ['AdminProcessing', 'test'],
      ['Accepted', 'operator carla'],
    ]);
    expect(history).toContainEqual(expect.objectContaining({ who: 'carla', what: 'withdrawals accept' }));
  });

  test.each([
    ['of the version before', '0, null', 'yes'],
    ['of the version before with an author', `0, 'operator ana'`, 'no'],
    ['from before the proved history', `1, 'operator ana'`, 'yes'],
  ])('names nobody for an invented record %s', async (_, values, isProved) => {
    const ticket = await withdrawal('AdminProcessing');
    await db.database.query(
      `INSERT INTO ticket_step (step_id, ticket_id, status, at, account_id, product_id, amount, step, status_by)
       OVERRIDING SYSTEM VALUE SELECT min(step_id) - 1000000, ticket_id, 'Accepted', min(at), 1, 1, 1, ${values}
       FROM ticket_step WHERE ticket_id = $1 GROUP BY ticket_id`,
      [ticket],
    );
    const shown = await world.act(carla, 'withdrawals show', { ticket: String(ticket) });
    const rows = shown.ok ? (shown.rows ?? []) : [];
    const details = shown.ok ? (shown.facts ?? {}) : {};
    expect(rows.find((row) => row['what'] === 'Accepted')).toMatchObject({ who: 'not proved' });
    const note = Object.hasOwn(details, 'status is proved') ? 'no' : 'yes';
    expect(note).toBe(isProved);
  });

  test('lists by status, and names the valid ones', async () => {
    const list = await world.act(ana, 'withdrawals list', { status: 'FullyProcessed' });
    const rows = list.ok ? (list.rows ?? []) : [];
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row['status']).toBe('FullyProcessed');
    expect(await world.act(ana, 'withdrawals list', { status: 'Lost' })).toMatchObject({
      refusal: 'params_wrong',
    });
  });

  test.each(['0', '-1', '1.5', 'abc', '99999999999999999999', '1e3'])(
    'ticket %s is not a number',
    async (ticket) => {
      expect(await world.act(ana, 'withdrawals show', { ticket })).toMatchObject({ refusal: 'params_wrong' });
    },
  );

  test('an unknown ticket is not found', async () => {
    expect(await world.act(ana, 'withdrawals show', { ticket: '9' })).toMatchObject({ refusal: 'not_found' });
  });
});
