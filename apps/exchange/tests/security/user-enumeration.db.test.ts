/** Strangers cannot learn who is a customer: known and unknown names get the same answers, with the same work. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';

const work: string[] = [];
let world: GatewayWorld;
let maria: Customer;
beforeAll(async () => {
  world = await openGatewayWorld({ onHash: (kind) => work.push(kind) });
  maria = await world.customer();
  // The first unknown name creates the hash that later ones are compared with.
  await world.call('AuthenticateUser', { UserName: 'warm-up', Password: 'x' });
});
afterAll(() => world.close());

/** Returns the answer of a call, and the password work that it took. */
const requested = async (name: string, body: unknown) => {
  work.length = 0;
  const { status, text } = await world.call(name, body);
  return { status, text, work: [...work] };
};

test('P4 a wrong password and an unknown name take the same hash and give the same bytes', async () => {
  const known = await requested('AuthenticateUser', { UserName: maria.userName, Password: 'wrong' });
  const unknown = await requested('AuthenticateUser', { UserName: 'nobody', Password: 'wrong' });
  expect(unknown).toEqual(known);
  expect(known.work).toEqual(['verify']);
});

test('P4 a failed try adds as many entries to the record whether the name exists or not', async () => {
  const entries = async () => {
    const [row] = await world.database.query<{ count: number }>('SELECT count(*) AS count FROM audit_entry');
    return row?.count ?? 0;
  };
  const grownBy = async (UserName: string) => {
    const before = await entries();
    await world.call('AuthenticateUser', { UserName, Password: 'wrong' });
    return (await entries()) - before;
  };
  expect(await grownBy('nobody')).toBe(1);
  expect(await grownBy(maria.userName)).toBe(1);
  const record = JSON.stringify(await world.database.query('SELECT * FROM audit_entry'));
  expect(record).not.toContain('nobody');
});

test.each([
  ['ResetPassword', (login: string) => ({ UserName: login })],
  ['ResendVerificationEmail', (login: string) => ({ Email: login })],
])('E5 %s answers a known and an unknown address with the same bytes', async (name, body) => {
  const known = await requested(name, body(`${maria.userName}@example.com`));
  expect(await requested(name, body('nobody@example.com'))).toEqual(known);
});

test('E1 wrong, foreign, expired, used and unknown codes are refused with the same bytes', async () => {
  const pedro = await world.customer();
  const mailed = async (customer: Customer) => {
    await world.call('ResetPassword', { UserName: customer.userName });
    return world.codeFor(`${customer.userName}@example.com`);
  };
  const other = await mailed(pedro);
  const used = await mailed(pedro);
  const reset = (UserId: number, PendingCode: string) =>
    requested('ResetPassword2', { UserId, PendingCode, Password: 'Lantern-orbit-4' });
  const first = await reset(pedro.userId, 'y'.repeat(43));
  expect((await reset(pedro.userId, used)).text).toContain('"result":true');
  const refusals = [
    await reset(pedro.userId, used),
    await reset(pedro.userId, other), // mailed before the new password
    await reset(pedro.userId, 'x'.repeat(43)),
    await reset(pedro.userId, await mailed(maria)),
    await reset(999_999, used),
  ];
  const expired = await mailed(pedro);
  world.clock.now += 30 * 60_000;
  refusals.push(await reset(pedro.userId, expired));
  for (const refusal of refusals) expect(refusal).toEqual(first);
  expect(first).toMatchObject({ status: 200, work: [] });
  expect(first.text).toContain('Invalid or expired code');
});
