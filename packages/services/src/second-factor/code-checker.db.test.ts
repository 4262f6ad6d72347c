import { assert, millis } from '@salar/protocol';
import type { User } from '@salar/store/tables/customers/users';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { insertTestUser } from '@salar/testing/test-customers';
import { HOTP, Secret } from 'otpauth';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SealedBox } from '../crypto/sealed-box.ts';
import { RowMacs } from '../crypto/row-macs.ts';
import { UserRecords } from '../accounts/user-records.ts';
import { SecurityLog } from '../accounts/security-log.ts';
import { silentLog } from '../ports/log.ts';
import { noOrigin } from '../ports/request-origin.ts';
import { CodeChecker, wrongCodesPerDay } from './code-checker.ts';
import { FactorRecords } from './factor-records.ts';
import { createTotpSecret } from './totp.ts';

const step = 60_000_000;
const hour = 60 * 60_000;

const box = new SealedBox(Buffer.alloc(32, 5));
const macs = new RowMacs({ box, log: silentLog });
const records = new UserRecords(macs);
const factors = new FactorRecords({ records, macs });
let db: TestDatabase;
let ana: User;
let secret: Buffer;
let now: number;
let checker: CodeChecker;
/** A checker as another process has it, or the same one after a restart: nothing in memory. */
const newChecker = () => {
  const notifier = { enqueue: async () => undefined };
  const securityLog = new SecurityLog({ database: db.database, notifier, now: () => now });
  return new CodeChecker({
    database: db.database,
    factors,
    box,
    securityLog,
    now: () => now,
  });
};
beforeEach(async () => {
  db = await openTestDatabase();
  now = step * 30_000;
  ana = await insertTestUser(db.database, 'ana', { records });
  checker = newChecker();
  secret = createTotpSecret();
  const sealed = checker.sealSecret(secret, ana.userId);
  const enabled = { secret: sealed, madeAt: millis(now), enabledAt: millis(now) };
  await db.database.transaction((tx) => factors.change(tx, ana.userId, () => enabled));
});
afterEach(() => db.close());

const createCode = (counter: number) =>
  HOTP.generate({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }), counter });
const check = (code: string, scope: 'account' | 'withdrawal' = 'account', by = checker) =>
  by.check({ user: ana, code, scope, origin: noOrigin });
const wrongCode = () => {
  const current = Math.floor(now / 30_000);
  const right = [current - 1, current, current + 1].map(createCode);
  return ['000000', '000001', '000002', '000003'].find((code) => !right.includes(code)) ?? '';
};

test('F1 of twenty concurrent checks of one code, in two processes, one succeeds', async () => {
  const others = [checker, newChecker()];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => check(createCode(step), 'account', others[index % 2])),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
});

test('F1 a used code stays used after a restart, and so does every earlier one', async () => {
  expect(await check(createCode(step))).toEqual({ ok: true, value: null });
  for (const code of [createCode(step), createCode(step - 1)])
    expect(await check(code, 'account', newChecker())).toEqual({ ok: false, refusal: 'code_wrong' });
  now += 30_000;
  expect(await check(createCode(step + 1), 'account', newChecker())).toEqual({ ok: true, value: null });
});

test('F1 each scope accepts a code once', async () => {
  const taken = [];
  for (const scope of ['account', 'withdrawal', 'account', 'withdrawal'] as const)
    taken.push((await check(createCode(step), scope)).ok);
  expect(taken).toEqual([true, true, false, false]);
});

test('F2 attempts are counted over any 24 hours, not from midnight, and across restarts', async () => {
  const since = now;
  for (let count = 0; count < wrongCodesPerDay; count += 1) {
    expect(await check(wrongCode(), 'account', newChecker())).toMatchObject({ refusal: 'code_wrong' });
    now += hour / 2;
  }
  const day = 24 * hour;
  now = since + day - 1;
  expect(await check(createCode(Math.floor(now / 30_000)))).toMatchObject({ refusal: 'too_many_codes' });
  now = since + day;
  expect(await check(createCode(Math.floor(now / 30_000)))).toMatchObject({ ok: true });
  expect(await check(wrongCode())).toMatchObject({ refusal: 'code_wrong' });
  expect(await check(wrongCode())).toMatchObject({ refusal: 'too_many_codes' });
});

test('X2 a secret is sealed for its customer: in another customer’s row it does not open', async () => {
  const row = await factors.find(db.database, ana.userId);
  assert(row.secret !== null, 'the secret is stored');
  expect(row.secret.includes(secret)).toBe(false);
  const { secret: sealed } = row;
  expect(checker.openSecret(sealed, ana.userId)).toEqual(secret);
  expect(() => checker.openSecret(sealed, (ana.userId + 1) as typeof ana.userId)).toThrow();
});
