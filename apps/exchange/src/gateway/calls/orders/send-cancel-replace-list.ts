import { createListCall } from '../list-call.ts';
import { cancelReplaceOrder } from './cancel-replace-order.ts';

export const sendCancelReplaceList = createListCall(cancelReplaceOrder, {
  name: 'SendCancelReplaceList',
  about:
    'Replaces up to 50 orders, each independently; the request may be the bare list. `detail` is the list of the answers, as CancelReplaceOrder returns them.',
});
