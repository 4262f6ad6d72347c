/** Calls that answer from engine state, while the commit of what they would show is held back. */
import { instrumentId } from '@salar/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';

let world: GatewayWorld;
let maria: Customer;
beforeAll(async () => {
  world = await openGatewayWorld();
  maria = await world.customer({ level: 1, userName: 'maria' });
  await world.fund(maria, 'USDT', 1_000_000_000n);
});
afterAll(() => world.close());

const order = { InstrumentId: 1, Side: 0, OrderType: 2, Quantity: '0.001', LimitPrice: '50000' };

/** Calls of every chapter that shows engine state, each with an input that it accepts. */
const calls: readonly (readonly [name: string, input?: Readonly<Record<string, unknown>>])[] = [
  ['GetInstruments'],
  ['GetInstrument', { InstrumentId: 1 }],
  ['GetInstrumentAttributes'],
  ['GetProducts'],
  ['GetProduct', { ProductId: 1 }],
  ['GetProductAttributes'],
  ['GetTreasuryProductsForAccount'],
  ['GetAccountFees'],
  ['GetOmsFeeTiers'],
  ['GetDepositFee', { ProductId: 1, Amount: 1 }],
  ['GetWithdrawFee', { ProductId: 1, Amount: 1 }],
  ['GetOMSDepositFees'],
  ['GetOMSWithdrawFees'],
  ['GetOrderFee', { InstrumentId: 1, Quantity: 1, Price: 50_000, OrderType: 2, Side: 0 }],
  ['GetDepositTemplateTypes', { ProductId: 1 }],
  ['GetWithdrawFormTemplateTypes', { ProductId: 1 }],
  ['GetDepositTickets'],
  ['GetWithdrawTickets'],
  ['GetDeposits'],
  ['GetWithdraws'],
  ['GetAccountWithdrawInfos'],
  ['GetAccountInfo'],
  ['GetUserAccountInfos'],
  ['GetAccountPositions'],
  ['GetAccountTransactions'],
  ['GetVerificationLevelConfig'],
  ['GetInstrumentVerificationLevelConfig'],
  ['GetUserVerificationLevel'],
  ['GetKycLevels'],
  ['GetOpenOrders'],
  ['GetOrders'],
  ['GetTradesHistory'],
  ['GetOrderStatus', { OrderId: 1_000_000 }],
  ['CancelOrder', { ClientOrderId: 77 }],
  ['ModifyOrder', { OrderId: 1_000_000, Quantity: '1' }],
  ['GetLevel1', { InstrumentId: 1 }],
  ['GetLevel1Summary'],
  ['GetLevel1SummaryMin'],
  ['GetL2Snapshot', { InstrumentId: 1, Depth: 1 }],
  ['GetLastTrades', { InstrumentId: 1 }],
  ['GetTickerHistory', { InstrumentId: 1, Interval: 60 }],
  ['GetEarliestTickTime', { InstrumentId: 1 }],
  ['Summary'],
  ['Ticker'],
  ['Assets'],
  ['OrderBook', { Market_Pair: 'BTC_USDT' }],
  ['Trades', { market_pair: 'BTC_USDT' }],
  ['CreateWithdrawTicket', { ProductId: 999, Amount: '1', TemplateForm: '{}' }],
  ['CreateFiatWithdrawTicket', { ProductId: 1, Amount: '1', TemplateForm: '{}' }],
  ['HealthCheck'],
];

test('no call answers from state that is not on disk yet', async () => {
  await maria.call('SendOrder', order);
  await world.sequencer.projected();
  const lock = await world.database.connect();
  await lock.query('BEGIN; LOCK TABLE journal IN ACCESS EXCLUSIVE MODE');
  const stopped = world.sequencer.submit({
    type: 'SetInstrumentState',
    instrumentId: instrumentId(1),
    state: 'stopped',
    cause: 'none',
  });
  const answered: string[] = [];
  const replies = Promise.all(
    calls.map(async ([name, input]) => {
      const reply = await maria.call(name, { OMSId: 1, ...input });
      answered.push(name);
      return [name, reply] as const;
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  const answeredBefore = [...answered];
  await lock.query('ROLLBACK');
  await lock.end();
  expect(answeredBefore).toEqual([]);

  expect((await stopped).ok).toBe(true);
  const byName = new Map(await replies);
  for (const [name, { status, text }] of byName)
    expect([name, status < 500 && !text.includes('Server Error')]).toEqual([name, true]);
  expect(byName.get('GetInstruments')?.json()).toMatchObject({ 0: { SessionStatus: 'Stopped' } });
  expect(byName.get('GetInstrument')?.json()).toMatchObject({ SessionStatus: 'Stopped' });
});
