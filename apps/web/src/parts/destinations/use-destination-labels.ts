import { useTranslation } from '../../i18n/use-translation.ts';
import type { TemplateField } from '../../api/calls/transfers/get-withdraw-template.ts';
import type en from './locales/en.json';
import { humanize, isOptional } from './template-form.ts';

type Texts = typeof en;
type Option = { readonly code: string; readonly name: string };

/**
 * Labels for the fields and options of server templates, in the customer's language. Unknown ones are made readable.
 *
 * @param templateType  some names have a special meaning in one template; omitted where none is known
 */
export function useDestinationLabels(templateType = '') {
  const { t } = useTranslation();
  const own = ownFields[templateType];
  const fieldName = (name: string) => {
    const key = own?.[name] ?? name;
    return isKey(key, fields) ? t(`destinations.fields.${key}`) : humanize(name);
  };
  return {
    fieldName,
    field: (field: TemplateField) =>
      isOptional(field)
        ? t('destinations.field.optional', { label: fieldName(field.name) })
        : fieldName(field.name),
    hint: (name: string) => {
      const key = own?.[name] ?? name;
      return isKey(key, hints) ? t(`destinations.hints.${key}`) : undefined;
    },
    /** The name of a network or a bank rail. Most are the same in every language; the others are translated. */
    way: (type: string, given: string) => (isKey(type, ways) ? t(`destinations.ways.${type}`) : given),
    /** Names of banks are not translated; types of accounts and documents are. */
    option: (name: string, { code, name: given }: Option) => {
      if (name === 'AccountType' && isKey(code, accountTypes)) return t(`destinations.accountType.${code}`);
      if (name === 'DocumentType' && isKey(code, documentTypes))
        return t(`destinations.documentType.${code}`);
      return given;
    },
  };
}

/** Fields that have a special meaning in one template. */
const ownFields: Readonly<Record<string, Readonly<Record<string, keyof Texts['fields']>>>> = {
  CopBreB: { Number: 'BrebKey' },
  BrlTed: { Number: 'BranchAndAccount' },
};

const fields: readonly (keyof Texts['fields'])[] = [
  'ExternalAddress',
  'Memo',
  'Comment',
  'BankName',
  'AccountType',
  'Number',
  'BrebKey',
  'BranchAndAccount',
  'DocumentType',
  'DocumentNumber',
  'PixKey',
  'TaxIdNumber',
  'System',
  'SystemName',
];
const hints: readonly (keyof Texts['hints'])[] = ['PixKey', 'TaxIdNumber', 'BrebKey', 'BranchAndAccount'];
const ways: readonly (keyof Texts['ways'])[] = ['CopBankTransfer'];
const accountTypes: readonly (keyof Texts['accountType'])[] = ['savings', 'checking', 'deposit', 'payment'];
const documentTypes: readonly (keyof Texts['documentType'])[] = ['CC', 'CE', 'PA', 'NIT', 'PPT', 'PEP', 'TI'];

function isKey<Key extends string>(text: string, keys: readonly Key[]): text is Key {
  return (keys as readonly string[]).includes(text);
}
