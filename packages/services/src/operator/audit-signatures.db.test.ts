/** Tests that `audit check` proves each act by the key of that time, also after the step from version 0.1. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestOperator, openOperatorWorld } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { appendOperatorAudit, listNewestAudit } from '@salar/store/tables/operators/operator-audit';
import type { NewOperatorAudit } from '@salar/store/tables/operators/operator-audit';
import { createOperatorProofs } from './former-operators.ts';
import { hashSecret } from '../crypto/tokens.ts';
import { operatorLockMs } from './operator-registry.ts';
import { formatCall } from './operator-request.ts';

const secret = 'the secret of version 0.1';
let db: TestDatabase;
let world: OperatorWorld;

beforeEach(async () => {
  db = await openTestDatabase();
  world = await openOperatorWorld(db.database);
});
afterEach(() => db.close());

const create = (name: string) => createTestOperator(name, () => world.clock.now);
const lock = { customer: 'maria', reason: 'asked by mail' };

async function findProblem(by: TestOperator): Promise<string> {
  const answer = await world.act(by, 'audit check');
  return answer.ok ? 'intact' : answer.text;
}

/** Adds entries with correct hashes, as somebody with write access to the database can. */
async function forge(entries: readonly Partial<NewOperatorAudit>[]): Promise<void> {
  const [last] = await listNewestAudit(db.database, 1);
  for (const [index, entry] of entries.entries())
    await db.database.transaction((tx) =>
      appendOperatorAudit(tx, {
        at: world.clock.now,
        operator: 'ana',
        act: 'customers lock',
        phase: 'intent',
        intentId: index === 0 ? null : (last?.entryId ?? 0) + index,
        object: 'customer maria',
        detail: '',
        requestHash: null,
        ...entry,
      }),
    );
}

test('operators of version 0.1 register keys with their secrets, and do nothing else with them', async () => {
  for (const [name, role] of [
    ['olga', 'admin'],
    ['paul', 'risk'],
  ] as const) {
    await db.database.query(
      'INSERT INTO operator (name, role, secret_hash, created_at) VALUES ($1, $2, $3, 0)',
      [name, role, hashSecret(secret)],
    );
    await forge([
      { operator: 'nobody', act: 'operator add', detail: JSON.stringify({ name, role }) },
      { operator: 'nobody', act: 'operator add', phase: 'done' },
    ]);
  }
  await createOperatorProofs(Buffer.alloc(32, 7)).proveAll(db.database);
  const { operator: olga, key } = create('olga');
  expect(await world.act(olga, 'operator list')).toMatchObject({
    text: 'operator olga has no key yet: operator rotate olga --key FILE',
  });
  const act = (name: string, command: string, params: Record<string, string>, typed = secret) => {
    const { method, body } = formatCall({ command, params, mode: 'do' });
    return world.service.handle({ body, proof: { method, credentials: { name, secret: typed } } });
  };
  expect(await act('olga', 'operator list', {})).toMatchObject({ refusal: 'not_signed_in' });
  expect(await act('olga', 'operator rotate', { name: 'paul', key })).toMatchObject({
    refusal: 'not_signed_in',
  });
  const rotate = { name: 'olga', key };
  for (let tries = 0; tries < 5; tries += 1)
    expect(await act('olga', 'operator rotate', rotate, 'x')).toMatchObject({ refusal: 'not_signed_in' });
  expect(await act('olga', 'operator rotate', rotate)).toMatchObject({ refusal: 'not_signed_in' }); // locked
  world.clock.now += operatorLockMs;
  expect(await act('olga', 'operator rotate', rotate)).toMatchObject({ ok: true });
  expect(await act('olga', 'operator rotate', rotate)).toMatchObject({
    text: 'this operator has a key: sign the request with it',
  });
  const { operator: paul, key: otherKey } = create('paul');
  expect(await act('paul', 'operator rotate', { name: 'paul', key: otherKey })).toMatchObject({ ok: true });
  expect(await world.act(paul, 'customers lock', lock)).toMatchObject({ ok: true });
  expect(await findProblem(olga)).toBe('intact');
});

test('acts are proven across new keys, proposals and a removal', async () => {
  const ana = await world.createOperator('ana', 'admin');
  const carla = await world.createOperator('carla', 'admin', ana);
  const { operator: dora, key } = create('dora');
  await world.act(ana, 'operator add', { name: 'dora', role: 'risk', key });
  expect(await world.act(carla, 'approve', { proposal: '1' })).toMatchObject({ ok: true });
  await world.act(dora, 'customers lock', lock);
  const { operator: newDora, key: newKey } = create('dora');
  await world.act(dora, 'operator rotate', { name: 'dora', key: newKey });
  await world.act(newDora, 'customers unlock', lock);
  await world.act(carla, 'customers unlock', lock);
  await world.act(ana, 'operator remove', { name: 'dora', reason: 'left' });
  await world.act(carla, 'operator remove', { name: 'dora', reason: 'left' });
  expect(await world.act(ana, 'audit check')).toMatchObject({
    ok: true,
    facts: { 'operators: signed entries': '9' },
  });
});

