import { api } from '../../../api/api.ts';
import { omsCall } from '../../../api/request.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    cancelOrder: build.mutation<null, { readonly accountId: number; readonly orderId: number }>({
      ...omsCall(
        'CancelOrder',
        ({ accountId, orderId }) => ({ AccountId: accountId, OrderId: orderId }),
        () => null,
      ),
      invalidatesTags: ['OrderTickets', { type: 'Product', id: 'positions' }],
    }),
  }),
});

export const { useCancelOrderMutation } = injected;
