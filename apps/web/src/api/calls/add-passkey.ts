import { call } from '../request.ts';
import { securityApi } from '../security-api.ts';
import { WireRow } from '../wire/wire-row.ts';

const injected = securityApi.injectEndpoints({
  endpoints: (build) => ({
    /** What the browser needs to make a passkey, as JSON text. */
    beginPasskey: build.mutation<string, void>({
      query: () => call('BeginPasskey'),
      transformResponse: (answer) => new WireRow(answer).text('Options'),
    }),
    /** Keeps what the browser made; `response` is its answer as JSON text. */
    addPasskey: build.mutation<null, { readonly name: string; readonly response: string }>({
      query: ({ name, response }) => call('AddPasskey', { Name: name, Response: response }),
      transformResponse: () => null,
      invalidatesTags: ['Passkeys', 'Activity'],
    }),
  }),
});

export const { useBeginPasskeyMutation, useAddPasskeyMutation } = injected;
