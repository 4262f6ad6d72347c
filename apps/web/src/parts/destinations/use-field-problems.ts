import { findRailTemplate, readRailField, readRailForm } from '@salar/protocol/bank-rails';
import type { RailRefusal, RailTemplate } from '@salar/protocol/bank-rails';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { TemplateField } from '../../api/calls/transfers/get-withdraw-template.ts';
import { isOptional, getValue } from './template-form.ts';
import type { ReceiverValues } from './template-form.ts';

/**
 * The problems of a template's fields, by field name, in the customer's language.
 *
 * A bank rail is checked by the server's own rules; of an unknown template only empty fields are problems.
 */
export function useFieldProblems(
  fields: readonly TemplateField[] | undefined,
  values: ReceiverValues,
  templateType: string,
): Readonly<Record<string, string>> {
  const { t } = useTranslation();
  const rail = findRailTemplate(templateType);
  const problems: Record<string, string> = {};
  const written = writtenValues(fields ?? [], values);
  for (const field of fields ?? []) {
    const refusal = toRefusal(field, written, rail);
    if (refusal === null) continue;
    problems[field.name] =
      field.options && (refusal === 'required' || refusal === 'option_unknown')
        ? t('errors.selectOption')
        : refusal === 'required'
          ? t('errors.required')
          : t(`destinations.refusal.${refusal}`);
  }
  return problems;
}

/** Warnings about values that look unusual and may still be right. */
export function useFieldWarnings(
  fields: readonly TemplateField[] | undefined,
  values: ReceiverValues,
  templateType: string,
): readonly string[] {
  const { t } = useTranslation();
  const rail = findRailTemplate(templateType);
  const form = rail ? readRailForm(rail, writtenValues(fields ?? [], values)) : null;
  return form?.ok ? form.value.warnings.map((warning) => t(`destinations.warning.${warning}`)) : [];
}

function toRefusal(
  field: TemplateField,
  written: Readonly<Record<string, string>>,
  rail: RailTemplate | null,
): RailRefusal | null {
  if (isOptional(field)) return null;
  if ((written[field.name] ?? '') === '') return 'required';
  const known = rail?.fields.find(({ name }) => name === field.name);
  if (!rail || !known) return null;
  const read = readRailField(rail, known.name, written);
  return read.ok ? null : read.refusal;
}

function writtenValues(fields: readonly TemplateField[], values: ReceiverValues): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [field.name, getValue(field, values)]));
}
