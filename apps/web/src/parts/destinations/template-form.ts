/** A destination as a form that a server template describes. */
import type { TemplateField } from '../../api/calls/transfers/get-withdraw-template.ts';

export type ReceiverValues = Readonly<Record<string, string>>;

/** Fields that the app fills in itself. */
const ownFields: ReadonlySet<string> = new Set(['TemplateType', 'Amount']);
export const commentField = 'Comment';
export const addressField = 'ExternalAddress';

/** The fields that the customer fills in. The optional comment comes last. */
export function listFormFields(template: readonly TemplateField[]): TemplateField[] {
  const fields = template.filter(({ name }) => !ownFields.has(name));
  return [...fields.filter((field) => !isOptional(field)), ...fields.filter(isOptional)];
}

/** The fields that identify the destination: all but the comment. */
export function listDestinationFields(template: readonly TemplateField[]): TemplateField[] {
  return listFormFields(template).filter((field) => !isOptional(field));
}

/**
 * The fields that are shown: a choice with one option is preselected, and would only repeat the name of its payment
 * system.
 */
export function filterVisibleFields(fields: readonly TemplateField[]): TemplateField[] {
  return fields.filter(({ options }) => options?.length !== 1);
}

/** All fields are required but the comment (product spec, section 5). */
export function isOptional(field: TemplateField): boolean {
  return field.name === commentField;
}

/** Required fields that are still empty. */
export function findMissingFields(template: readonly TemplateField[], values: ReceiverValues): string[] {
  return listDestinationFields(template)
    .filter((field) => getValue(field, values) === '')
    .map(({ name }) => name);
}

/** Fills the template, including the values that the app provides. */
export function fillForm(
  template: readonly TemplateField[],
  values: ReceiverValues,
  known: { readonly templateType: string; readonly amount: string },
): Record<string, string> {
  const own: Record<string, string> = { TemplateType: known.templateType, Amount: known.amount };
  return Object.fromEntries(
    template.map((field) => [field.name, own[field.name] ?? getValue(field, values)]),
  );
}

/** The stored fields of a bank account: the destination, without comment and amount. */
export function toStoredFields(
  template: readonly TemplateField[],
  values: ReceiverValues,
): Record<string, string> {
  return Object.fromEntries(
    listDestinationFields(template).map((field) => [field.name, getValue(field, values)]),
  );
}

/** Whether a stored destination can fill this form: it must have every required field and no other. */
export function fitsTemplate(template: readonly TemplateField[], stored: ReceiverValues): boolean {
  const fields = listDestinationFields(template);
  const names = new Set(fields.map(({ name }) => name));
  return (
    fields.every((field) => isAnswer(field, stored[field.name])) &&
    Object.keys(stored).every((name) => names.has(name) || ownFields.has(name) || name === commentField)
  );
}

function isAnswer(field: TemplateField, value: string | undefined): boolean {
  if (value === undefined || value === '') return false;
  return field.options === null || field.options.some(({ code }) => code === value);
}

/** The current value of a field, trimmed. */
export function getValue(field: TemplateField, values: ReceiverValues): string {
  return getDisplayedValue(field, values).trim();
}

/** The displayed value of a field. A choice with one option is preselected. */
export function getDisplayedValue(field: TemplateField, values: ReceiverValues): string {
  const only = field.options?.length === 1 ? field.options[0]?.code : undefined;
  return values[field.name] ?? only ?? field.initial;
}

/** Makes a readable label for a field without a translation: `TaxIdNumber` becomes "Tax id number". */
export function humanize(name: string): string {
  const text = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
