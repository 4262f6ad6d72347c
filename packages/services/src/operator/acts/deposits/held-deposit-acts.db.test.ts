/** Deposits that wait for two operators, because others may have the key of their address. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { millis, minor, sequence, ticketId } from '@salar/protocol';
import { decideDeposit, findHeldDeposit, holdDeposit } from '@salar/store/tables/chains/exposed-deposits';
import { insertDeposit } from '@salar/store/tables/tickets/deposits';
import { takeTicketNumber } from '@salar/store/tables/tickets/withdrawals';
import { openOperatorWorld, operatorIds } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { isMac } from '../../../crypto/mac-keys.ts';
import { computeEndMac, computeReleaseMac } from '../../../crypto/ticket-macs.ts';

let db: TestDatabase;
let world: OperatorWorld;
let ana: TestOperator;
let bruno: TestOperator;
let carla: TestOperator;
/** The tickets of a deposit that waits, and of one that does not. */
let held: string;
let other: string;

beforeAll(async () => {
  db = await openTestDatabase();
  world = await openOperatorWorld(db.database);
  ana = await world.createOperator('ana', 'admin');
  bruno = await world.createOperator('bruno', 'risk', ana);
  carla = await world.createOperator('carla', 'finance', ana);
  [held, other] = [await addDeposit('held'), await addDeposit('other')];
  await holdDeposit(world.database, ticketId(Number(held)), millis(5));
});
afterAll(() => db?.close());

async function addDeposit(txId: string): Promise<string> {
  const key = `evm:31337:${txId}:native`;
  const ticket = await takeTicketNumber(world.database);
  await insertDeposit(world.database, {
    ticketId: ticket,
    transition: {
      step: 1,
      statusBefore: '',
      statusBy: 'test',
      trail: null,
      statusMac: Buffer.alloc(32),
      at: 1,
    },
    requestCode: txId,
    key,
    chainId: 31337,
    accountId: world.maria.accountId,
    productId: operatorIds.eth,
    providerId: 1,
    amount: minor(10n ** 17n),
    status: 'Confirmed',
    txId,
    position: 'native',
    fromAddress: '0xpayer',
    toAddress: '0xformer',
    blockHeight: 7,
    blockHash: '0xblock',
    confirmationsNeeded: 2,
    rejectReason: null,
    createdAt: millis(1),
  });
  return String(ticket);
}

const release = (by: TestOperator, ticket: string) =>
  world.act(by, 'deposits release', { ticket, reason: 'see the letter' });

test('those that wait are listed', async () => {
  expect(await world.act(carla, 'deposits held', {})).toMatchObject({
    ok: true,
    text: '1 deposit waits.',
    rows: [
      { ticket: held, network: 'ethereum', amount: '0.1 ETH', address: '0xformer', transaction: 'held' },
    ],
  });
});

test('one whose output a thief has spent names his transaction', async () => {
  await db.database.query(`UPDATE deposit SET position = '1' WHERE ticket_id = $1`, [held]);
  await db.database.query(
    `INSERT INTO bitcoin_output (chain_id, tx_id, vout, amount, branch, index, taken_tx, taken_height)
     VALUES (31337, 'held', 0, 1, 0, 1, 'of another output', 8), (31337, 'held', 1, 1, 0, 1, 'theft', 8)`,
  );
  const listed = await world.act(carla, 'deposits held', {});
  expect(listed).toMatchObject({ rows: [{ 'taken by transaction': 'theft' }] });
});

test('one is credited by two operators, whose decision is proved', async () => {
  expect(await release(carla, held)).toMatchObject({ refusal: 'not_permitted' });
  const proposed = await release(ana, held);
  const proposal = proposed.ok ? (proposed.facts?.['proposal'] ?? '') : '';
  expect(await findHeldDeposit(db.database, ticketId(Number(held)))).toMatchObject({ decisionMac: null });
  expect(await world.act(ana, 'approve', { proposal })).toMatchObject({ refusal: 'needs_another' });
  expect(await world.act(bruno, 'approve', { proposal })).toMatchObject({ ok: true });
  const row = await findHeldDeposit(db.database, ticketId(Number(held)));
  const proves = (amount: bigint) =>
    row?.decisionMac != null &&
    isMac(world.ticketMacKey, row.decisionMac, (key) =>
      computeReleaseMac(key, { ...row, amount: minor(amount) }),
    );
  expect(proves(10n ** 17n)).toBe(true);
  expect(proves(10n ** 17n + 1n)).toBe(false);
});

