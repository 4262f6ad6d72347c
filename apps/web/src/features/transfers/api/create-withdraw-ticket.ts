import { api } from '../../../api/api.ts';
import { omsCall } from '../../../api/request.ts';
import { readGenericAnswer } from '../../../api/wire/generic-answer.ts';
import type { GenericAnswer } from '../../../api/wire/generic-answer.ts';

/** `amount` is decimal text that includes the fee: the receiver gets amount minus fee. */
export type WithdrawalFields = {
  readonly accountId: number;
  readonly productId: number;
  readonly providerId: number;
  readonly templateType: string;
  readonly form: Readonly<Record<string, string>>;
  readonly amount: string;
};

export type WithdrawRequest = WithdrawalFields & {
  /** The browser's response, as JSON text, of a customer who signed the withdrawal with a passkey. */
  readonly passkeyResponse?: string;
  /** Identifies one intent of the customer: the same key and request create one ticket, however often they are sent. */
  readonly idempotencyKey: string;
};

/** Converts a withdrawal to the fields of the calls that create or prepare it. */
export function toWithdrawalFields({
  accountId,
  productId,
  providerId,
  templateType,
  form,
  amount,
}: WithdrawalFields) {
  return {
    AccountId: accountId,
    ProductId: productId,
    AccountProviderId: providerId,
    TemplateType: templateType,
    TemplateForm: JSON.stringify(form),
    Amount: amount,
  };
}

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** On success `detail` is the ticket's request code. */
    createWithdrawTicket: build.mutation<GenericAnswer, WithdrawRequest>({
      ...omsCall(
        'CreateWithdrawTicket',
        ({ passkeyResponse, ...fields }) => ({
          ...toWithdrawalFields(fields),
          ...(passkeyResponse !== undefined && { PasskeyResponse: passkeyResponse }),
        }),
        readGenericAnswer,
        ({ idempotencyKey }) => ({ headers: { 'idempotency-key': idempotencyKey } }),
      ),
      extraOptions: { keepsRefusal: true },
      invalidatesTags: ['WithdrawTickets', { type: 'Product', id: 'positions' }],
    }),
  }),
});

export const { useCreateWithdrawTicketMutation } = injected;
