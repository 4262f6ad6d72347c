import { api } from '../../api.ts';
import { call } from '../../request.ts';
import { readEachRow } from '../../wire/wire-row.ts';

/** A linked user and their wallet on the test network. */
export type AccountLink = { readonly userName: string; readonly walletAddress: string };

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** The link of the signed-in customer's account, if there is one. */
    getAccountLink: build.query<readonly AccountLink[], void>({
      ...call(
        'GetAccountLink',
        null,
        readEachRow((row) => ({ userName: row.text('UserName'), walletAddress: row.text('WalletAddress') })),
      ),
      providesTags: ['User'],
    }),
  }),
});

export const { useGetAccountLinkQuery } = injected;
