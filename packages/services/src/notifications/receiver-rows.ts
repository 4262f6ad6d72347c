/** The receiver of a withdrawal as rows of a mail: an address, or a bank account field by field. */
import { toRailLines, findRailTemplate } from '@salar/protocol/bank-rails';
import type { RailFieldName, RailValues } from '@salar/protocol/bank-rails';
import type { Language } from './languages.ts';
import type { MailRow } from './mail-layout.ts';

type ReceiverLabels = {
  /** The label of a bank's rail, in place of a network. */
  readonly way: string;
  /** Translated names of rails, by template; the other rails are brand names. */
  readonly ways: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<RailFieldName, string>>;
  /** Translated options; names of banks are not translated. */
  readonly options: Readonly<Record<string, string>>;
};

const receiverLabels: Readonly<Record<Language, ReceiverLabels>> = {
  en: {
    way: 'Sent via',
    ways: { CopBankTransfer: 'Bank transfer (Colombia)' },
    fields: {
      BankName: 'Bank',
      AccountType: 'Account type',
      Number: 'Number',
      DocumentType: 'Document',
      DocumentNumber: 'Document number',
      SystemName: 'Payment system',
      PixKey: 'Pix key',
      TaxIdNumber: 'CPF or CNPJ',
    },
    options: {
      savings: 'Savings account',
      checking: 'Checking account',
      deposit: 'Low-amount deposit',
      payment: 'Payment account',
      CC: 'ID card',
      CE: 'Foreigner ID',
      PA: 'Passport',
      NIT: 'Company tax ID',
      PPT: 'Temporary protection permit',
      PEP: 'Special stay permit',
      TI: 'Minor ID card',
    },
  },
  es: {
    way: 'Se envía por',
    ways: { CopBankTransfer: 'Transferencia bancaria (Colombia)' },
    fields: {
      BankName: 'Banco',
      AccountType: 'Tipo de cuenta',
      Number: 'Número',
      DocumentType: 'Documento',
      DocumentNumber: 'Número de documento',
      SystemName: 'Medio de pago',
      PixKey: 'Llave Pix',
      TaxIdNumber: 'CPF o CNPJ',
    },
    options: {
      savings: 'Cuenta de ahorros',
      checking: 'Cuenta corriente',
      deposit: 'Depósito de bajo monto',
      payment: 'Cuenta de pago',
      CC: 'Cédula de ciudadanía',
      CE: 'Cédula de extranjería',
      PA: 'Pasaporte',
      NIT: 'NIT',
      PPT: 'Permiso por protección temporal',
      PEP: 'Permiso especial de permanencia',
      TI: 'Tarjeta de identidad',
    },
  },
  pt: {
    way: 'Enviado via',
    ways: { CopBankTransfer: 'Transferência bancária (Colômbia)' },
    fields: {
      BankName: 'Banco',
      AccountType: 'Tipo de conta',
      Number: 'Número',
      DocumentType: 'Documento',
      DocumentNumber: 'Número do documento',
      SystemName: 'Meio de pagamento',
      PixKey: 'Chave Pix',
      TaxIdNumber: 'CPF ou CNPJ',
    },
    options: {
      savings: 'Conta poupança',
      checking: 'Conta corrente',
      deposit: 'Depósito de baixo valor',
      payment: 'Conta de pagamento',
      CC: 'Cédula de cidadania',
      CE: 'Cédula de estrangeiro',
      PA: 'Passaporte',
      NIT: 'NIT',
      PPT: 'Permissão de proteção temporária',
      PEP: 'Permissão especial de permanência',
      TI: 'Cartão de identidade de menor',
    },
  },
};

/**
 * Builds the rows of a receiver.
 *
 * @param receiver.destination  an address, or the canonical JSON text of the fields of the template's bank form
 * @param labels  the labels of network and address
 */
export function buildReceiverRows(
  receiver: { readonly network: string; readonly templateType?: string; readonly destination: string },
  language: Language,
  labels: { readonly network: string; readonly destination: string },
): readonly MailRow[] {
  const { network, destination } = receiver;
  const template = findRailTemplate(receiver.templateType ?? '');
  if (template === null)
    return [
      { label: labels.network, value: network },
      { label: labels.destination, value: destination, isIdentifier: true },
    ];
  const { way, ways, fields, options } = receiverLabels[language];
  const lines = toRailLines(template, JSON.parse(destination) as RailValues);
  return [
    { label: way, value: ways[template.name] ?? network },
    ...lines.map(({ field, text, code }) => ({
      label: fields[field],
      value: code === null ? text : (options[code] ?? text),
      isIdentifier: code === null,
    })),
  ];
}
