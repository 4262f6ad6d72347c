/** The receiver form that a server template describes. */
import type { TemplateField } from '../../api/calls/get-withdraw-template.ts';

export type ReceiverValues = Readonly<Record<string, string>>;

/** These say what we already know; the customer is not asked for them. */
const ownFields: ReadonlySet<string> = new Set(['TemplateType', 'Amount']);
const optionalField = 'Comment';
export const addressField = 'ExternalAddress';

/** What the customer fills in. The optional comment comes last. */
export function askedFields(template: readonly TemplateField[]): TemplateField[] {
  const asked = template.filter(({ name }) => !ownFields.has(name));
  return [...asked.filter((field) => !isOptional(field)), ...asked.filter(isOptional)];
}

/** All fields are required but the comment (product spec, section 5). */
export function isOptional(field: TemplateField): boolean {
  return field.name === optionalField;
}

/** Required fields that are still empty. */
export function missingFields(template: readonly TemplateField[], values: ReceiverValues): string[] {
  return askedFields(template)
    .filter((field) => !isOptional(field) && valueOf(field, values) === '')
    .map(({ name }) => name);
}

/** The filled template, with what we know added where the template asks for it. */
export function filledForm(
  template: readonly TemplateField[],
  values: ReceiverValues,
  known: { readonly templateType: string; readonly amount: string },
): Record<string, string> {
  const own: Record<string, string> = { TemplateType: known.templateType, Amount: known.amount };
  return Object.fromEntries(template.map((field) => [field.name, own[field.name] ?? valueOf(field, values)]));
}

/** What a field says now, trimmed. */
export function valueOf(field: TemplateField, values: ReceiverValues): string {
  return (values[field.name] ?? field.initial).trim();
}

/** A readable label for a field nobody translated: `TaxIdNumber` reads "Tax id number". */
export function humanised(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
