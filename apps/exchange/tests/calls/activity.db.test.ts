import { checkAudit } from '@salar/store/tables/sign-in/audit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { GatewayWorld } from '../support/gateway-world.ts';

let world: GatewayWorld;
beforeAll(async () => {
  world = await openGatewayWorld();
});
afterAll(() => world.close());

type Row = { readonly Id: number; readonly Action: string; readonly Detail: string | null };
const readList = (text: string) => JSON.parse(text) as readonly Row[];

test('X4 the activity of an account is readable by its customer only, newest first', async () => {
  const maria = await world.customer();
  const joao = await world.customer();
  const basic = Buffer.from(`${maria.userName}:wrong`).toString('base64');
  await world.call('AuthenticateUser', {}, { authorization: basic });
  const rows = readList((await maria.call('GetUserActivity', {})).text);
  expect(rows.map(({ Action }) => Action)).toEqual([
    'sign_in_failed',
    'sign_in',
    'email_verified',
    'registered',
  ]);
  expect(rows[1]).toMatchObject({
    Detail: 'password',
    IpAddress: '127.0.0.1',
    Time: new Date(world.clock.now).toISOString(),
  });
  const others = readList((await joao.call('GetUserActivity', {})).text);
  expect(others.filter(({ Id }) => rows.some((row) => row.Id === Id))).toEqual([]);
  expect((await joao.call('GetUserActivity', { UserId: maria.userId })).json()).toMatchObject({
    errorcode: 20,
  });
});

test('the record is read in pages', async () => {
  const ana = await world.customer();
  const actions = async (page: object) =>
    readList((await ana.call('GetUserActivity', page)).text).map(({ Action }) => Action);
  expect(await actions({ StartIndex: 1, Limit: 1 })).toEqual(['email_verified']);
  expect(await actions({ StartIndex: 3 })).toEqual([]);
  expect(await actions({ Limit: 0 })).toEqual([]);
});

test('X4 the record of all customers is one complete chain', async () => {
  expect(await checkAudit(world.database)).toMatchObject({ isWhole: true });
});
