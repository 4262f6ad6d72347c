/** Tests that the first operators of an exchange in production create themselves together, with their signatures. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatFounding } from '@salar/approvals/founding';
import type { FoundingDocument } from '@salar/approvals/founding';
import { createFileSigner, createPasskey, createSshSigner } from '@salar/approvals/test-signers';
import { createTestOperator, openOperatorWorld } from '@salar/testing/operator-world';
import type { OperatorWorld } from '@salar/testing/operator-world';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import type { OperatorAnswer } from '../act.ts';

let db: TestDatabase;
let world: OperatorWorld;

beforeEach(async () => {
  db = await openTestDatabase();
  world = await openOperatorWorld(db.database, { needsFounding: true });
});
afterEach(() => db.close());

const installation = 'exchange.example.com';
const people = {
  ana: createFileSigner(),
  carla: createSshSigner(),
  diego: createFileSigner(),
  dora: createPasskey(),
};
type Name = keyof typeof people;
type Founder = readonly [Name, string];
const admins: readonly Founder[] = [
  ['ana', 'admin'],
  ['carla', 'admin'],
  ['diego', 'admin'],
];
const founders: readonly Name[] = ['ana', 'carla', 'diego'];

function write(founders: readonly Founder[], change: Partial<FoundingDocument> = {}): string {
  const named = founders.map(([name, role]) => ({ name, role, key: people[name].key }));
  return formatFounding({ installation, at: 1_767_614_400_000, founders: named, ...change }) ?? '';
}

function found(document: string, signers: readonly Name[], signed = document): Promise<OperatorAnswer> {
  const signature = JSON.stringify(
    Object.fromEntries(signers.map((name) => [name, people[name].sign(signed).trim()])),
  );
  return world.act(null, 'operator found', { document, signature });
}

test('three admins create themselves, and the audit log proves it', async () => {
  expect(await found(write(admins), founders)).toMatchObject({
    text: 'The first operators are ana, carla, diego.',
  });
  const { operator: ana } = createTestOperator('ana', () => world.clock.now, people.ana);
  const { operator: carla } = createTestOperator('carla', () => world.clock.now, people.carla);
  expect(await world.act(carla, 'operator list')).toMatchObject({
    rows: [{ name: 'ana' }, { name: 'carla' }, { name: 'diego' }],
  });
  expect(await world.act(ana, 'audit check')).toMatchObject({ ok: true });
  expect(await found(write(admins), founders)).toMatchObject({ refusal: 'not_signed_in' });
  const again = { document: write(admins), signature: '{}' };
  expect(await world.act(ana, 'operator found', again)).toMatchObject({ refusal: 'not_possible' });
});

test('no operator is created alone', async () => {
  const { key } = createTestOperator('eve', Date.now);
  expect(await world.act(null, 'operator add', { name: 'eve', role: 'admin', key })).toMatchObject({
    refusal: 'not_signed_in',
    text: expect.stringContaining('at least two people') as string,
  });
  expect(await found(write(admins.slice(0, 2)), ['ana', 'carla'])).toMatchObject({
    text: 'the document names fewer than 3 operators',
  });
});

test('one of two admins cannot end or replace the access of the other, and so become two operators', async () => {
  await found(write(admins), founders);
  const sign = (name: Name) => createTestOperator(name, () => world.clock.now, people[name]).operator;
  const [ana, carla] = [sign('ana'), sign('carla')];
  await world.act(ana, 'operator remove', { name: 'diego', reason: 'left' });
  expect(await world.act(carla, 'approve', { proposal: '1' })).toMatchObject({ ok: true });
  const { key } = createTestOperator('eve', Date.now);
  for (const [command, params] of [
    ['operator remove', { reason: 'left' }],
    ['operator unenrol', { reason: 'lost' }],
    ['operator rotate', { key }],
  ] as const)
    expect(await world.act(ana, command, { name: 'carla', ...params }), command).toMatchObject({
      text: 'carla is the only other admin, and a third one must agree: have at least three admins',
    });
  await world.act(ana, 'operator add', { name: 'eve', role: 'admin', key });
  expect(await world.act(carla, 'operator list')).toMatchObject({
    rows: [{ name: 'ana' }, { name: 'carla' }, { name: 'diego' }],
  });
});

test('the founding in the audit log is verified', async () => {
  await found(write(admins), founders);
  const { operator: ana } = createTestOperator('ana', () => world.clock.now, people.ana);
  await db.database.query('ALTER TABLE operator_audit DISABLE TRIGGER operator_audit_grows_only');
  await db.database.query(
    `UPDATE operator_audit SET detail = replace(detail, 'carla', 'paula') WHERE entry_id = 1`,
  );
  expect(await world.act(ana, 'audit check')).toMatchObject({
    text: expect.stringContaining('entry 1') as string,
  });
});

test.each<[string, () => Promise<OperatorAnswer>, string]>([
  [
    'a missing signature',
    () => found(write(admins), ['ana']),
    'not every operator of the document has signed it',
  ],
  [
    'a signature of another document',
    () => found(write(admins), founders, write(admins, { at: 0 })),
    'a signature is not by the key in the document',
  ],
  [
    'another exchange',
    () => found(write(admins, { installation: 'other.example.com' }), founders),
    'the document is for other.example.com, and this exchange is exchange.example.com',
  ],
  [
    'two admins only',
    () =>
      found(
        write([
          ['ana', 'admin'],
          ['carla', 'admin'],
          ['diego', 'risk'],
        ]),
        founders,
      ),
    'at least 3 of the first operators are admins',
  ],
  [
    'an unknown role',
    () => found(write([...admins, ['dora', 'owner']]), [...founders, 'dora']),
    'there is no role owner',
  ],
  [
    'a passkey',
    () => found(write([...admins, ['dora', 'risk']]), [...founders, 'dora']),
    'the key of dora is a passkey, with which no command can be signed',
  ],
  [
    'another text',
    () => found('salar/founding/v1\n', ['ana']),
    'this is not a founding document: operator founding-text writes one',
  ],
])('%s is refused', async (_name, attempt, text) => {
  expect(await attempt()).toMatchObject({ ok: false, text });
  expect(await db.database.query('SELECT name FROM operator')).toEqual([]);
});
