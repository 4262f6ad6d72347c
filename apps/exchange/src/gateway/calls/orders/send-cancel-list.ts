import { createListCall } from '../list-call.ts';
import { cancelOrder } from './cancel-order.ts';

export const sendCancelList = createListCall(cancelOrder, {
  name: 'SendCancelList',
  about:
    'Cancels up to 50 orders; the request may be the bare list. `detail` is the list of the answers, as CancelOrder returns them.',
});
