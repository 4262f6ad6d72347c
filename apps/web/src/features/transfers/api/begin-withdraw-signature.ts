import { api } from '../../../api/api.ts';
import { omsCall } from '../../../api/request.ts';
import { WireRow } from '../../../api/wire/wire-row.ts';
import { toWithdrawalFields } from './create-withdraw-ticket.ts';
import type { WithdrawalFields } from './create-withdraw-ticket.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Returns the text of a withdrawal for a passkey to sign, and the browser's options as JSON text. Nothing is held by it. */
    beginWithdrawSignature: build.mutation<
      { readonly text: string; readonly options: string },
      WithdrawalFields
    >({
      ...omsCall('BeginWithdrawSignature', toWithdrawalFields, (answer) => {
        const row = new WireRow(answer);
        return { text: row.text('Text'), options: row.text('Options') };
      }),
    }),
  }),
});

export const { useBeginWithdrawSignatureMutation } = injected;
