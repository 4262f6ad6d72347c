import { call } from '../request.ts';
import { securityApi } from '../security-api.ts';
import { WireRow, readTexts } from '../wire/wire-row.ts';

const injected = securityApi.injectEndpoints({
  endpoints: (build) => ({
    /** Ten new codes, shown once. The former ones do not work any more. */
    createRecoveryCodes: build.mutation<readonly string[], { readonly code: string }>({
      query: ({ code }) => call('CreateRecoveryCodes', { Code: code }),
      transformResponse: (answer) => readTexts(new WireRow(answer).value('RecoveryCodes')),
      invalidatesTags: (codes) => (codes ? ['SecondFactor', 'Activity'] : []),
    }),
  }),
});

export const { useCreateRecoveryCodesMutation } = injected;
