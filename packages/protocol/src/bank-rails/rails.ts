/**
 * Bank rails as data: the fields of each form in order, and how each field is read.
 *
 * A rule sees the values of the fields before its own, so that a number can be checked against the kind of
 * document.
 */
import { accept, refuse } from '../result.ts';
import type { Result } from '../result.ts';
import { brazilianBanks, colombianBanks } from './banks.ts';
import type { RailOption } from './banks.ts';
import { brazilianAccountTypes, parseBrazilianAccount } from './brazilian-account.ts';
import { parseBrebKey } from './breb-key.ts';
import {
  colombianAccountTypes,
  findColombianAccountWarnings,
  parseColombianAccount,
} from './colombian-account.ts';
import { colombianDocumentTypes, parseColombianDocument } from './colombian-document.ts';
import type { ColombianDocumentType } from './colombian-document.ts';
import { parsePixKey } from './pix-key.ts';
import type { RailRefusal, RailWarning } from './refusals.ts';
import { parseTaxId } from './tax-id.ts';

export const bankRails = ['cop_bank', 'cop_breb', 'brl_pix', 'brl_ted'] as const;
export type BankRail = (typeof bankRails)[number];

export type RailFieldName =
  | 'BankName'
  | 'AccountType'
  | 'Number'
  | 'DocumentType'
  | 'DocumentNumber'
  | 'SystemName'
  | 'PixKey'
  | 'TaxIdNumber';
/** Canonical values: codes of options, numbers without punctuation. */
export type RailValues = Readonly<Partial<Record<RailFieldName, string>>>;

export type RailField = {
  readonly name: RailFieldName;
  /** Null for free text. */
  readonly options: readonly RailOption[] | null;
  /** Reads what a person entered, given the values of the fields before it. */
  readonly read: (text: string, before: RailValues) => Result<string, RailRefusal>;
};

export type RailTemplate = {
  readonly rail: BankRail;
  /** Its name on the wire. */
  readonly name: string;
  /** Decimals of an amount that the rail can transfer: 0 means whole pesos only. */
  readonly amountDecimals: number;
  /** In the order of the form. All are required except `Comment`, which every form has. */
  readonly fields: readonly RailField[];
  readonly findWarnings: (values: RailValues) => readonly RailWarning[];
};

const accountTypeNames: Readonly<Record<string, string>> = {
  savings: 'Savings account',
  checking: 'Checking account',
  deposit: 'Low-amount deposit',
  payment: 'Payment account',
};
const documentTypeNames: Readonly<Record<ColombianDocumentType, string>> = {
  CC: 'ID card',
  CE: 'Foreigner ID',
  PA: 'Passport',
  NIT: 'Company tax ID',
  PPT: 'Protection permit',
  PEP: 'Stay permit',
  TI: 'Minor ID card',
};

/** Screens translate the codes of these options; their names here are English. */
function toOptions(codes: readonly string[], names: Readonly<Record<string, string>>): readonly RailOption[] {
  return codes.map((Code) => ({ Code, Name: names[Code] ?? Code }));
}

function choice(name: RailFieldName, options: readonly RailOption[]): RailField {
  return {
    name,
    options,
    read: (text) => {
      const option = options.find(({ Code }) => Code === text.trim());
      return option ? accept(option.Code) : refuse('option_unknown');
    },
  };
}

function line(name: RailFieldName, read: RailField['read']): RailField {
  return { name, options: null, read };
}

const colombianHolder: readonly RailField[] = [
  choice('DocumentType', toOptions(colombianDocumentTypes, documentTypeNames)),
  line('DocumentNumber', readHolder),
];

/** The document of the account's holder. A key that is a document must be the same. */
function readHolder(
  text: string,
  { DocumentType, SystemName, Number }: RailValues,
): Result<string, RailRefusal> {
  const type = colombianDocumentTypes.find((known) => known === DocumentType);
  if (type === undefined) return refuse('option_unknown');
  const document = parseColombianDocument(type, text);
  if (!document.ok || SystemName === undefined || Number === undefined) return document;
  const key = parseBrebKey(Number);
  if (!key.ok || key.value.kind !== 'document') return document;
  const [bare] = document.value.split('-');
  const isSame = key.value.value === bare || key.value.value === document.value.replace('-', '');
  return isSame ? document : refuse('document_mismatch');
}

/** The tax number of the receiver. A key that is a tax number must be the same. */
function readReceiver(text: string, { PixKey }: RailValues): Result<string, RailRefusal> {
  const taxId = parseTaxId(text);
  if (!taxId.ok || PixKey === undefined) return taxId;
  const key = parsePixKey(PixKey);
  const isTaxNumber = key.ok && (key.value.kind === 'cpf' || key.value.kind === 'cnpj');
  return isTaxNumber && key.value.value !== taxId.value ? refuse('document_mismatch') : taxId;
}

function valueOf<R extends RailRefusal>(
  read: Result<{ readonly value: string }, R>,
): Result<string, RailRefusal> {
  return read.ok ? accept(read.value.value) : read;
}

const noWarnings = (): readonly RailWarning[] => [];

export const railTemplates: Readonly<Record<BankRail, RailTemplate>> = {
  cop_bank: {
    rail: 'cop_bank',
    name: 'CopBankTransfer',
    amountDecimals: 0,
    fields: [
      choice('BankName', colombianBanks),
      choice('AccountType', toOptions(colombianAccountTypes, accountTypeNames)),
      line('Number', parseColombianAccount),
      ...colombianHolder,
    ],
    findWarnings: ({ BankName = '', AccountType = '', Number = '' }) =>
      findColombianAccountWarnings({ bankCode: BankName, accountType: AccountType, number: Number }),
  },
  cop_breb: {
    rail: 'cop_breb',
    name: 'CopBreB',
    amountDecimals: 0,
    fields: [
      choice('SystemName', [{ Code: 'BREB', Name: 'Bre-B' }]),
      line('Number', (text) => valueOf(parseBrebKey(text))),
      ...colombianHolder,
    ],
    findWarnings: noWarnings,
  },
  brl_pix: {
    rail: 'brl_pix',
    name: 'BrlPix',
    amountDecimals: 2,
    fields: [line('PixKey', (text) => valueOf(parsePixKey(text))), line('TaxIdNumber', readReceiver)],
    findWarnings: noWarnings,
  },
  brl_ted: {
    rail: 'brl_ted',
    name: 'BrlTed',
    amountDecimals: 2,
    fields: [
      choice('BankName', brazilianBanks),
      choice('AccountType', toOptions(brazilianAccountTypes, accountTypeNames)),
      line('Number', parseBrazilianAccount),
      line('TaxIdNumber', parseTaxId),
    ],
    findWarnings: noWarnings,
  },
};

/** Finds a rail's template by its name on the wire; null for a wallet template or an unknown name. */
export function findRailTemplate(name: string): RailTemplate | null {
  return Object.values(railTemplates).find((template) => template.name === name) ?? null;
}
