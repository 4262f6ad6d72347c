/** Runs the published `foxbit-api`, an older library of the family that uses the socket only. */
import { createCustomerWithEther } from '../support/create-customer-with-ether.ts';
import { FoxbitClient } from '../support/foxbit-client.ts';
import { enableSecondFactor } from '../support/second-factor.ts';
import { expect, test } from '../support/test.ts';

type Row = Readonly<Record<string, unknown>>;

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const instrument = 2; // ETH for USDT

test('foxbit-api signs in, reads, follows the market and trades, by password and by second factor', async () => {
  test.setTimeout(180_000);
  const customer = await createCustomerWithEther(url(), 'foxbit', '1');
  const { api, accountId, userId, userName } = customer;
  const own = { OMSId: 1, AccountId: accountId };
  const program = FoxbitClient.start(url(), customer);
  try {
    expect(await program.waitFor('Connected')).toMatchObject({ Authenticated: true, UserId: userId });
    await program.waitFor('Ready');

    await test.step('it reads the user, the balances and the markets', async () => {
      expect(await program.call('GetUserInfo')).toMatchObject({ UserName: userName, AccountId: accountId });
      expect(await program.call('GetUserPermissions')).toContain('Trading');
      expect(await program.call('GetUserConfig')).toEqual(await api.call('GetUserConfig'));
      expect(await program.call('GetAccountInfo')).toMatchObject({ AccountId: accountId });
      const positions = await program.call<Row[]>('GetAccountPositions');
      expect(positions.find((row) => row['ProductSymbol'] === 'ETH')).toMatchObject({ Amount: 1, Hold: 0 });
      expect(await program.call('GetAccountTransactions')).toMatchObject([
        { CR: 1, ReferenceType: 'Deposit' },
      ]);
      expect(await program.call('GetInstrument', instrument)).toMatchObject({ Symbol: 'ETHUSDT' });
      expect(await program.call('GetProduct', 2)).toMatchObject({ Product: 'ETH' });
      const instruments = (await api.call('GetInstruments', own)) as Row[];
      expect(await program.call('GetInstruments')).toHaveLength(instruments.length);
      const products = (await api.call('GetProducts', own)) as Row[];
      expect(await program.call('GetProducts')).toHaveLength(products.length);
      expect(await program.call('GetL2Snapshot', 5, instrument)).toHaveLength(10);
      // Its candle history misspells the instrument field, and operators' calls are not offered.
      expect(await program.call('GetTickerHistory', 10, instrument)).toMatchObject({ errorcode: 100 });
      expect(await program.call('GetAvailablePermissionList')).toMatchObject({ errorcode: 106 });
    });

    await test.step('it places and cancels orders, and receives the trade', async () => {
      expect(await program.call('SubscribeTicker', 3, 60, instrument)).toHaveLength(3);
      await program.call('SubscribeTrades', 5, instrument);
      const sold = await program.call(
        'SendOrder',
        'Sell',
        'Market',
        0.1,
        undefined,
        0,
        'Last',
        1,
        instrument,
      );
      expect(sold).toMatchObject({ status: 'Accepted', errormsg: '' });
      const trades = await program.call<Row[]>('GetAccountTrades');
      expect(trades).toMatchObject([{ OrderId: sold['OrderId'], Quantity: 0.1, Side: 'Sell' }]);
      await program.waitFor('TradeDataUpdateEvent', (rows) =>
        (rows as unknown as number[][]).some((row) => row[0] === trades[0]?.['TradeId']),
      );

      const price = Math.round(Number(trades[0]?.['Price']) * 0.8);
      const bid = await program.call('SendOrder', 'Buy', 'Limit', 0.02, price, 0, 'Last', 1, instrument);
      expect(bid).toMatchObject({ status: 'Accepted', errormsg: '' });
      const [open] = await program.call<Row[]>('GetOpenOrders');
      expect(open).toMatchObject({ OrderId: bid['OrderId'], OrigQuantity: 0.02, Price: price });
      expect(await program.call('CancelOrder', userId, bid['OrderId'])).toMatchObject({ result: true });
      await program.call('SendOrder', 'Buy', 'Limit', 0.03, price, 0, 'Last', 1, instrument);
      expect(await program.call('GetOpenOrders')).toHaveLength(1);
      expect(await program.call('CancelAllOrders', instrument)).toMatchObject({ result: true });
      expect(await program.call('GetOpenOrders')).toEqual([]);
      expect(await program.call('GetOrdersHistory')).toHaveLength(3);
      expect(await program.call('UnsubscribeTrades', instrument)).toMatchObject({ result: true });
      expect(await program.call('UnsubscribeTicker', instrument)).toMatchObject({ result: true });
      expect(await program.call('LogOut')).toMatchObject({ result: true });
    });
  } finally {
    program.stop();
  }

  await test.step('with a second factor it prompts for the code on its terminal', async () => {
    const { app } = await enableSecondFactor(customer);
    const careful = FoxbitClient.start(url(), customer);
    try {
      await careful.type('Enter with 2FA Code:', await app.code());
      expect(await careful.waitFor('Connected')).toMatchObject({ Authenticated: true, UserId: userId });
      await careful.waitFor('Ready');
      expect(await careful.call('GetUserInfo')).toMatchObject({ Use2FA: true });
    } finally {
      careful.stop();
    }
    const wrong = FoxbitClient.start(url(), { ...customer, password: 'not-the-password' });
    try {
      expect(await wrong.waitFor('Connected')).toMatchObject({ Authenticated: false });
    } finally {
      wrong.stop();
    }
  });
});
