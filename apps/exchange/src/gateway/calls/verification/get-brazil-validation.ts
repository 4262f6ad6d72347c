import { shape } from '@salar/protocol/wire';
import { formatIso } from '@salar/protocol/wire/time';
import { sessionCall } from './chapter-calls.ts';

export const getBrazilValidation = sessionCall({
  name: 'GetBrazilValidation',
  permissions: [],
  subject: { AccountId: 'ownAccount', UserId: 'ownUser' },
  input: {},
  output: shape.object({
    IsOffered: shape.boolean,
    IsStandIn: shape.boolean,
    Status: shape.nullable(shape.text),
    Comment: shape.nullable(shape.text),
    CanRetry: shape.boolean,
    Url: shape.nullable(shape.text),
    UrlExpiresAt: shape.nullable(shape.text),
    SubmittedAt: shape.nullable(shape.text),
    Form: shape.nullable(
      shape.object({
        TaxIdNumber: shape.text,
        Street: shape.text,
        City: shape.text,
        ZipCode: shape.text,
        State: shape.text,
        Phone: shape.text,
      }),
    ),
  }),
  rate: 'read',
  about:
    "The status of the signed-in customer's Brazilian check: Processing, Verified, Rejected, Expired, or null when the form was never sent. Url is the address of the remaining step at the provider. Form is the last one sent, while it may be sent again.",
  example: {
    input: {},
    output: {
      IsOffered: true,
      IsStandIn: false,
      Status: 'Processing',
      Comment: null,
      CanRetry: false,
      Url: 'https://…',
      UrlExpiresAt: '2026-05-05T12:00:00.000Z',
      SubmittedAt: '2026-05-04T12:00:00.000Z',
      Form: null,
    },
  },
  async run({ services, user }) {
    const { provider } = services.verification.brazil;
    const current = await services.verification.brazil.current(user.userId);
    const { hosted = null, form = null } = current ?? {};
    return {
      IsOffered: provider !== null,
      IsStandIn: provider?.isStandIn ?? false,
      Status: current?.status ?? null,
      Comment: current?.comment ?? null,
      CanRetry: current?.canRetry ?? false,
      Url: hosted && hosted.url,
      UrlExpiresAt: hosted && formatIso(hosted.until),
      SubmittedAt: current && formatIso(current.submittedAt),
      Form: form && {
        TaxIdNumber: form.taxIdNumber,
        Street: form.street,
        City: form.city,
        ZipCode: form.zipCode,
        State: form.state,
        Phone: form.phone,
      },
    };
  },
});
