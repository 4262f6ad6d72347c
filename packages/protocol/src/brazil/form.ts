/** The Brazilian form: what a customer types and what is kept of it. The same rules for browser and server. */
import { parseCep } from '../bank-rails/cep.ts';
import { parseCpf } from '../bank-rails/cpf.ts';
import type { TaxNumberRefusal } from '../bank-rails/cpf.ts';
import type { Result } from '../result.ts';
import { parsePhone } from './phone.ts';
import type { PhoneRefusal } from './phone.ts';
import { isBrazilState } from './states.ts';

/** As typed. */
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

/** As kept: CPF and zip code of digits only, state of two capitals, telephone in E.164. */
export type BrazilForm = {
  readonly taxIdNumber: string;
  readonly street: string;
  readonly city: string;
  readonly zipCode: string;
  readonly state: string;
  readonly phone: string;
};

export type BrazilFieldRefusal =
  'required' | 'too_long' | 'option_unknown' | TaxNumberRefusal | PhoneRefusal | 'characters_wrong';
export type BrazilFormProblems = Readonly<Partial<Record<BrazilFormField, BrazilFieldRefusal>>>;
export type ReadBrazilForm =
  | { readonly ok: true; readonly value: BrazilForm }
  | { readonly ok: false; readonly problems: BrazilFormProblems };

export const streetLengthMax = 120;
export const cityLengthMax = 60;

/** Where the check of a customer stands (product spec, section 4). */
export const brazilStatuses = ['Processing', 'Verified', 'Rejected', 'Expired'] as const;
export type BrazilStatus = (typeof brazilStatuses)[number];

/** Reads the whole form, or says for each field what is wrong with it. */
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

/** A line of an address: blanks at its ends and doubled ones go. */
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
