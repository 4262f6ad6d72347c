import type { CallOutput } from '@salar/client/client';
import type { BrazilFormText, BrazilStatus } from '@salar/protocol/brazil';
import { brazilStatuses, splitPhone } from '@salar/protocol/brazil';
import { api } from '../api.ts';
import { call } from '../request.ts';
import type { RowOf } from '../request.ts';
import { readOneRow, WireShapeError } from '../wire/wire-row.ts';
import type { WireRow } from '../wire/wire-row.ts';

/** The state of a Brazilian customer's identity check. */
export type BrazilValidation = {
  /** This exchange has a provider that checks customers in Brazil. */
  readonly isOffered: boolean;
  /** The provider is the sandbox, not the real one. */
  readonly isStandIn: boolean;
  /** null when the form was never sent. */
  readonly status: BrazilStatus | null;
  readonly comment: string | null;
  readonly canRetry: boolean;
  /** The remaining step at the provider: an https address, or one of this origin. */
  readonly url: string | null;
  /** ISO 8601. */
  readonly urlExpiresAt: string | null;
  /** The form as last sent, while the customer may try again. */
  readonly form: BrazilFormText | null;
};

/** The API with the cache tag of the Brazilian form. */
export const brazilApi = api.enhanceEndpoints({ addTagTypes: ['BrazilValidation'] });

const injected = brazilApi.injectEndpoints({
  endpoints: (build) => ({
    getBrazilValidation: build.query<BrazilValidation, { readonly userId: number }>({
      ...call('GetBrazilValidation', ({ userId }) => ({ UserId: userId }), readOneRow(readValidation)),
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

/** Security rule B4: only https addresses and addresses of this origin become links. */
function safeUrl(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const { protocol, origin } = new URL(text);
  return protocol === 'https:' || origin === globalThis.location.origin ? text : null;
}
