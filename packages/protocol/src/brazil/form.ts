/**
 * The Brazilian verification form: what a customer enters, and what is stored. Browser and server share these
 * rules.
 */
import { parseCep } from '../bank-rails/cep.ts';
import { parseCpf } from '../bank-rails/cpf.ts';
import type { TaxNumberRefusal } from '../bank-rails/cpf.ts';
import type { Result } from '../result.ts';
import { parsePhone } from './phone.ts';
import type { PhoneRefusal } from './phone.ts';
import { isBrazilState } from './states.ts';

/** As entered. */
export type BrazilFormText = {
  readonly taxIdNumber: string;
  readonly street: string;
  readonly city: string;
  readonly zipCode: string;
  readonly state: string;
  readonly phonePrefix: string;
  readonly phoneNumber: string;
};
export type BrazilFormField = keyof BrazilFormText;

/** As stored: CPF and zip code without punctuation, state as two capital letters, telephone in E.164. */
export type BrazilForm = {
  readonly taxIdNumber: string;
  readonly street: string;
  readonly city: string;
  readonly zipCode: string;
  readonly state: string;
  readonly phone: string;
};

type BrazilFieldRefusal =
  'required' | 'too_long' | 'option_unknown' | TaxNumberRefusal | PhoneRefusal | 'characters_wrong';
export type BrazilFormProblems = Readonly<Partial<Record<BrazilFormField, BrazilFieldRefusal>>>;
export type ReadBrazilForm =
  | { readonly ok: true; readonly value: BrazilForm }
  | { readonly ok: false; readonly problems: BrazilFormProblems };

const streetLengthMax = 120;
const cityLengthMax = 60;

/** Status of a customer's check (product spec, section 4). */
export const brazilStatuses = ['Processing', 'Verified', 'Rejected', 'Expired'] as const;
export type BrazilStatus = (typeof brazilStatuses)[number];

/** Reads the whole form; otherwise returns what is wrong with each field. */
export function parseBrazilForm(text: BrazilFormText): ReadBrazilForm {
  const state = text.state.trim().toUpperCase();
  const read = {
    taxIdNumber: filled(text.taxIdNumber, parseCpf),
    street: line(text.street, streetLengthMax),
    city: line(text.city, cityLengthMax),
    zipCode: filled(text.zipCode, parseCep),
    state: filled(state, (code) => (isBrazilState(code) ? ok(code) : no('option_unknown'))),
    phonePrefix: filled(text.phonePrefix, ok),
    phoneNumber: filled(text.phoneNumber, (number) => parsePhone(text.phonePrefix, number)),
  };
  const problems = Object.fromEntries(
    Object.entries(read).flatMap(([field, answer]) => (answer.ok ? [] : [[field, answer.refusal]])),
  ) as BrazilFormProblems;
  const { taxIdNumber, street, city, zipCode, phoneNumber } = read;
  if (!taxIdNumber.ok || !street.ok || !city.ok || !zipCode.ok || !read.state.ok || !phoneNumber.ok)
    return { ok: false, problems };
  return {
    ok: true,
    value: {
      taxIdNumber: taxIdNumber.value,
      street: street.value,
      city: city.value,
      zipCode: zipCode.value,
      state: read.state.value,
      phone: phoneNumber.value,
    },
  };
}

type Read = Result<string, BrazilFieldRefusal>;

function filled(text: string, parse: (text: string) => Read): Read {
  return text.trim() === '' ? no('required') : parse(text);
}

/** Reads a line of an address, trimmed and without repeated blanks. */
function line(text: string, lengthMax: number): Read {
  const bare = text.trim().replace(/\s+/g, ' ');
  if (bare === '') return no('required');
  if (/\p{Cc}/u.test(bare) || !/\p{L}/u.test(bare)) return no('characters_wrong');
  return bare.length > lengthMax ? no('too_long') : ok(bare);
}

function ok(value: string): Read {
  return { ok: true, value };
}

function no(refusal: BrazilFieldRefusal): Read {
  return { ok: false, refusal };
}