test('an act without a signature is found', async () => {
  const ana = await world.createOperator('ana', 'admin');
  await forge([{}, { phase: 'done' }]);
  expect(await findProblem(ana)).toBe(
    'the audit log is not proven: entry 3 (ana: customers lock) has no signature',
  );
});

test('a signed request under another act, another operator or another text is found', async () => {
  const ana = await world.createOperator('ana', 'admin');
  await world.act(ana, 'customers lock', lock);
  const [outcome] = await listNewestAudit(db.database, 1);
  const requestHash = outcome?.requestHash ?? null;
  await forge([{ act: 'product halt', requestHash }]);
  expect(await findProblem(ana)).toContain(
    'entry 5 (ana: product halt) differs from the request that ana signed',
  );
});

test('an operator whom the database was given is found, and is refused', async () => {
  const ana = await world.createOperator('ana', 'admin');
  const { operator: eve, key } = create('eve');
  await db.database.query(
    `INSERT INTO operator (name, role, public_key, created_at) VALUES ('eve', 'admin', $1, 0)`,
    [key],
  );
  expect(await findProblem(ana)).toBe('the key of operator eve was not registered by an operator');
  expect(await world.act(eve, 'customers lock', lock)).toMatchObject({ refusal: 'not_signed_in' });
  expect(world.alerts).toContain('ALERT: an operator was changed in the database, and is refused');
});

test('an operator whose role was raised in the database is refused', async () => {
  const ana = await world.createOperator('ana', 'admin');
  const sara = await world.createOperator('sara', 'support', ana);
  await db.database.query(`UPDATE operator SET role = 'admin' WHERE name = 'sara'`);
  expect(await world.act(sara, 'operator list')).toMatchObject({ refusal: 'not_signed_in' });
  await db.database.query(`UPDATE operator SET role = 'support' WHERE name = 'sara'`);
  expect(await world.act(sara, 'operator list')).not.toMatchObject({ refusal: 'not_signed_in' });
});

test('a key that was replaced in the database is found, also with entries that announce it', async () => {
  const ana = await world.createOperator('ana', 'admin');
  const carla = await world.createOperator('carla', 'risk', ana);
  const { operator: eve, key } = create('carla');
  await db.database.query(`UPDATE operator SET public_key = $1 WHERE name = 'carla'`, [key]);
  expect(await world.act(carla, 'operator list')).toMatchObject({ refusal: 'not_signed_in' });
  expect(await findProblem(ana)).toContain('the key of operator carla was not registered');
  const detail = JSON.stringify({ name: 'carla', role: 'risk', key });
  await forge([
    { act: 'operator rotate', detail },
    { act: 'operator rotate', phase: 'done' },
  ]);
  expect(await world.act(eve, 'customers lock', lock)).toMatchObject({ refusal: 'not_signed_in' });
  expect(await findProblem(ana)).toContain('(ana: operator rotate) has no signature');
});

test('a stored request that was changed is found', async () => {
  const ana = await world.createOperator('ana', 'admin');
  await world.act(ana, 'customers lock', lock);
  await db.database.query('ALTER TABLE operator_request DISABLE TRIGGER operator_request_grows_only');
  await db.database.query(`UPDATE operator_request SET body = replace(body, 'maria', 'joao')`);
  expect(await findProblem(ana)).toContain('differs from the request that ana signed');
});

test('requests are kept with their signatures, and are never changed', async () => {
  const ana = await world.createOperator('ana', 'admin');
  const request = ana.requests.sign({ command: 'customers lock', params: lock, mode: 'do' });
  await world.service.handle(request);
  const rows = await db.database.query<{ hash: Buffer; text: string; body: string; signature: string }>(
    'SELECT request_hash AS hash, signed_text AS text, body, signature FROM operator_request',
  );
  expect(rows).toHaveLength(1);
  const { hash, text, ...rest } = rows[0] ?? { hash: Buffer.alloc(0), text: '' };
  expect({ text, ...rest }).toEqual({ ...request.proof, body: request.body });
  expect(hash).toEqual(createHash('sha256').update(text).digest());
  await expect(db.database.query('DELETE FROM operator_request')).rejects.toThrow('never changed');
});
