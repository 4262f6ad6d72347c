import { createListCall } from '../list-call.ts';
import { sendOrder } from './send-order.ts';

/** The family answers an accepted list with error 107, because the results of the orders are reported elsewhere. */
export const sendOrderList = createListCall(sendOrder, {
  name: 'SendOrderList',
  always: 'inProcess',
  about:
    'Places up to 50 orders, in their order; the request may be the bare list. Returns error 107, Operation In Process, although it is complete: `detail` is the list of the answers, as SendOrder returns them.',
});
