import type { CallOutput } from '@salar/client/client';
import type { BrazilFormText, BrazilStatus } from '@salar/protocol/brazil/index';
import { brazilStatuses, splitPhone } from '@salar/protocol/brazil/index';
import { api } from '../api.ts';
import { call } from '../request.ts';
import type { RowOf } from '../request.ts';
import { oneRow, WireShapeError } from '../wire/wire-row.ts';
import type { WireRow } from '../wire/wire-row.ts';

/** How the check of a customer in Brazil stands. */
export type BrazilValidation = {
  /** Somebody checks customers in Brazil here. */
  readonly isOffered: boolean;
  /** They only stand for the real provider. */
  readonly isStandIn: boolean;
  /** null: the form was never sent. */
  readonly status: BrazilStatus | null;
  readonly comment: string | null;
  readonly canRetry: boolean;
  /** The step that is left at the provider: an https address, or one of this origin. */
  readonly url: string | null;
  /** ISO text */
  readonly urlExpiresAt: string | null;
  /** What was sent last, while another try is open. */
  readonly form: BrazilFormText | null;
};

/** The calls of the Brazilian form. */
export const brazilApi = api.enhanceEndpoints({ addTagTypes: ['BrazilValidation'] });

const injected = brazilApi.injectEndpoints({
  endpoints: (build) => ({
    getBrazilValidation: build.query<BrazilValidation, { readonly userId: number }>({
      ...call('GetBrazilValidation', ({ userId }) => ({ UserId: userId }), oneRow(readValidation)),
      providesTags: ['BrazilValidation'],
    }),
  }),
});

export const { useGetBrazilValidationQuery } = injected;

type Sent = NonNullable<CallOutput<'GetBrazilValidation'>['Form']>;

function readValidation(row: RowOf<'GetBrazilValidation'>): BrazilValidation {
  const status = row.textOr('Status', null);
  const known = brazilStatuses.find((one) => one === status) ?? null;
  if (status !== null && known === null) throw new WireShapeError('Status is not known');
  const form = row.rowOr('Form', null);
  return {
    isOffered: row.flag('IsOffered'),
    isStandIn: row.flag('IsStandIn'),
    status: known,
    comment: row.textOr('Comment', null) || null,
    canRetry: row.flag('CanRetry'),
    url: safeUrl(row.textOr('Url', null)),
    urlExpiresAt: row.textOr('UrlExpiresAt', null) || null,
    form: form && readForm(form),
  };
}

function readForm(row: WireRow<Sent>): BrazilFormText {
  const phone = splitPhone(row.text('Phone'));
  return {
    taxIdNumber: row.text('TaxIdNumber'),
    street: row.text('Street'),
    city: row.text('City'),
    zipCode: row.text('ZipCode'),
    state: row.text('State'),
    phonePrefix: phone?.prefix ?? '',
    phoneNumber: phone?.number ?? '',
  };
}

/** Security rule B4. */
function safeUrl(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const { protocol, origin } = new URL(text);
  return protocol === 'https:' || origin === globalThis.location.origin ? text : null;
}
