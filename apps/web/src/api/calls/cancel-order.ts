import { api } from '../api.ts';
import { omsCall } from '../request.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    cancelOrder: build.mutation<null, { readonly accountId: number; readonly orderId: number }>({
      query: ({ accountId, orderId }) => omsCall('CancelOrder', { AccountId: accountId, OrderId: orderId }),
      transformResponse: () => null,
      invalidatesTags: ['OrderTickets', { type: 'Product', id: 'positions' }],
    }),
  }),
});

export const { useCancelOrderMutation } = injected;
