import { afterAll, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { AccessRefusals, refusalsAlert } from '@salar/services/accounts/access-refusals';
import { userId } from '@salar/protocol';
import { silentLog } from '@salar/services/ports/log';
import { noOrigin } from '@salar/services/ports/request-origin';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { addKey, signHeaders } from '../support/test-keys.ts';

let world: GatewayWorld;
let alerts: string[];
beforeAll(async () => {
  alerts = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void alerts.push(line) });
  world = await openGatewayWorld({ log });
});
afterAll(() => world.close());

async function readRefusals(customer: Customer): Promise<readonly unknown[]> {
  const rows = JSON.parse((await customer.call('GetUserActivity', {})).text) as { Action: string }[];
  return rows.filter(({ Action }) => Action === 'access_refused');
}

test('X4 requests for the accounts of others are recorded once an hour, and many are an alert', async () => {
  const [maria, joao] = [await world.customer(), await world.customer()];
  const walk = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1)
      expect((await maria.call('GetOpenOrders', { AccountId: joao.accountId })).json()).toMatchObject({
        errorcode: 20,
      });
  };
  await walk(refusalsAlert - 1);
  expect(alerts).toEqual([]);
  await walk(2);
  expect(alerts).toHaveLength(1);
  expect(alerts[0]).toContain('ALERT: a customer sends many requests');
  await expect.poll(() => readRefusals(maria)).toHaveLength(1);
  expect((await readRefusals(maria))[0]).toMatchObject({ Action: 'access_refused', Object: 'GetOpenOrders' });

  expect(await readRefusals(joao)).toEqual([]);
});

test('requests beyond the permissions of a key are recorded, too', async () => {
  const luis = await world.customer();
  const key = await addKey(luis, ['AccountReadOnly']);
  await world.call('CancelAllOrders', {}, signHeaders(key, luis));
  await expect.poll(() => readRefusals(luis)).toHaveLength(1);
});

test('every hour has a record of its own', async () => {
  const ana = await world.customer();
  let now = 0;
  const { database, services } = world;
  const { securityLog } = services.accounts;
  const refusals = new AccessRefusals({ database, securityLog, now: () => now, log: silentLog });
  const user = { userId: userId(ana.userId), email: 'ana@example.com' };
  const note = () => refusals.note({ user, origin: noOrigin, call: 'GetDeposits' });
  note();
  note();
  await expect.poll(() => readRefusals(ana)).toHaveLength(1);
  now = 60 * 60_000;
  note();
  await expect.poll(() => readRefusals(ana)).toHaveLength(2);
});
