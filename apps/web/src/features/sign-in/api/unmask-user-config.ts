import { api } from '../../../api/api.ts';
import { call } from '../../../api/request.ts';
import { readRows } from '../../../api/wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** The settings stored with the customer's account, by key. */
    unmaskUserConfig: build.query<Readonly<Record<string, string>>, { readonly userId: number }>({
      ...call(
        'UnmaskUserConfig',
        ({ userId }) => ({ userId }),
        (answer) => Object.fromEntries(readRows(answer).map((row) => [row.text('Key'), row.text('Value')])),
      ),
    }),
  }),
});

export const unmaskUserConfig = injected.endpoints.unmaskUserConfig;
