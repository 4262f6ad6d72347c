import { useTranslation } from 'react-i18next';
import type { TemplateField } from '../../api/calls/get-withdraw-template.ts';
import { isOptional, valueOf } from './template-form.ts';
import type { ReceiverValues } from './template-form.ts';

/** What is wrong with the fields of a template, by field name, in the customer's words. */
export function useFieldProblems(
  fields: readonly TemplateField[] | undefined,
  values: ReceiverValues,
): Readonly<Record<string, string>> {
  const { t } = useTranslation();
  const problems: Record<string, string> = {};
  for (const field of fields ?? []) {
    const value = valueOf(field, values);
    if (value === '' && !isOptional(field))
      problems[field.name] = t(field.options ? 'errors.selectOption' : 'errors.required');
  }
  return problems;
}
