import { api } from '../../../api/api.ts';

export type LinkRequest = {
  readonly accountId: number;
  readonly userName: string;
  readonly walletAddress: string;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Claims a link through the test network's call; `ConfirmAccountLink` creates it. Refusals arrive as HTTP errors
     * with `errorMessage`.
     */
    linkUser: build.mutation<null, LinkRequest>({
      query: ({ accountId, userName, walletAddress }) => ({
        path: '/api/task/salar/link-user',
        session: 'none',
        body: { salarAccountId: accountId, userName, walletAddress },
      }),
      transformResponse: () => null,
    }),
  }),
});

export const { useLinkUserMutation } = injected;
