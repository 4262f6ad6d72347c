import { api } from '../../../api/api.ts';
import { omsCall } from '../../../api/request.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Cancels the orders on one instrument, or on all. */
    cancelAllOrders: build.mutation<
      null,
      { readonly accountId: number; readonly instrumentId: number | null }
    >({
      ...omsCall(
        'CancelAllOrders',
        ({ accountId, instrumentId }) => ({
          AccountId: accountId,
          ...(instrumentId === null ? {} : { InstrumentId: instrumentId }),
        }),
        () => null,
      ),
      invalidatesTags: ['OrderTickets', { type: 'Product', id: 'positions' }],
    }),
  }),
});

export const { useCancelAllOrdersMutation } = injected;
