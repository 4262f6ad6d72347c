import { shape } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { rejectReasons } from '../../wire-rows/reject-reasons.ts';
import { sessionCall } from './chapter-calls.ts';
import { orderFields, readOrderRequest } from './order-wire.ts';

const { integer, object, optional, text } = shape;

export const sendOrder = sessionCall({
  name: 'SendOrder',
  permissions: ['Trading'],
  isHot: true,
  subject: { AccountId: 'ownAccount' },
  input: orderFields,
  output: object({ status: text, errormsg: text, OrderId: optional(integer), errorcode: optional(integer) }),
  rate: 'orders',
  repeats: 'for ever',
  about:
    'Places an order of any type; a market order takes `Quantity` (base product) or `Value` (quote product), and trades no worse than `LimitPrice` when that is above 0: the remainder is canceled with the `CancelReason` `Price_Limit`. GTD takes `ExpireTime` (ISO 8601 with its zone, or milliseconds), post-only is `PostOnly` or GTX, a stop is triggered by the price of `PegPriceType` (Last, Bid, Ask). Answers after the first pass through the book; a refusal names its reason. The same `ClientOrderId` with the same content answers the first outcome again.',
  example: {
    input: {
      OMSId: 1,
      AccountId: 1031,
      InstrumentId: 1,
      Side: 0,
      OrderType: 1,
      TimeInForce: 1,
      Value: '150.25',
    },
    output: { status: 'Accepted', errormsg: '', OrderId: 5120 },
  },
  decorateRefusal: (answer) => ({ ...answer, status: 'Rejected' }),
  run(context, input) {
    const request = readOrderRequest(input, context);
    if (!request.ok) return rejected(rejectReasons[request.refusal]);
    return context.services.trading.orders.place(request.value, context.session.key).then((outcome) => {
      if (outcome.ok) return { status: 'Accepted', errormsg: '', OrderId: outcome.value.orderId };
      if (outcome.refusal === 'instrument_unknown')
        return refuseCall('invalidRequest', null, `Invalid InstrumentId: ${input.InstrumentId}`);
      return rejected(rejectReasons[outcome.refusal]);
    });
  },
});

function rejected(word: string) {
  return { status: 'Rejected', errormsg: word, errorcode: 101 };
}
