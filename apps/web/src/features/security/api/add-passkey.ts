import { call } from '../../../api/request.ts';
import { securityApi } from '../../../api/security-api.ts';
import { WireRow } from '../../../api/wire/wire-row.ts';

const injected = securityApi.injectEndpoints({
  endpoints: (build) => ({
    /** The options that the browser needs to create a passkey, as JSON text. */
    beginPasskey: build.mutation<string, void>({
      ...call('BeginPasskey', null, (answer) => new WireRow(answer).text('Options')),
    }),
    /** Registers the passkey that the browser created; `response` is the browser's result as JSON text. */
    addPasskey: build.mutation<null, { readonly name: string; readonly response: string }>({
      ...call(
        'AddPasskey',
        ({ name, response }) => ({ Name: name, Response: response }),
        () => null,
      ),
      invalidatesTags: ['Passkeys', 'Activity'],
    }),
  }),
});

export const { useBeginPasskeyMutation, useAddPasskeyMutation } = injected;
