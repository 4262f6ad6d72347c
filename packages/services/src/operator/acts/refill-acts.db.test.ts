/** Refills from cold storage for operators: one at a time, only as prepared, and only those who may. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accept, refuse } from '@salar/protocol';
import { openOperatorWorld, operatorIds } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { ChainUnavailable } from '../../ports/chain-client.ts';
import type { ColdStorage } from '../../ports/cold-storage.ts';
import { TicketsNotReady } from '../../tickets/chain-access.ts';

const { eth } = operatorIds;

let db: TestDatabase;
let world: OperatorWorld;
let ana: TestOperator;
let carla: TestOperator;
let sara: TestOperator;
let node: 'up' | 'down' | 'starting';

/** Authorises a file that ends with "signed". */
const coldStorage: ColdStorage = {
  address: '0xC0',
  async prepare({ product, amount }) {
    if (node === 'down') throw new ChainUnavailable('the node is down');
    return accept(`${amount} ${product}`);
  },
  authorise: async (prepared, file) =>
    file === `${prepared} signed` ? accept('0xsignatures') : refuse('the refill has 2 of 3 signatures'),
  isOpen: async () => true,
};

beforeAll(async () => {
  db = await openTestDatabase();
  world = await openOperatorWorld(db.database, {
    networks: [
      { chainId: 31337, name: 'ethereum', assets: [{ productId: eth, contract: null, decimals: 18 }] },
    ],
    coldStorages: () => {
      if (node === 'starting') throw new TicketsNotReady();
      return new Map([[31337, coldStorage]]);
    },
  });
  ana = await world.createOperator('ana', 'admin');
  carla = await world.createOperator('carla', 'finance', ana);
  sara = await world.createOperator('sara', 'support', ana);
});
afterAll(() => db.close());
beforeEach(() => {
  node = 'up';
});

const prepare = (by = carla, changes: Record<string, string> = {}) =>
  world.act(by, 'refill prepare', { network: 'ethereum', product: 'ETH', amount: '1.5', ...changes });
const send = (refill: string, file: string) => world.act(carla, 'refill send', { refill, file });
const drop = (refill: string) => world.act(carla, 'refill drop', { refill, reason: 'the owners are away' });

test.each([
  [{ network: 'mars' }, 'not_found'],
  [{ product: 'XYZ' }, 'not_found'],
  [{ product: 'COP' }, 'not_possible'],
  [{ amount: '0' }, 'amount_wrong'],
  [{ amount: '1.0000000000000000001' }, 'amount_wrong'],
])('a refill with %j is refused', async (changes, refusal) => {
  expect(await prepare(carla, changes)).toMatchObject({ ok: false, refusal });
});

test('support cannot prepare a refill, and no operator can without cold storage or its node', async () => {
  expect(await prepare(sara)).toMatchObject({ refusal: 'not_permitted' });
  node = 'down';
  expect(await prepare()).toMatchObject({ refusal: 'unavailable' });
  node = 'starting';
  expect(await prepare()).toMatchObject({ refusal: 'unavailable' });
  expect(await world.act(carla, 'refill list', {})).toMatchObject({ rows: [] });
});

test('one refill of a network is open: it is dropped before another is prepared', async () => {
  const answer = await prepare();
  expect(answer).toMatchObject({ ok: true, file: { name: 'refill-1.txt' } });
  const file = answer.ok ? answer.file?.base64 : undefined;
  expect(Buffer.from(file ?? '', 'base64').toString()).toBe('1500000000000000000 ETH');
  expect(await prepare()).toMatchObject({ refusal: 'not_possible' });
  expect(await drop('1')).toMatchObject({ ok: true });
  expect(await drop('1')).toMatchObject({ refusal: 'not_possible' });
  expect(await prepare()).toMatchObject({ ok: true, file: { name: 'refill-2.txt' } });
});

test('a refill is sent once, with the file that its owners have signed', async () => {
  expect(await send('9', 'x')).toMatchObject({ refusal: 'not_found' });
  expect(await send('1', '1500000000000000000 ETH signed')).toMatchObject({ refusal: 'not_possible' });
  expect(await send('2', '1500000000000000000 ETH')).toMatchObject({
    text: 'the refill has 2 of 3 signatures',
  });
  expect(await send('2', '1500000000000000000 ETH signed')).toMatchObject({ ok: true });
  expect(await send('2', '1500000000000000000 ETH signed')).toMatchObject({ refusal: 'not_possible' });
  expect(await drop('2')).toMatchObject({ refusal: 'not_possible' });
  expect(await world.act(carla, 'refill list', {})).toMatchObject({
    rows: [
      { refill: '2', status: 'Signed', network: 'ethereum', amount: '1.5 ETH' },
      { refill: '1', status: 'Dropped' },
    ],
  });
});