test('two operators end one without a credit, and may change their minds before it is credited', async () => {
  const end = (by: TestOperator) =>
    world.act(by, 'deposits end', { ticket: held, reason: 'the thief sent it' });
  expect(await end(carla)).toMatchObject({ refusal: 'not_permitted' });
  const proposed = await end(ana);
  const proposal = proposed.ok ? (proposed.facts?.['proposal'] ?? '') : '';
  expect(await world.act(ana, 'approve', { proposal })).toMatchObject({ refusal: 'needs_another' });
  const listed = await world.act(carla, 'deposits held', {});
  expect(listed).toMatchObject({ rows: [{ decided: 'to be credited' }] });
  expect(await world.act(bruno, 'approve', { proposal })).toMatchObject({ ok: true });
  const row = await findHeldDeposit(db.database, ticketId(Number(held)));
  if (row?.decisionMac == null) throw new Error('the decision is stored');
  const { decisionMac } = row;
  expect(isMac(world.ticketMacKey, decisionMac, (key) => computeEndMac(key, row))).toBe(true);
  expect(isMac(world.ticketMacKey, decisionMac, (key) => computeReleaseMac(key, row))).toBe(false);
  expect(await world.act(carla, 'deposits held', {})).toMatchObject({ rows: [{ decided: 'to be ended' }] });
});

test('a decision that no operator made is shown as such', async () => {
  await db.database.query('UPDATE deposit SET release_mac = $2 WHERE ticket_id = $1', [
    held,
    Buffer.alloc(32, 7),
  ]);
  const listed = await world.act(carla, 'deposits held', {});
  expect(JSON.stringify(listed)).toContain('by nobody');
});

test('an act whose outcome a crash left unrecorded is performed again, and has been done', async () => {
  const ended = await addDeposit('interrupted');
  const id = ticketId(Number(ended));
  await holdDeposit(world.database, id, millis(5));
  const proposed = await world.act(ana, 'deposits end', { ticket: ended, reason: 'the thief sent it' });
  const proposal = proposed.ok ? (proposed.facts?.['proposal'] ?? '') : '';
  await db.database.query(
    `CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'crash'; END $$`,
  );
  await db.database.query(
    `CREATE TRIGGER crash BEFORE UPDATE OF release_mac ON deposit FOR EACH ROW EXECUTE FUNCTION crash()`,
  );
  await expect(world.act(bruno, 'approve', { proposal })).rejects.toThrow('crash');
  await db.database.query('DROP TRIGGER crash ON deposit');
  // As if the process had ended a moment later: the decision is stored, and the next block has ended the deposit.
  const row = await findHeldDeposit(world.database, id);
  if (row === null) throw new Error('the deposit waits');
  await decideDeposit(world.database, { ticketId: id, mac: computeEndMac(world.ticketMacKey, row), at: 5 });
  await db.database.query(`UPDATE deposit SET status = 'Rejected' WHERE ticket_id = $1`, [ended]);
  await world.reopen();
  expect(
    await db.database.query('SELECT status, outcome FROM proposal WHERE proposal_id = $1', [proposal]),
  ).toEqual([{ status: 'done', outcome: `Deposit ${ended} was decided so before.` }]);
});

test('a deposit whose credit the ledger has cannot be ended, although its status does not say so yet', async () => {
  const credited = await addDeposit('credited');
  const id = ticketId(Number(credited));
  await holdDeposit(world.database, id, millis(5));
  const row = await findHeldDeposit(world.database, id);
  if (row === null) throw new Error('the deposit waits');
  const { accountId, productId, amount, key } = row;
  const stamp = { sequence: sequence(world.engine.lastSequence + 1), at: millis(world.clock.now) };
  const credit = { type: 'CreditDeposit', accountId, productId, amount, key, ticketId: id } as const;
  expect(world.engine.apply(credit, stamp)).toMatchObject({ ok: true });
  for (const act of ['deposits end', 'deposits release'] as const)
    expect(await world.act(ana, act, { ticket: credited, reason: 'too late' })).toMatchObject({
      refusal: 'not_possible',
      text: expect.stringContaining('has just been credited'),
    });
  await db.database.query(`UPDATE deposit SET status = 'FullyProcessed' WHERE ticket_id = $1`, [credited]);
});

test('a deposit that does not wait, one that does not exist and no number are refused', async () => {
  for (const [ticket, refusal] of [
    [other, 'not_found'],
    ['999999', 'not_found'],
    ['one', 'params_wrong'],
  ] as const)
    expect(await release(ana, ticket)).toMatchObject({ ok: false, refusal });
});

test('one that was credited meanwhile is refused', async () => {
  await db.database.query(`UPDATE deposit SET status = 'FullyProcessed' WHERE ticket_id = $1`, [held]);
  expect(await release(ana, held)).toMatchObject({ refusal: 'not_possible' });
  expect(await world.act(carla, 'deposits held', {})).toMatchObject({ text: '0 deposits wait.' });
});
