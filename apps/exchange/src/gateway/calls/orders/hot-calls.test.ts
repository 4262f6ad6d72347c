import { expect, test } from 'vitest';
import { cancelOrder } from './cancel-order.ts';
import { sendOrder } from './send-order.ts';

/** As the family's documents show it: with fields that have no meaning for this order. */
const sample =
  '{ "InstrumentId": 1, "OMSId": 1, "AccountId": 1017, "TimeInForce": 1, "ClientOrderId": 0, "OrderIdOCO": 0,\n' +
  '  "UseDisplayQuantity": false, "Side": 0, "quantity": 1, "OrderType": 2, "PegPriceType": 3, "LimitPrice": 100 }';

test('orders and cancels as clients write them are read directly', () => {
  const orders = [
    sample,
    JSON.stringify(sendOrder.example.input),
    JSON.stringify({
      InstrumentId: '1',
      Side: 'Buy',
      OrderType: 'Limit',
      Quantity: '0.5',
      LimitPrice: '61000.10',
      PostOnly: true,
    }),
  ];
  for (const text of orders) expect(sendOrder.readFlat?.(text), text).not.toBeNull();
  const cancels = [JSON.stringify(cancelOrder.example.input), '{"ClientOrderId":77}'];
  for (const text of cancels) expect(cancelOrder.readFlat?.(text), text).not.toBeNull();
});

test('an order id is a claim of a cancel and means nothing in an order', () => {
  expect(cancelOrder.readFlat?.('{"OrderId":7,"AccountId":"9"}')?.claims).toMatchObject({
    OrderId: 7,
    AccountId: 9,
  });
  expect(sendOrder.readFlat?.('{"OrderId":7,"InstrumentId":1,"Side":0,"OrderType":1}')).toBeNull();
});
