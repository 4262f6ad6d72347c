/** Somebody who writes rows puts former ones back, with the MACs of their time: each test is an attack. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TOTP, URI } from 'otpauth';
import { createTestOperator, openOperatorWorld, operatorIds } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { findWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import { formatCall } from './operator-request.ts';
import { computeFormerOperatorMac } from '../crypto/ticket-macs.ts';

const { brl, cop } = operatorIds;
const operatorAlert = 'ALERT: an operator was changed in the database, and is refused';

let db: TestDatabase;
let world: OperatorWorld;
let ana: TestOperator;
let carla: TestOperator;

beforeEach(async () => {
  db = await openTestDatabase();
  world = await openOperatorWorld(db.database);
  ana = await world.createOperator('ana', 'admin');
  carla = await world.createOperator('carla', 'risk', ana);
});
afterEach(() => db.close());

/** Keeps a table's row as it is now. @returns a function that puts it back */
async function keep(table: string, where: string): Promise<() => Promise<void>> {
  await db.database.query(`CREATE TABLE kept AS SELECT * FROM ${table} WHERE ${where}`);
  return () =>
    write(
      `DELETE FROM ${table} WHERE ${where}`,
      `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM kept`,
    );
}

/** Writes as the owner of the database, whom no constraint or trigger stops. */
async function write(...statements: string[]): Promise<void> {
  await db.database.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    for (const statement of statements) await tx.query(statement);
  });
}

async function propose(command: string, params: Record<string, string>, by = carla): Promise<string> {
  const proposed = await world.act(by, command, params);
  return proposed.ok ? (proposed.facts?.['proposal'] ?? '') : '';
}

describe('a former row of an operator', () => {
  test('that was removed gives no access, also after a restart', async () => {
    const putBack = await keep('operator', `name = 'carla'`);
    await world.act(ana, 'operator remove', { name: 'carla', reason: 'left' });
    await putBack();
    expect(await world.act(carla, 'operator list')).toMatchObject({ refusal: 'not_signed_in' });
    expect(world.alerts).toContain(operatorAlert);
    await world.reopen();
    expect(await world.act(carla, 'operator list')).toMatchObject({ refusal: 'not_signed_in' });
    await db.database.query(`UPDATE operator SET version = 2 WHERE name = 'carla'`);
    expect(await world.act(carla, 'operator list')).toMatchObject({ refusal: 'not_signed_in' });
  });

  test('with an old key gives its finder no access', async () => {
    const putBack = await keep('operator', `name = 'carla'`);
    const { operator: next, key } = createTestOperator('carla', () => world.clock.now);
    expect(await world.act(carla, 'operator rotate', { name: 'carla', key })).toMatchObject({ ok: true });
    expect(await world.act(next, 'operator list')).toMatchObject({ ok: true });
    await putBack();
    expect(await world.act(carla, 'operator list')).toMatchObject({ refusal: 'not_signed_in' });
  });

  test('with a removed authenticator begins no session, and none may be enrolled by changing the row', async () => {
    const answer = await world.act(carla, 'session enrol');
    const app = URI.parse(answer.ok ? (answer.facts?.['authenticator'] ?? '') : '');
    if (!(app instanceof TOTP)) throw new Error('the authenticator has codes by time');
    const start = () => {
      world.clock.now += 30_000;
      return world.act(carla, 'session start', { code: app.generate({ timestamp: world.clock.now }) });
    };
    expect(await start()).toMatchObject({ ok: true });
    const putBack = await keep('operator', `name = 'carla'`);
    expect(await world.act(ana, 'operator unenrol', { name: 'carla', reason: 'lost' })).toMatchObject({
      ok: true,
    });
    await putBack();
    expect(await start()).toMatchObject({ refusal: 'not_signed_in' });
    await db.database.query(`UPDATE operator SET totp_secret = NULL, totp_step = NULL WHERE name = 'carla'`);
    expect(await world.act(carla, 'session enrol')).toMatchObject({ refusal: 'not_signed_in' });
  });

  test('that was deleted does not make room for a first operator or another one of the name', async () => {
    await write('DELETE FROM operator');
    const { key } = createTestOperator('eve', Date.now);
    const add = { name: 'eve', role: 'admin', key };
    expect(await world.act(null, 'operator add', add)).toMatchObject({ refusal: 'not_signed_in' });
  });

  test('with a secret of version 0.1 registers no key', async () => {
    const secret = 'a secret of an attacker';
    await db.database.query(
      `INSERT INTO operator (name, role, secret_hash, created_at) VALUES ('eve', 'admin', $1, 0)`,
      [createHash('sha256').update(secret).digest()],
    );
    const { key } = createTestOperator('eve', Date.now);
    const call = { command: 'operator rotate', params: { name: 'eve', key }, mode: 'do' } as const;
    const { method, body } = formatCall(call);
    const rotated = await world.service.handle({
      body,
      proof: { method, credentials: { name: 'eve', secret } },
    });
    expect(rotated).toMatchObject({ refusal: 'not_signed_in' });
    expect(world.alerts).toContain(operatorAlert);
  });
});

