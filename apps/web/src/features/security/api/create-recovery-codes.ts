import { call } from '../../../api/request.ts';
import { securityApi } from '../../../api/security-api.ts';
import { WireRow } from '../../../api/wire/wire-row.ts';

const injected = securityApi.injectEndpoints({
  endpoints: (build) => ({
    /** Creates ten new codes, shown once. The former ones become invalid. */
    createRecoveryCodes: build.mutation<readonly string[], { readonly code: string }>({
      ...call(
        'CreateRecoveryCodes',
        ({ code }) => ({ Code: code }),
        (answer) => new WireRow(answer).texts('RecoveryCodes'),
      ),
      invalidatesTags: (codes) => (codes ? ['SecondFactor', 'Activity'] : []),
    }),
  }),
});

export const { useCreateRecoveryCodesMutation } = injected;
