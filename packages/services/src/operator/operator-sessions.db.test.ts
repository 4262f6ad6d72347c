/** Tests the second factor of operators: enrolment, codes, and the end of sessions. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TOTP, URI } from 'otpauth';
import { openOperatorWorld } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { listNewestAudit } from '@salar/store/tables/operators/operator-audit';
import { sessionIdleMaxMs } from './operator-sessions.ts';

let db: TestDatabase;
let world: OperatorWorld;
let ana: TestOperator;
let authenticator: TOTP;

beforeEach(async () => {
  db = await openTestDatabase();
  world = await openOperatorWorld(db.database, { needsFactor: true });
  ana = await world.createOperator('ana', 'admin');
  authenticator = await enrol(ana);
});
afterEach(() => db.close());

async function enrol(operator: TestOperator): Promise<TOTP> {
  const answer = await world.act(operator, 'session enrol');
  const read = URI.parse(answer.ok ? (answer.facts?.['authenticator'] ?? '') : '');
  if (!(read instanceof TOTP)) throw new Error('the authenticator has codes by time');
  return read;
}

/** Begins a session with the next code: time passes, because a code is used once. */
function start(operator: TestOperator, app = authenticator) {
  world.clock.now += 30_000;
  return world.act(operator, 'session start', { code: app.generate({ timestamp: world.clock.now }) });
}

test('no command works before a code, and each one continues the session until 15 minutes pass', async () => {
  expect(await world.act(ana, 'operator list')).toMatchObject({ refusal: 'session_needed' });
  expect(await start(ana)).toMatchObject({ ok: true });
  for (let requests = 0; requests < 3; requests += 1) {
    world.clock.now += sessionIdleMaxMs - 1;
    expect(await world.act(ana, 'operator list')).toMatchObject({ ok: true });
  }
  world.clock.now += sessionIdleMaxMs;
  expect(await world.act(ana, 'operator list')).toMatchObject({ refusal: 'session_needed' });
});

test('a session ends by its command and with a restart', async () => {
  await start(ana);
  expect(await world.act(ana, 'session end')).toMatchObject({ ok: true });
  expect(await world.act(ana, 'operator list')).toMatchObject({ refusal: 'session_needed' });
  await start(ana);
  await world.reopen();
  expect(await world.act(ana, 'operator list')).toMatchObject({ refusal: 'session_needed' });
});

test('a code begins one session, and is not that of another operator', async () => {
  await start(ana);
  const bruno = await world.createOperator('bruno', 'risk', ana);
  await enrol(bruno);
  expect(await start(bruno)).toMatchObject({ refusal: 'code_wrong' });
  const used = { code: authenticator.generate({ timestamp: world.clock.now }) };
  expect(await world.act(ana, 'session start', used)).toMatchObject({ ok: true });
  expect(await world.act(ana, 'session start', used)).toMatchObject({ refusal: 'code_wrong' });
  expect(await world.act(bruno, 'operator list')).toMatchObject({ refusal: 'session_needed' });
});

test('five wrong codes lock, the right one included, and are in the audit log', async () => {
  for (let tries = 0; tries < 5; tries += 1)
    expect(await world.act(ana, 'session start', { code: 'x' })).toMatchObject({ refusal: 'code_wrong' });
  const [entry] = await listNewestAudit(db.database, 1);
  expect(entry).toMatchObject({ operator: 'ana', act: 'session start', phase: 'refused' });
  expect(await start(ana)).toMatchObject({ text: 'too many wrong codes: locked for a while' });
  world.clock.now += 15 * 60_000;
  expect(await start(ana)).toMatchObject({ ok: true });
});

test('an authenticator is replaced only after another operator has removed it', async () => {
  await start(ana);
  expect(await world.act(ana, 'session enrol')).toMatchObject({ refusal: 'not_possible' });
  const unenrol = { name: 'ana', reason: 'a lost phone' };
  expect(await world.act(ana, 'operator unenrol', unenrol)).toMatchObject({ refusal: 'not_possible' });
  const carla = await world.createOperator('carla', 'admin', ana);
  const other = await enrol(carla);
  await start(carla, other);
  expect(await world.act(carla, 'operator unenrol', unenrol)).toMatchObject({ refusal: 'not_possible' });
  const dora = await world.createOperator('dora', 'admin', ana);
  expect(await world.act(carla, 'approve', { proposal: '1' })).toMatchObject({ ok: true });
  await start(dora, await enrol(dora));
  await world.act(carla, 'operator unenrol', unenrol);
  expect(await start(ana)).toMatchObject({ ok: true });
  expect(await world.act(dora, 'operator unenrol', unenrol)).toMatchObject({ ok: true });
  const next = await enrol(ana);
  expect(await start(ana)).toMatchObject({ refusal: 'code_wrong' });
  expect(await start(ana, next)).toMatchObject({ ok: true });
  expect(await world.act(ana, 'audit check')).toMatchObject({ ok: true });
});

test('the secret of an authenticator is in no row in plain form', async () => {
  const rows = await db.database.query<{ secret: Buffer }>('SELECT totp_secret AS secret FROM operator');
  expect(rows[0]?.secret.includes(Buffer.from(authenticator.secret.buffer))).toBe(false);
});
