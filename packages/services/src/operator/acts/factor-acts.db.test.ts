/** Resets of lost second factors: two operators, a mail, and three days. */
import { millis } from '@salar/protocol';
import type { User } from '@salar/store/tables/customers/users';
import { openOperatorWorld } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';

const hour = 60 * 60_000;

let db: TestDatabase;
let world: OperatorWorld;
let ana: TestOperator;
let bruno: TestOperator;
beforeEach(async () => {
  db = await openTestDatabase();
  world = await openOperatorWorld(db.database);
  ana = await world.createOperator('ana', 'admin');
  bruno = await world.createOperator('bruno', 'risk', ana);
  await switchOn(world.maria);
});
afterEach(() => db.close());

async function switchOn({ userId }: User): Promise<void> {
  const at = millis(world.clock.now);
  const enabled = { secret: Buffer.from('sealed'), madeAt: at, enabledAt: at };
  await db.database.transaction((tx) => world.factors.change(tx, userId, () => enabled));
}
const reset = (by: TestOperator, user = 'maria') =>
  world.act(by, 'factor reset', { user, reason: 'phone lost, seen by video' });
const dueAt = async () => (await world.factors.find(db.database, world.maria.userId)).resetDueAt;

test('F4 one operator proposes, another approves, and the owner gets a mail when it is planned', async () => {
  expect(await reset(ana)).toMatchObject({
    ok: true,
    text: expect.stringContaining('waits for another') as string,
  });
  expect([await dueAt(), world.notices]).toEqual([null, []]);
  expect(await reset(ana)).toMatchObject({ ok: false, refusal: 'already_proposed' });
  expect(await world.act(ana, 'approve', { proposal: '1' })).toMatchObject({
    ok: false,
    refusal: 'needs_another',
  });
  expect(await dueAt()).toBeNull();
  expect(await reset(bruno)).toMatchObject({ ok: true });
  expect(await dueAt()).toBe(world.clock.now + 72 * hour);
  expect(world.notices).toEqual([{ to: 'maria@example.com', action: 'second_factor_reset_planned' }]);
});

test('F4 a repeated request neither delays nor advances it', async () => {
  await reset(ana);
  await reset(bruno);
  const planned = await dueAt();
  world.clock.now += hour;
  expect(await reset(ana)).toMatchObject({ ok: false, text: 'maria has a reset planned already' });
  expect(await dueAt()).toBe(planned);
});

test('operators get different refusals for a customer without a second factor and an unknown one', async () => {
  expect(await reset(ana, 'joao')).toMatchObject({ ok: false, text: 'joao has no second factor' });
  expect(await reset(ana, 'nobody')).toMatchObject({ ok: false, refusal: 'not_found' });
});

test('A2 support cannot request it, and no operator for their own account', async () => {
  const carla = await world.createOperator('carla', 'support', ana);
  expect(await reset(carla)).toMatchObject({ ok: false, refusal: 'not_permitted' });
  const owner = await world.createOperator('maria-at-work', 'admin', ana, 'maria');
  expect(await reset(owner)).toMatchObject({ ok: false, refusal: 'own_account' });
});
