import { createListCall } from '../list-call.ts';
import { sendOrder } from './send-order.ts';

/** The family answers a list that it took with error 107: what became of the orders stands elsewhere. */
export const sendOrderList = createListCall(sendOrder, {
  name: 'SendOrderList',
  always: 'inProcess',
  about:
    'Places up to 50 orders, in their order; the request may be the bare list. Answers error 107, Operation In Process, although it is done: `detail` is the list of the answers, as SendOrder gives them.',
});
