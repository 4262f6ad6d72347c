/** Markets: restricted by one operator, reopened in stages by two, and every preview says what becomes of the orders. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instrumentId, lots, millis, minor, sequence, ticks, userId } from '@salar/protocol';
import type { AccountId, Command, InstrumentState, Side } from '@salar/protocol';
import { listOperatorAudit } from '@salar/store/tables/operators/operator-audit';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openOperatorWorld, operatorIds } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';

const { eth, cop } = operatorIds;
const ethCop = instrumentId(1);
const halt = { instrument: 'ETHCOP', cause: 'volatility', reason: 'a price source is wrong' };
const reopen = { instrument: 'ETHCOP', cause: 'opening', reason: 'the source is back' };
const resume = { instrument: 'ETHCOP', reason: 'the book is deep again' };

let db: TestDatabase;
let world: OperatorWorld;
let ana: TestOperator;
let bruno: TestOperator;
let carla: TestOperator;

beforeAll(async () => {
  db = await openTestDatabase();
  world = await openOperatorWorld(db.database);
  ana = await world.createOperator('ana', 'admin');
  bruno = await world.createOperator('bruno', 'finance', ana);
  carla = await world.createOperator('carla', 'risk', ana);
  apply({
    type: 'DefineInstrument',
    instrumentId: ethCop,
    symbol: 'ETHCOP',
    baseProductId: eth,
    quoteProductId: cop,
    tickSize: minor(100_000n),
    lotSize: minor(10n ** 14n),
    quantityMin: lots(1n),
    notionalMin: minor(0n),
  });
  world.fund(world.maria.accountId, eth, 10n ** 18n);
  world.fund(world.joao.accountId, cop, 10n ** 12n);
});
afterAll(() => db.close());

function apply(command: Command) {
  const stamp = { sequence: sequence(world.engine.lastSequence + 1), at: millis(world.clock.now) };
  const outcome = world.engine.apply(command, stamp);
  return outcome.ok ? 'accepted' : outcome.refusal;
}

const place = (accountId: AccountId, side: Side, price: number) =>
  apply({
    type: 'PlaceOrder',
    accountId,
    userId: userId(1),
    instrumentId: ethCop,
    side,
    clientOrderId: 0,
    isQuote: false,
    orderType: 'limit',
    terms: null,
    timeInForce: 'gtc',
    price: ticks(price),
    quantity: lots(1n),
  });
const getState = () => world.engine.instrument(ethCop)?.state;
const show = (by: TestOperator, command: string, params: Readonly<Record<string, string>>) =>
  world.service.handle(by.requests.sign({ command, params, mode: 'show' }));
const act = (by: TestOperator, command: string, params: Readonly<Record<string, string>> = {}) =>
  world.act(by, command, params);

/** Brings the market to a state, whatever the way that operators would have to take. */
function begin(state: InstrumentState): void {
  const set = (next: InstrumentState) =>
    apply({ type: 'SetInstrumentState', instrumentId: ethCop, state: next, cause: 'none' });
  for (const step of ['post_only', 'running', state] as const) set(step);
}

test('one operator halts a market; the preview says what becomes of the orders, and customers see the cause', async () => {
  for (const price of [15_100, 15_200, 15_300]) place(world.maria.accountId, 'sell', price);
  const preview = await show(carla, 'market halt', halt);
  expect(preview).toMatchObject({
    ok: true,
    facts: {
      market: 'ETHCOP',
      now: 'running',
      afterwards: 'halted',
      'customers see': 'volatility',
      'open orders': '3 stay in the book',
      'waiting stops': '0 wait on',
      'new orders': 'all are refused; open orders can be canceled',
      undo: 'market postonly ETHCOP, then market resume ETHCOP',
    },
  });
  expect(getState()).toBe('running');
  place(world.maria.accountId, 'sell', 15_400); // orders arrive until it is confirmed
  const { seen } = preview as { seen: string };
  const done = await world.service.handle(
    carla.requests.sign({ command: 'market halt', params: halt, mode: 'do', seen }),
  );
  expect(done).toMatchObject({ ok: true, text: 'ETHCOP is halted.' });
  expect(world.engine.instrument(ethCop)).toMatchObject({ state: 'paused', cause: 'volatility' });
  expect(place(world.joao.accountId, 'buy', 15_100)).toBe('market_not_running');
  expect(await act(bruno, 'market list')).toMatchObject({
    rows: [{ market: 'ETHCOP', state: 'halted', cause: 'volatility', 'orders in the book': '4' }],
  });
  const [intent, outcome] = await listOperatorAudit(db.database, 'market ETHCOP');
  expect(outcome).toMatchObject({ operator: 'carla', act: 'market halt', phase: 'done' });
  expect(JSON.parse(intent?.detail ?? '')).toMatchObject({
    reason: halt.reason,
    'open orders': '4 stay in the book',
  });
});

