import { assertNever } from '@salar/protocol';
import { parseBrazilForm, splitPhone } from '@salar/protocol/brazil';
import type { BrazilFormField, BrazilFormText } from '@salar/protocol/brazil';
import { required, shape, textField } from '@salar/protocol/wire';
import type { InputOf } from '@salar/protocol/wire';
import type { BrazilRefusal } from '@salar/services/verification/brazil-service';
import { refuseCall } from '../../call.ts';
import type { CallRefusal } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';

const input = {
  TaxIdNumber: required(textField(40)),
  Street: required(textField(256)),
  City: required(textField(256)),
  ZipCode: required(textField(40)),
  State: required(textField(40)),
  Phone: textField(40),
  PhonePrefix: textField(10),
  PhoneNumber: textField(40),
};

/** Also mounted at `/api/avenia/validate`, where the web app expects the second backend. */
export const validateBrazil = sessionCall({
  name: 'ValidateBrazil',
  permissions: [],
  subject: { AccountId: 'ownAccount', UserId: 'ownUser' },
  input,
  output: shape.object({
    result: shape.boolean,
    errormsg: shape.nullable(shape.text),
    errorcode: shape.integer,
    detail: shape.nullable(shape.text),
    Status: shape.text,
    status: shape.text,
    attemptId: shape.optional(shape.text),
    url: shape.optional(shape.text),
  }),
  rate: 'tickets',
  about:
    "Sends the Brazilian form and starts the provider's check of the customer. The telephone is one text, or prefix and number. While a check runs, and after it succeeded, the same call returns its status and changes nothing.",
  example: {
    input: {
      UserId: 17,
      AccountId: 31,
      TaxIdNumber: '529.982.247-25',
      Street: 'Rua A 1',
      City: 'Recife',
      ZipCode: '50000-000',
      State: 'PE',
      Phone: '+5581999990000',
    },
    output: {
      result: true,
      errormsg: null,
      errorcode: 0,
      detail: null,
      Status: 'Processing',
      status: 'Processing',
      attemptId: '7c0b…',
      url: 'https://…',
    },
  },
  async run({ services, user, request }, given) {
    const read = parseBrazilForm(readText(given));
    if (!read.ok) return refuseMalformed(Object.keys(read.problems) as BrazilFormField[], given);
    const sent = await services.verification.brazil.submit({
      user,
      form: read.value,
      origin: request.origin,
    });
    if (!sent.ok) return toRefusal(sent.refusal);
    const { status, attemptId, hosted } = sent.value;
    return {
      result: true,
      errormsg: null,
      errorcode: 0,
      detail: null,
      Status: status,
      status,
      ...(attemptId !== null && { attemptId }),
      ...(hosted !== null && { url: hosted.url }),
    };
  },
});

function readText(given: InputOf<typeof input>): BrazilFormText {
  const apart = { prefix: addPlus(given.PhonePrefix ?? ''), number: given.PhoneNumber ?? '' };
  const phone = given.Phone === undefined ? apart : splitPhone(given.Phone);
  return {
    taxIdNumber: given.TaxIdNumber,
    street: given.Street,
    city: given.City,
    zipCode: given.ZipCode,
    state: given.State,
    phonePrefix: phone?.prefix ?? '',
    phoneNumber: phone?.number ?? '',
  };
}

function addPlus(prefix: string): string {
  return /^\d/.test(prefix) ? `+${prefix}` : prefix;
}

/** Returns the refusal for the first malformed field, under the name that was sent. */
function refuseMalformed([field]: readonly BrazilFormField[], given: InputOf<typeof input>): CallRefusal {
  const isPhone = field === 'phonePrefix' || field === 'phoneNumber';
  if (isPhone && given.Phone !== undefined) return refuseCall('invalidRequest', 'Invalid Phone');
  if (isPhone && given.PhoneNumber === undefined) return refuseCall('invalidRequest', 'Phone is Required');
  return refuseCall('invalidRequest', `Invalid ${wireNames[field ?? 'taxIdNumber']}`);
}

const wireNames: Readonly<Record<BrazilFormField, keyof typeof input>> = {
  taxIdNumber: 'TaxIdNumber',
  street: 'Street',
  city: 'City',
  zipCode: 'ZipCode',
  state: 'State',
  phonePrefix: 'PhonePrefix',
  phoneNumber: 'PhoneNumber',
};

function toRefusal(refusal: BrazilRefusal): CallRefusal {
  switch (refusal) {
    case 'provider_missing':
      return refuseCall('operationFailed', 'Brazilian verification is not available now');
    case 'retry_refused':
      return refuseCall('operationFailed', 'This verification was rejected for good');
    case 'tax_id_taken':
      return refuseCall('operationFailed', 'This TaxIdNumber is in use by another account');
    default:
      return assertNever(refusal);
  }
}
