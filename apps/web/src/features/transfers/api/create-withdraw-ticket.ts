import { api } from '../../../api/api.ts';
import { omsCall } from '../../../api/request.ts';
import { readGenericAnswer } from '../../../api/wire/generic-answer.ts';
import type { GenericAnswer } from '../../../api/wire/generic-answer.ts';

/** `amount` is decimal text that includes the fee: the receiver gets amount minus fee. */
export type WithdrawRequest = {
  readonly accountId: number;
  readonly productId: number;
  readonly providerId: number;
  readonly templateType: string;
  readonly form: Readonly<Record<string, string>>;
  readonly amount: string;
  /** Identifies one intent of the customer: the same key and request create one ticket, however often they are sent. */
  readonly idempotencyKey: string;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** On success `detail` is the ticket's request code. */
    createWithdrawTicket: build.mutation<GenericAnswer, WithdrawRequest>({
      ...omsCall(
        'CreateWithdrawTicket',
        ({ accountId, productId, providerId, templateType, form, amount }) => ({
          AccountId: accountId,
          ProductId: productId,
          AccountProviderId: providerId,
          TemplateType: templateType,
          TemplateForm: JSON.stringify(form),
          Amount: amount,
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
