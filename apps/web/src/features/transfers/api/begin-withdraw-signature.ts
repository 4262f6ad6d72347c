import { api } from '../../../api/api.ts';
import { omsCall } from '../../../api/request.ts';
import { WireRow } from '../../../api/wire/wire-row.ts';
import { toWithdrawalFields } from './create-withdraw-ticket.ts';
import type { WithdrawalFields } from './create-withdraw-ticket.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Returns the browser's options for signing a withdrawal with a passkey, as JSON text. Nothing is held by it. */
    beginWithdrawSignature: build.mutation<string, WithdrawalFields>({
      ...omsCall('BeginWithdrawSignature', toWithdrawalFields, (answer) =>
        new WireRow(answer).text('Options'),
      ),
    }),
  }),
});

export const { useBeginWithdrawSignatureMutation } = injected;
