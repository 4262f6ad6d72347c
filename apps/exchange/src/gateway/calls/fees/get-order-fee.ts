import { accept, instrumentId, millis } from '@salar/protocol';
import {
  withAliases,
  toWireDecimal,
  decimalField,
  enumField,
  id,
  makerTakers,
  orderTypes,
  required,
  shape,
  sides,
} from '@salar/protocol/wire';
import { quoteOrderFee } from '@salar/services/orders/order-fees';
import { refuseCall } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';

export const getOrderFee = sessionCall({
  name: 'GetOrderFee',
  permissions: ['Trading'],
  subject: { AccountId: 'ownAccount' },
  input: {
    InstrumentId: required(id()),
    Quantity: required(withAliases(decimalField(), 'Amount')),
    Price: withAliases(decimalField(), 'LimitPrice'),
    OrderType: enumField(orderTypes),
    MakerTaker: enumField(makerTakers),
    Side: enumField(sides),
  },
  output: shape.object({ OrderFee: shape.number, ProductId: shape.integer }),
  rate: 'read',
  about:
    "The fee of an order, in the product received, at the account's fee tier of today; below zero is a rebate. A market order is always a taker, so it is quoted at the taker rate whatever MakerTaker says.",
  example: {
    input: {
      OMSId: 1,
      AccountId: 1031,
      InstrumentId: 1,
      Quantity: 0.06,
      Price: 61500.5,
      OrderType: 1,
      Side: 0,
    },
    output: { OrderFee: 0.00012, ProductId: 1 },
  },
  async run({ services, accountId }, input) {
    const isTaker = input.OrderType === 'Market' || input.MakerTaker === 'Taker';
    const quote = await services.engine.read((view) => {
      const quoted = quoteOrderFee(view, {
        accountId,
        instrumentId: instrumentId(input.InstrumentId),
        side: input.Side === 'Sell' ? 'sell' : 'buy',
        quantity: input.Quantity,
        price: input.Price,
        role: isTaker ? 'taker' : 'maker',
        at: millis(services.now()),
      });
      if (!quoted.ok) return quoted;
      const { fee, productId } = quoted.value;
      const decimals = view.product(productId)?.decimals ?? 0;
      return accept({ OrderFee: toWireDecimal(fee, decimals), ProductId: productId });
    });
    if (!quote.ok) {
      if (quote.refusal === 'instrument_unknown')
        return refuseCall('invalidRequest', null, `Invalid InstrumentId: ${input.InstrumentId}`);
      return refuseCall(
        'invalidRequest',
        quote.refusal === 'price_invalid' ? 'Invalid Price' : 'Invalid Quantity',
      );
    }
    return quote.value;
  },
});
