import { api } from '../../api.ts';
import { call } from '../../request.ts';
import type { AnswerOf } from '../../request.ts';
import { WireRow } from '../../wire/wire-row.ts';

/** The code and the user id in a mailed link. */
export type MailedCode = { readonly userId: string; readonly verifyCode: string };

export type ConfirmationState = 'Open' | 'Confirmed' | 'Expired' | 'Ended';

/** The action that the mailed code would confirm. Everything except `state` is empty once the code can no longer confirm. */
export type MailedConfirmation = {
  readonly state: ConfirmationState;
  readonly symbol: string;
  /** Decimal text; null for a saved destination. */
  readonly amount: string | null;
  readonly fee: string | null;
  readonly net: string | null;
  readonly network: string;
  readonly templateType: string;
  /** The whole address; empty for a bank account. */
  readonly address: string;
  /**
   * The fields of a bank account. `code` is that of the chosen option; it is null for free text, which arrives masked.
   */
  readonly bankFields: readonly {
    readonly name: string;
    readonly value: string;
    readonly code: string | null;
  }[];
};

const states: readonly string[] = ['Open', 'Confirmed', 'Expired', 'Ended'] satisfies ConfirmationState[];

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Works without a session and confirms nothing. */
    getWithdrawConfirmation: build.query<MailedConfirmation, MailedCode>({
      ...call(
        'GetWithdrawConfirmation',
        ({ userId, verifyCode }) => ({ UserId: userId, VerifyCode: verifyCode }),
        readConfirmation,
      ),
      keepUnusedDataFor: 0,
    }),
    /** Works without a session and confirms nothing. */
    getWithdrawInfoConfirmation: build.query<MailedConfirmation, MailedCode>({
      ...call(
        'GetWithdrawInfoConfirmation',
        ({ userId, verifyCode }) => ({ UserId: userId, VerifyEmailCode: verifyCode }),
        readConfirmation,
      ),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetWithdrawConfirmationQuery, useGetWithdrawInfoConfirmationQuery } = injected;

function readConfirmation(
  answer: AnswerOf<'GetWithdrawConfirmation'> | AnswerOf<'GetWithdrawInfoConfirmation'>,
): MailedConfirmation {
  const row = new WireRow(answer);
  const state = row.text('State');
  return {
    state: isState(state) ? state : 'Ended',
    symbol: row.textOr('Product', ''),
    amount: row.decimalOr('Amount', '') || null,
    fee: row.decimalOr('Fee', '') || null,
    net: row.decimalOr('Net', '') || null,
    network: row.textOr('Network', ''),
    templateType: row.textOr('TemplateType', ''),
    address: row.textOr('Address', ''),
    bankFields: row.rows('BankFields').map((field) => ({
      name: field.text('Name'),
      value: field.text('Value'),
      code: field.textOr('Code', null),
    })),
  };
}

function isState(text: string): text is ConfirmationState {
  return states.includes(text);
}
