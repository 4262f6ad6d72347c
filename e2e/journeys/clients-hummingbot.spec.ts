/** Replays the requests of Hummingbot's connector, recorded from its source: see `support/hummingbot-recording.ts`. */
import { createCustomerWithEther } from '../support/create-customer-with-ether.ts';
import { RecordedHummingbot, toLevel } from '../support/hummingbot-recording.ts';
import type { Body } from '../support/hummingbot-recording.ts';
import { createApiKey } from '../support/api-key-client.ts';
import { expect, test } from '../support/test.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const pair = 'ETH-USDT';

test("a recorded Hummingbot connector follows the market and its account, and keeps orders in the market's book", async () => {
  test.setTimeout(120_000);
  const customer = await createCustomerWithEther(url(), 'hummingbot', '1');
  const bot = new RecordedHummingbot(url(), await createApiKey(customer));

  expect(await bot.isConnected()).toBe(true);
  await bot.signIn();
  expect(bot.accountId).toBe(customer.accountId);
  const rule = (await bot.tradingRules()).get(pair) ?? {};
  const instrumentId = Number(rule['InstrumentId']);
  const symbol = `${String(rule['Product1Symbol'])}${String(rule['Product2Symbol'])}`;
  expect(rule).toMatchObject({ MinimumQuantity: expect.any(Number), PriceIncrement: expect.any(Number) });
  expect(await bot.lastPrice('BTC-USDT')).toBeGreaterThanOrEqual(0);
  const levels = await bot.book(instrumentId);
  expect(new Set(levels.map((level) => level.instrumentId))).toEqual(new Set([instrumentId]));
  expect(await bot.balances()).toMatchObject({ ETH: { total: 1, free: 1 } });

  const account = await bot.followAccount();
  const book = await bot.followBook(symbol);
  try {
    expect(await account.nextOf('SubscribeAccountEvents')).toMatchObject({ Subscribed: true });
    const snapshot = (await book.nextOf<number[][]>('SubscribeLevel2')).map(toLevel);
    const best = Math.max(...snapshot.filter(({ side }) => side === 0).map(({ price }) => price));

    await test.step('a market sale is reported, with its fill and its balances', async () => {
      const order = { instrumentId, clientOrderId: 4_000_000_001, side: 'sell', quantity: '0.2500' } as const;
      const orderId = await bot.place(order);
      const isOwn = (event: Body) => event['ClientOrderId'] === order.clientOrderId;
      const trade = await account.nextOf<Body>('OrderTradeEvent', isOwn);
      expect(trade).toMatchObject({ Quantity: 0.25, TradeId: expect.any(Number), Price: expect.any(Number) });
      const done = (event: Body) => isOwn(event) && event['OrderState'] === 'FullyExecuted';
      expect(await account.nextOf<Body>('OrderStateEvent', done)).toMatchObject({ OrderId: Number(orderId) });
      const ether = (event: Body) => event['ProductSymbol'] === 'ETH';
      expect(await account.nextOf<Body>('AccountPositionEvent', ether)).toMatchObject({
        Amount: 0.75,
        Hold: 0,
      });

      expect(await bot.statusOf(orderId)).toMatchObject({
        OrderState: 'FullyExecuted',
        QuantityExecuted: 0.25,
      });
      const fills = await bot.fillsOf(orderId, instrumentId);
      expect(fills.map((fill) => fill['TradeId'])).toEqual([trade['TradeId']]);
      expect(fills[0]?.['TradeTime']).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
      expect(await bot.balances()).toMatchObject({ ETH: { total: 0.75, free: 0.75 } });
    });

    await test.step('a bid is in the book while it rests, and not after it is canceled', async () => {
      const price = (best * 0.8).toFixed(2);
      const order = { instrumentId, clientOrderId: 7, side: 'buy', quantity: '0.0123', price } as const;
      const orderId = await bot.place(order);
      expect(await bot.statusOf(orderId)).toMatchObject({ OrderState: 'Working', OrderId: Number(orderId) });
      const levelAt = async (quantity: number) => {
        for (;;) {
          const rows = (await book.nextOf<number[][]>('Level2UpdateEvent')).map(toLevel);
          const level = rows.find((one) => one.price === Number(price));
          if (level?.quantity === quantity) return level;
        }
      };
      expect(await levelAt(0.0123)).toMatchObject({ side: 0, action: 0 });
      expect(await bot.cancel(orderId)).toBe(true);
      expect(await levelAt(0)).toMatchObject({ side: 0, action: 2 });
      const gone = (event: Body) => event['ClientOrderId'] === 7 && event['OrderState'] === 'Canceled';
      await account.nextOf<Body>('OrderStateEvent', gone);
    });

    await test.step('refused and missing orders return the texts that the connector expects', async () => {
      const dear = { instrumentId, clientOrderId: 8, side: 'buy', quantity: '1000', price: '1000' } as const;
      await expect(bot.place(dear)).rejects.toThrow('Not_Enough_Funds');
      await expect(bot.place({ ...dear, instrumentId: 77 })).rejects.toThrow('Invalid InstrumentId');
      await expect(bot.cancel('9007199254740991')).rejects.toThrow('Resource Not Found');
      await expect(bot.statusOf('9007199254740991')).rejects.toThrow(/status is 400.*Resource Not Found/);
    });
  } finally {
    account.close();
    book.close();
  }
});
