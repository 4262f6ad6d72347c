import { api } from '../api.ts';
import { call } from '../request.ts';
import { eachRow } from '../wire/wire-row.ts';

/** A user and a wallet of the test network. */
export type AccountLink = { readonly userName: string; readonly walletAddress: string };

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** What the signed-in customer's account is linked with: one, or none. */
    getAccountLink: build.query<readonly AccountLink[], void>({
      ...call(
        'GetAccountLink',
        null,
        eachRow((row) => ({ userName: row.text('UserName'), walletAddress: row.text('WalletAddress') })),
      ),
      providesTags: ['User'],
    }),
  }),
});

export const { useGetAccountLinkQuery } = injected;
