/**
 * Forms of bank rails: displayed, read field by field, stored as one canonical string, and formatted for a person
 * again.
 */
import { accept, refuse } from '../result.ts';
import type { Result } from '../result.ts';
import type { RailRefusal, RailWarning } from './refusals.ts';
import type { RailField, RailFieldName, RailTemplate, RailValues } from './rails.ts';

/** No valid field is longer. */
const fieldLengthMax = 128;

export type RailProblem = { readonly field: RailFieldName; readonly refusal: RailRefusal };
export type RailForm = {
  readonly values: RailValues;
  /** JSON with the template's keys in its order: one receiver has one string, no matter who filled in the form. */
  readonly canonical: string;
  readonly warnings: readonly RailWarning[];
};

/**
 * Creates an empty form for the wire: field name to `""`, or to the list of its options.
 *
 * @example createBlankRailForm(railTemplates.brl_pix)   // { TemplateType: 'BrlPix', PixKey: '', TaxIdNumber: '',
 *   Comment: '' }
 */
export function createBlankRailForm(template: RailTemplate): Readonly<Record<string, unknown>> {
  return {
    TemplateType: template.name,
    ...Object.fromEntries(template.fields.map(({ name, options }) => [name, options ?? ''])),
    Comment: '',
  };
}

/**
 * Reads one field, as a screen does while the form is being filled in.
 *
 * @param form all fields so far; the fields before this one are read first
 * @returns the canonical value; `required` for an empty field
 */
export function readRailField(
  template: RailTemplate,
  name: RailFieldName,
  form: Readonly<Record<string, unknown>>,
): Result<string, RailRefusal> {
  let before: RailValues = {};
  for (const field of template.fields) {
    const read = readField(field, form, before);
    if (field.name === name) return read;
    if (read.ok) before = { ...before, [field.name]: read.value };
  }
  return refuse('required');
}

/**
 * Reads a completed form. Keys that are not in the template are ignored.
 *
 * @returns the form, or every invalid field with its reason, in the order of the form
 */
export function readRailForm(
  template: RailTemplate,
  form: Readonly<Record<string, unknown>>,
):
  | { readonly ok: true; readonly value: RailForm }
  | { readonly ok: false; readonly problems: readonly RailProblem[] } {
  let values: RailValues = {};
  const problems: RailProblem[] = [];
  for (const field of template.fields) {
    const read = readField(field, form, values);
    if (read.ok) values = { ...values, [field.name]: read.value };
    else problems.push({ field: field.name, refusal: read.refusal });
  }
  if (problems.length > 0) return { ok: false, problems };
  return accept({ values, canonical: JSON.stringify(values), warnings: template.findWarnings(values) });
}

/** One line of a stored form: `code` is that of an option, null for free text. */
export type RailLine = { readonly field: RailFieldName; readonly text: string; readonly code: string | null };

/**
 * Formats a stored form for a person, with the names of options instead of their codes.
 *
 * @example toRailLines(railTemplates.cop_bank, values)   // [{ field: 'BankName', text: 'Bancolombia', code: '1007'
 *   }, ...]
 */
export function toRailLines(template: RailTemplate, values: RailValues): readonly RailLine[] {
  return template.fields.map(({ name, options }) => {
    const value = values[name] ?? '';
    const option = options?.find(({ Code }) => Code === value);
    return { field: name, text: option?.Name ?? value, code: option?.Code ?? null };
  });
}

/**
 * True when the rail can transfer this amount exactly: COP rails transfer whole pesos only.
 *
 * @param amount minor units of a product with `decimals` places
 */
export function isRailAmount(template: RailTemplate, amount: bigint, decimals: number): boolean {
  const extra = Math.max(decimals - template.amountDecimals, 0);
  return amount % 10n ** BigInt(extra) === 0n;
}

function readField(
  field: RailField,
  form: Readonly<Record<string, unknown>>,
  before: RailValues,
): Result<string, RailRefusal> {
  const raw = Object.hasOwn(form, field.name) ? form[field.name] : '';
  if (raw === undefined || raw === null || raw === '') return refuse('required');
  if (typeof raw !== 'string') return refuse('characters_wrong');
  if (raw.length > fieldLengthMax) return refuse('too_long');
  return raw.trim() === '' ? refuse('required') : field.read(raw, before);
}
