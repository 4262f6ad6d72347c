/**
 * A saved bank account as its card shows it. Anything that could be misused is masked before it reaches the screen or a
 * screen reader.
 */
import { railTemplates } from '@salar/protocol/bank-rails';
import type { RailTemplate } from '@salar/protocol/bank-rails';
import { maskTail } from '@salar/ui';
import type { TemplateType } from '../../api/records/template-type.ts';
import type { BankInfo } from '../../api/records/withdraw-info.ts';

/** An option's code, and its name as the rail writes it. */
type NamedOption = { readonly code: string; readonly name: string };

export type BankAccount = {
  readonly infoId: string;
  readonly symbol: string;
  /** Number or key, masked to its last four characters. */
  readonly title: string;
  /** The bank, or the payment system where a key is used instead of a bank. Null when neither is known. */
  readonly institution: string | null;
  readonly accountType: NamedOption | null;
  /** The other fields, in the order of the form. Values are masked. */
  readonly details: readonly { readonly field: string; readonly value: string }[];
  readonly isVerified: boolean;
};

const templates: readonly RailTemplate[] = Object.values(railTemplates);
const titleFields = ['Number', 'PixKey'];
const institutionFields = ['BankName', 'SystemName', 'System'];
const accountTypeField = 'AccountType';

/** @param providers  the bank rails of the account's currency */
export function toBankAccount(info: BankInfo, providers: readonly TemplateType[]): BankAccount {
  const { infoId, symbol, isVerified, fields } = info;
  const rail = templates.find((template) => hasTemplateFields(template, fields));
  const titleField = titleFields.find((field) => fields[field] !== undefined);
  const institutionField = institutionFields.find((field) => fields[field] !== undefined);
  const shown = new Set([titleField, institutionField, accountTypeField]);
  return {
    infoId,
    symbol,
    title: maskTail(titleField === undefined ? getStoredName(info) : (fields[titleField] ?? '')),
    institution:
      institutionField === undefined
        ? (providers.find(({ templateName }) => templateName === rail?.name)?.displayName ?? null)
        : (findOption(rail, institutionField, fields)?.name ?? null),
    accountType: findOption(rail, accountTypeField, fields),
    details: Object.entries(fields)
      .filter(([field]) => !shown.has(field))
      .map(([field, value]) => ({ field, value: maskTail(value) })),
    isVerified,
  };
}

/** Matches a rail by its fields: the account has those of the rail and no other. */
function hasTemplateFields(template: RailTemplate, fields: BankInfo['fields']): boolean {
  return (
    template.fields.length === Object.keys(fields).length &&
    template.fields.every(({ name }) => fields[name] !== undefined)
  );
}

/** Finds the name of a field's value; a value that is no option of the rail is its own name. */
function findOption(
  rail: RailTemplate | undefined,
  field: string,
  fields: BankInfo['fields'],
): NamedOption | null {
  const code = fields[field];
  if (code === undefined) return null;
  const options = rail?.fields.find(({ name }) => name === field)?.options;
  return { code, name: options?.find(({ Code }) => Code === code)?.Name ?? code };
}

/** The part after `bank:` of the stored name. */
function getStoredName({ name }: BankInfo): string {
  return name.replace(/^bank:/, '');
}
