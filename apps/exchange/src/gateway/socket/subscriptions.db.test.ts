import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openGatewayWorld } from '../testing/gateway-world.ts';
import type { Customer, GatewayWorld } from '../testing/gateway-world.ts';
import { TestSocket } from '../testing/test-socket.ts';

let world: GatewayWorld;
let maria: Customer;
let url: string;
const opened: TestSocket[] = [];
beforeAll(async () => {
  world = await openGatewayWorld();
  maria = await world.customer({ level: 1 });
  await world.fund(maria, 'USDT', 10_000_000_000n);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  url = `ws://127.0.0.1:${(world.app.server.address() as AddressInfo).port}/WSGateway`;
});
afterEach(() => {
  for (const one of opened.splice(0)) one.socket.terminate();
});
afterAll(() => world.close());

const open = async () => {
  const socket = await TestSocket.open(url);
  opened.push(socket);
  return socket;
};

test('best prices are answered at once, and told when they change, with the number of the request', async () => {
  const socket = await open();
  const answer = await socket.ask('SubscribeLevel1', { OMSId: 1, InstrumentId: 1 });
  expect(answer).toMatchObject({ m: 1, n: 'SubscribeLevel1' });
  expect(answer.o).toBe((await world.call('GetLevel1', { OMSId: 1, InstrumentId: 1 })).text);
  const order = { InstrumentId: 1, Side: 'Buy', OrderType: 'Limit', Quantity: '0.001', LimitPrice: '9000' };
  expect((await maria.call('SendOrder', order)).json()).toMatchObject({ status: 'Accepted' });
  const event = await vi.waitFor(() => {
    const heard = socket.heard.find(({ m }) => m === 3);
    expect(heard).toBeDefined();
    return heard;
  });
  expect(event).toMatchObject({ m: 3, i: answer.i, n: 'Level1UpdateEvent' });
  expect(JSON.parse(event?.o ?? '')).toMatchObject({ InstrumentId: 1, BestBid: 9000 });
});

test('an unknown instrument is error 104, and over HTTP there is no subscription', async () => {
  const socket = await open();
  expect(await socket.call('SubscribeLevel1', { OMSId: 1, Symbol: 'NOPE' })).toMatchObject({
    errorcode: 104,
    detail: 'Instrument not Found',
  });
  const overHttp = await world.call('SubscribeLevel1', { OMSId: 1, InstrumentId: 1 });
  expect(overHttp.json()).toMatchObject({ errorcode: 106 });
});