test('it reopens in two stages, each by two operators, and the same act by one of them is not enough', async () => {
  begin('paused');
  expect(await act(carla, 'market resume', resume)).toMatchObject({ refusal: 'not_possible' });
  expect(await act(carla, 'market postonly', reopen)).toMatchObject({ ok: true });
  expect(await act(carla, 'market postonly', reopen)).toMatchObject({ refusal: 'already_proposed' });
  expect(getState()).toBe('paused');
  expect(await act(ana, 'market postonly', reopen)).toMatchObject({ text: 'ETHCOP is post-only.' });
  expect(await act(ana, 'market resume', resume)).toMatchObject({ ok: true });
  expect(getState()).toBe('post_only');
  expect(await act(carla, 'market resume', resume)).toMatchObject({ text: 'ETHCOP is running.' });
  expect(world.engine.instrument(ethCop)).toMatchObject({ state: 'running', cause: 'none' });
});

test('stopping a market takes two operators, because it cancels every order', async () => {
  begin('running');
  const open = world.engine.openOrders(world.maria.accountId).length;
  expect(open).toBeGreaterThan(0);
  expect(await act(carla, 'market stop', halt)).toMatchObject({
    facts: { 'open orders': `${open} are canceled, and what they hold is released` },
  });
  expect(getState()).toBe('running');
  expect(await act(ana, 'market stop', halt)).toMatchObject({ text: 'ETHCOP is stopped.' });
  expect(world.engine.openOrders(world.maria.accountId)).toEqual([]);
  for (const command of ['market cancelonly', 'market halt'])
    expect(await act(carla, command, halt)).toMatchObject({ refusal: 'not_possible' });
  expect(await show(carla, 'market postonly', reopen)).toMatchObject({
    text: 'market postonly: this needs two operators and will be proposed.',
  });
});

const strict = ['running', 'post_only', 'cancel_only', 'paused'] as const;
const commands = ['market postonly', 'market cancelonly', 'market halt'] as const;
const people = strict.flatMap((before, from) =>
  commands.flatMap((command, index) => (from === index + 1 ? [] : [[before, command, from > index + 1]])),
) as [InstrumentState, string, boolean][];

describe('people per act', () => {
  test.each(people)('from %s, %s: two operators %s', async (before, command, isLoosened) => {
    begin(before);
    const preview = await show(carla, command, { ...halt, reason: `${before} ${command}` });
    const text = isLoosened ? 'this needs two operators' : 'this is what will be done';
    expect(preview).toMatchObject({ ok: true, text: expect.stringContaining(text) });
  });

  test('another cause of the same state takes one operator, the same cause is refused', async () => {
    begin('paused');
    expect(await act(carla, 'market halt', halt)).toMatchObject({ ok: true });
    expect(await act(carla, 'market halt', { ...halt, cause: 'incident' })).toMatchObject({ ok: true });
    expect(await act(ana, 'market halt', { ...halt, cause: 'incident' })).toMatchObject({
      refusal: 'not_possible',
    });
    expect(world.engine.instrument(ethCop)?.cause).toBe('incident');
  });
});

test.each([
  ['market halt', { ...halt, cause: 'none' }, 'params_wrong'],
  ['market halt', { ...halt, cause: 'send your coins to 0xbad' }, 'params_wrong'],
  ['market halt', { ...halt, instrument: 'BTCCOP' }, 'not_found'],
  ['market halt', { instrument: 'ETHCOP', reason: 'no cause' }, 'params_wrong'],
  ['market halt', { instrument: 'ETHCOP', cause: 'incident' }, 'params_wrong'],
])('%s %j is refused', async (command, params, refusal) => {
  begin('running');
  expect(await act(carla, command, params)).toMatchObject({ ok: false, refusal });
  expect(getState()).toBe('running');
});

test.each(['postonly', 'cancelonly', 'halt', 'stop', 'resume'])(
  'finance and support may not use market %s',
  async (word) => {
    expect(await act(bruno, `market ${word}`, { ...halt })).toMatchObject({
      refusal: word === 'resume' ? 'params_wrong' : 'not_permitted',
    });
  },
);

test('a halt that a crash interrupted is in force, and one that never reached the ledger is not', async () => {
  begin('running');
  world.cutPower();
  await expect(act(carla, 'market halt', halt)).rejects.toThrow('the power is gone');
  await world.reopen();
  expect(getState()).toBe('running');
  expect(await act(carla, 'market halt', halt)).toMatchObject({ ok: true });
});
