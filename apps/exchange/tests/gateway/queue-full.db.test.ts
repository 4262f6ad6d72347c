/** The answers to customers while more is requested than the disk can write. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openGatewayWorld } from '../support/gateway-world.ts';
import { TestSocket } from '../support/test-socket.ts';

/** How many commands may wait for the disk before further ones are refused, except cancels. */
const queueMax = 20_000;

test('while the queue is full orders get a retry time, cancels are accepted, and nothing is lost', async () => {
  const world = await openGatewayWorld();
  const maria = await world.customer();
  await world.fund(maria, 'USDT', 1_000_000_000_000n);
  const order = { InstrumentId: 1, Side: 0, OrderType: 2, Quantity: '0.001', LimitPrice: '50000' };
  const { OrderId } = (await maria.call('SendOrder', order)).json();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.app.server.address() as AddressInfo;
  const socket = await TestSocket.open(`ws://127.0.0.1:${port}/WSGateway`);
  await socket.call('WebAuthenticateUser', { SessionToken: maria.token });

  const { sequencer } = world;
  const held = await world.database.connect();
  await held.query('BEGIN; LOCK TABLE journal IN ACCESS EXCLUSIVE MODE');
  const waiting = Array.from({ length: queueMax }, () => sequencer.submit({ type: 'Tick' }));

  const refused = await world.app.inject({
    method: 'POST',
    url: '/AP/SendOrder',
    headers: { aptoken: maria.token },
    payload: JSON.stringify(order),
  });
  expect([refused.statusCode, refused.body]).toEqual([503, 'SERVICE UNAVAILABLE']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const onSocket = await socket.request('SendOrder', order);
  expect([onSocket.m, JSON.parse(onSocket.o)]).toMatchObject([
    5,
    { result: false, errormsg: 'Service Unavailable', detail: 'Try again in 1 s' },
  ]);
  const canceled = maria.call('CancelOrder', { OrderId });
  await new Promise((resolve) => setImmediate(resolve));

  await held.query('ROLLBACK');
  await held.end();
  expect((await canceled).json()).toMatchObject({ result: true });
  expect((await Promise.all(waiting)).every((outcome) => outcome.ok)).toBe(true);
  expect((await maria.call('SendOrder', order)).json()).toMatchObject({ status: 'Accepted' });
  expect((await maria.call('GetOpenOrders')).json()).toHaveLength(1);
  socket.socket.close();
  await once(socket.socket, 'close');
  await world.close();
});
