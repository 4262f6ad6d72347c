import { useTranslation } from 'react-i18next';
import type { TemplateField } from '../../api/calls/get-withdraw-template.ts';
import type en from './locales/en.json';
import { humanised, isOptional } from './template-form.ts';

type Texts = typeof en;
type FieldName = keyof Texts['fields'];
type HintName = keyof Texts['hints'];

/** The customer's words for the fields and options of server templates. Unknown ones are made readable. */
export function useDestinationWords() {
  const { t } = useTranslation();
  const fieldName = (name: string) =>
    isKey(name, fields) ? t(`destinations.fields.${name}`) : humanised(name);
  return {
    fieldName,
    field: (field: TemplateField) =>
      isOptional(field)
        ? t('destinations.field.optional', { label: fieldName(field.name) })
        : fieldName(field.name),
    hint: (name: string) => (isKey(name, hints) ? t(`destinations.hints.${name}`) : undefined),
    option: (_field: string, option: { readonly code: string; readonly name: string }) => option.name,
  };
}

const fields: readonly FieldName[] = [
  'ExternalAddress',
  'Memo',
  'Comment',
  'BankName',
  'AccountType',
  'Number',
  'DocumentType',
  'DocumentNumber',
  'PixKey',
  'TaxIdNumber',
  'System',
  'SystemName',
];
const hints: readonly HintName[] = ['PixKey', 'TaxIdNumber'];

function isKey<Key extends string>(text: string, keys: readonly Key[]): text is Key {
  return (keys as readonly string[]).includes(text);
}
