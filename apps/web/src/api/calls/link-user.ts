import { api } from '../api.ts';

export type LinkRequest = {
  readonly accountId: number;
  readonly userName: string;
  readonly walletAddress: string;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Links the account with one of the test network. Refusals come as HTTP errors with `errorMessage`. */
    linkUser: build.mutation<null, LinkRequest>({
      query: ({ accountId, userName, walletAddress }) => ({
        path: '/api/task/salar/link-user',
        body: { salarAccountId: accountId, userName, walletAddress },
      }),
      transformResponse: () => null,
      invalidatesTags: ['User'],
    }),
  }),
});

export const { useLinkUserMutation } = injected;
