import { api } from '../../../api/api.ts';
import { call } from '../../../api/request.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Confirms the claimed link for the signed-in customer's account. Repeating it changes nothing. */
    confirmAccountLink: build.mutation<null, { readonly userName: string; readonly walletAddress: string }>({
      ...call(
        'ConfirmAccountLink',
        ({ userName, walletAddress }) => ({ UserName: userName, WalletAddress: walletAddress }),
        () => null,
      ),
      invalidatesTags: ['User'],
    }),
  }),
});

export const { useConfirmAccountLinkMutation } = injected;