test('an interrupted approved proposal is not performed when one of its operators is gone', async () => {
  await world.act(carla, 'product halt', { product: 'BRL', reason: 'x' });
  const proposal = await propose('product resume', { product: 'BRL', reason: 'y' });
  world.cutPower();
  await expect(world.act(ana, 'approve', { proposal })).rejects.toThrow('the power is gone');
  await write(`DELETE FROM operator WHERE name = 'carla'`);
  await world.reopen();
  expect(world.engine.product(brl)?.halted).toBe(true);
  expect(world.alerts).toContain('ALERT: an approved proposal that was interrupted is not possible any more');
  const rows = await db.database.query(`SELECT status FROM proposal WHERE proposal_id = ${proposal}`);
  expect(rows).toEqual([{ status: 'refused' }]);
});

test('operators of a release without versions get them at the first start, and a changed one does not', async () => {
  const former = await openTestDatabase();
  const earlier = await openOperatorWorld(former.database);
  const { operator: dora, key } = createTestOperator('dora', () => earlier.clock.now);
  const { operator: eve, key: evesKey } = createTestOperator('eve', () => earlier.clock.now);
  const insert = async (name: string, publicKey: string, role: string) => {
    const row = { name, role, userId: null, publicKey, createdAt: 1 };
    const mac = computeFormerOperatorMac(Buffer.alloc(32, 7), { ...row, role: 'admin' });
    await former.database.query(
      'INSERT INTO operator (name, role, public_key, mac, created_at) VALUES ($1, $2, $3, $4, 1)',
      [name, role, publicKey, mac],
    );
  };
  await insert('dora', key, 'admin');
  await insert('eve', evesKey, 'risk');
  expect(await earlier.act(dora, 'operator list')).toMatchObject({ ok: true });
  expect(await earlier.act(eve, 'operator list')).toMatchObject({ refusal: 'not_signed_in' });
  await former.close();
});

describe('a proposal that was decided', () => {
  const brazil = { product: 'BRL', reason: 'x' };

  test('is not performed again by a restart within the hour, nor by a second approval', async () => {
    await world.act(carla, 'product halt', brazil);
    const number = await propose('product resume', brazil);
    const putOpen = await keep('proposal', `proposal_id = ${number}`);
    expect(await world.act(ana, 'approve', { proposal: number })).toMatchObject({ ok: true });
    await world.act(carla, 'product halt', { ...brazil, reason: 'y' });
    await db.database.query(`UPDATE proposal SET status = 'approved' WHERE proposal_id = ${number}`);
    await world.reopen();
    expect(world.engine.product(brl)?.halted).toBe(true);
    expect(world.alerts).toContain(
      'ALERT: a proposal that was decided before is approved again, and is not performed',
    );
    await putOpen();
    expect(await world.act(ana, 'approve', { proposal: number })).toMatchObject({ refusal: 'not_possible' });
    expect(world.engine.product(brl)?.halted).toBe(true);
  });

  test('with a decline cannot be approved after it was opened again', async () => {
    await world.act(carla, 'product halt', brazil);
    const number = await propose('product resume', brazil);
    const putOpen = await keep('proposal', `proposal_id = ${number}`);
    await world.act(ana, 'decline', { proposal: number, reason: 'no' });
    await putOpen();
    expect(await world.act(ana, 'approve', { proposal: number })).toMatchObject({ refusal: 'not_possible' });
    expect(world.engine.product(brl)?.halted).toBe(true);
  });
});

describe('a payout by bank', () => {
  const payout = (amount: bigint, status: 'Accepted' | 'Pending2Fa' = 'Accepted', user = world.maria) =>
    world.withdrawal(user, { provider: 'COP_FIAT_BANK', amount, destination: '{}', status });

  async function send(amount: bigint, user = world.maria) {
    const ticketId = await payout(amount, 'Accepted', user);
    const ticket = String(ticketId);
    expect(await world.act(ana, 'payout start', { ticket })).toMatchObject({ ok: true });
    const reference = `B-${ticket}`;
    expect(await world.act(ana, 'payout sent', { ticket, reference })).toMatchObject({ ok: true });
    return ticketId;
  }
  const returned = (ticket: number, by = ana) =>
    world.act(by, 'payout returned', { ticket: String(ticket), reason: 'closed', reference: `R-${ticket}` });

  test('that was sent is not ended by one operator when its row says that it was not', async () => {
    const ticketId = await payout(50_000_00n);
    const putBack = await keep('withdrawal', `ticket_id = ${ticketId}`);
    const ticket = String(ticketId);
    await world.act(ana, 'payout start', { ticket });
    await world.act(ana, 'payout sent', { ticket, reference: 'B-1' });
    await putBack();
    const end = { ticket, reason: 'x' };
    const proposed = await world.act(ana, 'withdrawals cancel', end);
    expect(proposed).toMatchObject({
      ok: true,
      text: expect.stringContaining('waits for another') as string,
    });
    expect(proposed.ok && proposed.facts).toMatchObject({
      'payments that the signer has signed': `bank payout ${ticket}`,
    });
    expect(world.held(world.maria.accountId, cop)).toBe(50_000_00n);
  });

  test('that was sent is not started a second time when its row says that it was not', async () => {
    const ticketId = await payout(50_000_00n);
    const putBack = await keep('withdrawal', `ticket_id = ${ticketId}`);
    const ticket = String(ticketId);
    await world.act(ana, 'payout start', { ticket });
    await world.act(ana, 'payout sent', { ticket, reference: 'B-10' });
    await putBack();
    expect(await world.act(ana, 'payout start', { ticket })).toMatchObject({ ok: false });
  });

  test('is forgotten outside the database once its money is spent or returned', async () => {
    const spent = await send(50_000_00n);
    const back = await send(60_000_00n);
    await world.act(ana, 'payout settled', { ticket: String(spent) });
    expect(await returned(back)).toMatchObject({ ok: true });
    expect(world.held(world.maria.accountId, cop)).toBe(0n);
    expect(world.decisions.payouts()).toEqual([]);
  });

  test('whose status somebody wrote is neither sent, settled nor returned', async () => {
    const ticketId = await payout(50_000_00n);
    const ticket = String(ticketId);
    const write = (status: string) =>
      db.database.query('UPDATE withdrawal SET status = $2 WHERE ticket_id = $1', [ticketId, status]);
    await write('SystemProcessing');
    const refused = { refusal: 'not_possible' };
    expect(await world.act(ana, 'payout sent', { ticket, reference: 'B-2' })).toMatchObject(refused);
    await write('Submitted');
    expect(await world.act(ana, 'payout settled', { ticket })).toMatchObject(refused);
    expect(await returned(ticketId)).toMatchObject(refused);
    await write('Confirmed');
    await world.reopen();
    expect((await findWithdrawal(db.database, ticketId))?.status).toBe('Confirmed');
    expect(world.held(world.maria.accountId, cop)).toBe(50_000_00n);
  });

  test('that is said to have come back takes two operators above the sum of one', async () => {
    const ticketId = await send(1_000_000_01n);
    expect(await returned(ticketId)).toMatchObject({
      text: expect.stringContaining('waits for another') as string,
    });
    expect(world.held(world.maria.accountId, cop)).toBe(1_000_000_01n);
    await world.createOperator('bruno', 'finance', ana);
    const finance = createTestOperator('frida', () => world.clock.now);
    await world.act(ana, 'operator add', { name: 'frida', role: 'finance', key: finance.key });
    expect(await returned(ticketId, finance.operator)).toMatchObject({ ok: true });
    expect(world.held(world.maria.accountId, cop)).toBe(0n);
  });

  test('in small parts takes two operators too: of a customer, and of one operator over all customers', async () => {
    const [first, second, third] = [
      await send(900_000_00n),
      await send(200_000_00n),
      await send(700_000_00n, world.joao),
    ];
    const needsTwo = { text: expect.stringContaining('waits for another') as string };
    expect(await returned(first)).toMatchObject({ text: expect.stringContaining('has failed') as string });
    expect(await returned(second)).toMatchObject(needsTwo);
    expect(await returned(third)).toMatchObject(needsTwo);
    world.clock.now += 25 * 60 * 60_000;
    expect(await returned(third)).toMatchObject({ text: expect.stringContaining('has failed') as string });
  });
});
